/** The clock of a machine. Times and delays are in milliseconds. */
export interface Clock {
  /** The time now; only differences matter. */
  now(): number;
  /** Calls `callback` once, `delay` from now, unless the returned function is called before. */
  schedule(callback: () => void, delay: number): () => void;
}

/** The longest delay that the platform's timers take; longer waits are cut into pieces. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The platform's clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(callback: () => void, delay: number): () => void {
    let handle: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      handle = left > LONGEST_DELAY
        ? setTimeout(wait, LONGEST_DELAY, left - LONGEST_DELAY)
        : setTimeout(callback, left);
    };
    wait(delay);
    return () => clearTimeout(handle);
  },
};
