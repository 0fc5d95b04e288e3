import { reasonOf } from "./ask_server.ts";
import { type CanvasCommand, planCommands } from "../canvas/command.ts";
import type { BoardProps } from "./board_props.ts";

/** Makes edits by calls of the commands of a document's kind, all or none. The function gives why one cannot be made. */
export function commandsFor(
  { row, def, onEdit }: Pick<BoardProps, "row" | "def" | "onEdit">,
): (commands: readonly CanvasCommand[]) => string | undefined {
  return (commands) => {
    const planned = planCommands(row, def, commands);
    if ("refusal" in planned) return planned.refusal;
    try {
      onEdit(planned.ops, planned.summary);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
}
