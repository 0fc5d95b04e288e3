import type { BoardProps } from "./board_props.ts";
import { MachineBoard } from "./machine_board.tsx";
import { useArrangement } from "./use_arrangement.ts";

/** The canvas of a machine in its page. */
export function Board(props: BoardProps) {
  const { layout } = useArrangement(props.docId);
  return <MachineBoard {...props} layout={layout} />;
}
