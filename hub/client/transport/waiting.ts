import { BridgeError } from "../bridge_error.ts";

/** Promises by name; each settles once, at the latest at its timeout. */
export class Waiting<T> {
  readonly #open = new Map<string, { done(value: T): void; fail(error: BridgeError): void }>();

  /**
   * A promise under a name.
   *
   * @param timeoutMs 0: no timeout
   * @param onTimeout is called before the promise is rejected, with the error
   */
  wait(name: string, timeoutMs: number, message: string, onTimeout: () => void = () => {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      this.#open.delete(name);
    };
    this.#open.set(name, {
      done: (value) => {
        close();
        resolve(value);
      },
      fail: (error) => {
        close();
        reject(error);
      },
    });
    if (timeoutMs > 0) {
      timer = setTimeout(() => {
        onTimeout();
        this.fail(name, new BridgeError("timeout", message, { opId: name }));
      }, timeoutMs);
    }
    return promise;
  }

  /** Fulfils the promise under a name, if there is one. */
  done(name: string, value: T): boolean {
    const open = this.#open.get(name);
    open?.done(value);
    return open !== undefined;
  }

  /** Fulfils all that wait. */
  doneAll(value: T): void {
    for (const { done } of [...this.#open.values()]) done(value);
  }

  /** Rejects the promise under a name, if there is one. */
  fail(name: string, error: BridgeError): boolean {
    const open = this.#open.get(name);
    open?.fail(error);
    return open !== undefined;
  }

  /** Rejects all that wait. */
  failAll(error: BridgeError): void {
    for (const { fail } of [...this.#open.values()]) fail(error);
  }
}
