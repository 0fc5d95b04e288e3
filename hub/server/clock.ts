/** The time and timers; tests pass their own. */
export interface HubClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls a function once, some milliseconds from now.
   *
   * @returns a function that cancels the call
   */
  after(milliseconds: number, work: () => void): () => void;
}

/** The system's clock. */
export const SYSTEM_CLOCK: HubClock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};
