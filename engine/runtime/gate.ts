/** Bit flags that force the slow path of a step. */
export const GATE = {
  /** A step is running. */
  busy: 1,
  /** Somebody observes. */
  observed: 2,
  /** The machine has reached its end or was stopped. */
  done: 4,
  /** The states visited are kept. */
  tracked: 8,
  /** Guards or actions are decided by others than the chart. */
  overruled: 16,
} as const;
