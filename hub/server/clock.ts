/** The time, and what is to be done later; tests pass their own. */
export interface HubClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls a function once, some milliseconds from now.
   *
   * @returns takes the call back
   */
  after(milliseconds: number, work: () => void): () => void;
}

/** The time of the system. */
export const SYSTEM_CLOCK: HubClock = {
  now: () => Date.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};
