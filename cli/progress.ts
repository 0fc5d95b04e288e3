import { elide, oneLine } from "@loom/protocol/words";
import type { Io, Output } from "./io.ts";

/** The columns of a terminal that does not tell. */
const COLUMNS = 80;
/** To the start of the line, and all of it gone (ECMA-48, "erase in line"). */
const CLEARED_LINE = "\r\x1b[2K";

/**
 * Gives a function that shows a line on a terminal in place of the one before, and takes it away when it is empty. In a
 * pipe, and on a terminal that cannot, it does nothing.
 */
export function progressOn(output: Output, env: Io["env"]): (line: string) => void {
  if (!output.isTerminal || env.TERM === "dumb") return () => {};
  let isShown = false;
  return (line) => {
    if (line === "" && !isShown) return;
    isShown = line !== "";
    // A line that fills the last column would wrap.
    output.write(CLEARED_LINE + elide(oneLine(line), (output.columns ?? COLUMNS) - 1));
  };
}
