/** Runs one piece of work after another, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs some work when all that came before is done, whether or not it succeeded. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const value = this.#last.then(work);
    this.#last = value.catch(() => {});
    return value;
  }
}

/** For each key, the promise that settles when everyone who queued so far is through. */
const tails = new Map<string, Promise<void>>();

/**
 * Waits for the caller's turn among those in this process who ask for the same key, first come first served.
 *
 * @param timeout How long to wait, in milliseconds.
 * @returns Ends the turn; `undefined` when the turn did not come in time.
 */
export async function takeTurn(key: string, timeout: number): Promise<(() => void) | undefined> {
  const previous = tails.get(key);
  const { promise, resolve } = Promise.withResolvers<void>();
  const tail = Promise.all([previous, promise]).then(() => {
    if (tails.get(key) === tail) tails.delete(key);
  });
  tails.set(key, tail);
  if (previous === undefined || await settlesWithin(previous, timeout)) return resolve;
  resolve();
  return undefined;
}

/**
 * True when a promise settles within a time.
 *
 * @param timeout In milliseconds.
 */
export async function settlesWithin(promise: Promise<unknown>, timeout: number): Promise<boolean> {
  const { promise: expired, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, timeout, false);
  try {
    return await Promise.race([promise.then(() => true), expired]);
  } finally {
    clearTimeout(timer);
  }
}
