import type { Output } from "../io.ts";
import { ClosedOutputError } from "../io.ts";
import type { LiveEvent } from "./live_event.ts";

/** A view of the events of a document, for a person or a program. */
export interface WatchView {
  /** Takes an event. */
  readonly tell: (event: LiveEvent) => void;
  /** Settles when the person, or the reader of the pipe, ends it. */
  readonly ended: Promise<void>;
  /** Ends it; nothing is shown any more. */
  readonly close: () => void;
}

/** Shows each event as a line of JSON; ends when the reader has gone. */
export function lineView(output: Output): WatchView {
  const ended = Promise.withResolvers<void>();
  // Not an unhandled rejection: whoever waits for it later gets the error.
  ended.promise.catch(() => {});
  let isOpen = true;
  return {
    tell: (event) => {
      if (!isOpen) return;
      try {
        output.write(JSON.stringify(event) + "\n");
      } catch (error) {
        isOpen = false;
        if (error instanceof ClosedOutputError) ended.resolve();
        else ended.reject(error);
      }
    },
    ended: ended.promise,
    close: () => {
      isOpen = false;
    },
  };
}
