import type { LiveEvent } from "./live_event.ts";

/** What shows a person or a program what happens to a document. */
export interface WatchView {
  /** Takes what happened. */
  readonly tell: (event: LiveEvent) => void;
  /** Settles when the one who watches wants no more. */
  readonly ended: Promise<void>;
  /** Ends it; nothing is shown any more. */
  readonly close: () => void;
}
