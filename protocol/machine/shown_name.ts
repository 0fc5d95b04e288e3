import { oneLine } from "../one_line.ts";

/** The name of a state as drawings show it: one line, and words for a name that shows nothing. */
export function shownName(name: string): string {
  return oneLine(name) || "(unnamed)";
}
