import type { KindName } from "@loom/protocol";
import type { Board } from "./board_props.ts";

const PICTURE = () => import("./picture_board.tsx");

/** The scripts of the boards, by the kinds that they draw. */
const BOARDS: Readonly<Record<string, () => Promise<{ readonly Board: Board }>>> = {
  machine: () => import("./machine_page_board.tsx"),
  erd: PICTURE,
  sequence: PICTURE,
  system: PICTURE,
};

/** Loads the board of a kind. */
export async function loadBoard(kind: KindName): Promise<Board> {
  return (await (BOARDS[kind] ?? PICTURE)()).Board;
}
