/** Handlers by event. `Events` maps the name of an event to what its handlers get. */
export class Emitter<Events> {
  readonly #handlers = new Map<keyof Events, Set<(value: never) => void>>();

  /** Adds a handler; the returned function removes it. */
  on<Name extends keyof Events>(event: Name, handler: (value: Events[Name]) => void): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    // Handlers of their own, so that one function may be added twice.
    const own = (value: Events[Name]) => handler(value);
    this.#handlers.set(event, handlers.add(own));
    return () => void handlers.delete(own);
  }

  /** True while the event has a handler. */
  has(event: keyof Events): boolean {
    return (this.#handlers.get(event)?.size ?? 0) > 0;
  }

  /** Calls the handlers of an event, in the order they came. One that throws does not keep the others from it. */
  emit<Name extends keyof Events>(event: Name, value: Events[Name]): void {
    for (const handler of [...this.#handlers.get(event) ?? []]) {
      try {
        (handler as (value: Events[Name]) => void)(value);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
