import type { KindName } from "@loom/protocol";
import type { Board } from "./board_props.ts";

/** The scripts of the boards, by the kinds that they draw. */
const BOARDS: Readonly<Record<string, () => Promise<{ readonly Board: Board }>>> = {
  machine: () => import("./machine_page_board.tsx"),
  erd: () => import("./erd_board.tsx"),
  sequence: () => import("./sequence_board.tsx"),
  system: () => import("./system_board.tsx"),
};

/** Loads the board of a kind. */
export async function loadBoard(kind: KindName): Promise<Board> {
  const load = BOARDS[kind];
  if (load === undefined) throw new TypeError(`No board draws documents of the kind ${kind}.`);
  return (await load()).Board;
}
