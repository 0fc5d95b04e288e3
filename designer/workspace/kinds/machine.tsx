/** @module The parts of pages for state machines, in a script of their own. */
import { type EditCommand, EDITED_MACHINE_KIND, type EditedKind, MACHINE_COMMANDS } from "@loom/protocol";
import { useMemo } from "preact/hooks";
import type { BoardProps } from "../board_props.ts";
import { serverArrangement } from "../machine_arrangement.ts";
import { MachineBoard } from "../machine_board.tsx";
import { useLayoutSession } from "../use_arrangement.ts";

export { PARTS } from "../machine/parts.tsx";

const { content } = EDITED_MACHINE_KIND;

/** The commands of machines, in the order in which people need them, and those of the row that these are not. */
const COMMANDS = new Map(
  [...MACHINE_COMMANDS, ...content.commands ?? []].map((command) => [command.id, command as EditCommand]),
);

/** State machines with all their commands. */
export const row: EditedKind = {
  ...EDITED_MACHINE_KIND,
  content: { ...content, commands: [...COMMANDS.values()] },
};

/** The canvas of a machine in its page. */
export function Board(props: BoardProps) {
  const layout = useLayoutSession(props.docId);
  const arrange = useMemo(() => serverArrangement(layout, props.onSay), [layout]);
  return <MachineBoard {...props} layout={layout} arrange={arrange} />;
}
