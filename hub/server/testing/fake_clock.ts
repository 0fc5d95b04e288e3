import type { HubClock } from "../clock.ts";

/** A clock that goes on when the test says so. */
export class FakeClock implements HubClock {
  #now = 0;
  readonly #due = new Map<object, { readonly at: number; readonly work: () => void }>();

  now = (): number => this.#now;

  after(milliseconds: number, work: () => void): () => void {
    const key = {};
    this.#due.set(key, { at: this.#now + milliseconds, work });
    return () => void this.#due.delete(key);
  }

  /** Lets time pass, and gives what was begun by it the time to end. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = [...this.#due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (next === undefined) break;
      const [key, { at, work }] = next;
      this.#due.delete(key);
      this.#now = at;
      work();
      await settled();
    }
    this.#now = end;
  }
}

/** Gives promises that wait for nothing but each other the time to settle. */
export async function settled(): Promise<void> {
  for (let at = 0; at < 100; at++) await Promise.resolve();
}
