import type { Output } from "../io.ts";
import type { WatchView } from "./watch_view.ts";
import { ClosedOutputError } from "../io.ts";

/** Shows each event as a line of JSON; ends when the reader has gone. */
export function lineView(output: Output): WatchView {
  const ended = Promise.withResolvers<void>();
  // Whoever waits for it hears of an error; before that it is nobody's.
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
