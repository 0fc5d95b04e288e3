import { ToolError } from "../tool.ts";
import type { Direction } from "./history_value.ts";

/** Refuses a change that is not wanted any more: others may have been waited for meanwhile. */
export function refuseTakenBack(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ToolError("cancelled", "The call was taken back: nothing was changed.");
}

/** Why there is no step back or forth. */
export function nothingLeft(direction: Direction): ToolError {
  return new ToolError(
    "nothing_left",
    direction === "undo"
      ? "There is nothing to undo: this session has changed nothing that it has not taken back."
      : "There is nothing to redo: undo comes first, and an edit ends what can be done again.",
  );
}

/** Why a step back or forth cannot be taken. */
export function blocked(direction: Direction, reason: string): ToolError {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return new ToolError(
    "blocked_step",
    `That change cannot be ${direction === "undo" ? "undone" : "redone"} any more: ${sentence} ` +
      `It is left as it is; ${direction} again goes on with the one before.`,
  );
}
