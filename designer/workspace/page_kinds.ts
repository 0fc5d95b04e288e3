import type { AnyKind, KindName } from "@loom/protocol";
import type { Board } from "./board_props.ts";
import { type KindParts, setParts } from "./kind_parts.ts";

/** The scripts of a kind of document: a page loads those of its own kind only. */
interface KindScripts {
  /** Loads the row, as far as editing needs it. */
  readonly row: () => Promise<{ readonly default: AnyKind }>;
  /** Loads the row with rules that need more. Default: the row has all its rules. */
  readonly checked?: () => Promise<{ readonly default: AnyKind }>;
  readonly board: () => Promise<{ readonly Board: Board }>;
  /** Loads the parts of the properties that only this kind has. */
  readonly parts?: () => Promise<{ readonly PARTS: KindParts }>;
}

const SCRIPTS: Readonly<Record<string, KindScripts>> = {
  machine: {
    row: () => import("./kinds/machine.ts"),
    checked: () => import("./kinds/checked_machine.ts"),
    board: () => import("./machine_page_board.tsx"),
    parts: () => import("./machine/parts.tsx"),
  },
  erd: {
    row: () => import("./kinds/erd.ts"),
    board: () => import("./erd_board.tsx"),
    parts: () => import("./erd/entity_parts.tsx"),
  },
  sequence: { row: () => import("./kinds/sequence.ts"), board: () => import("./sequence_board.tsx") },
  system: { row: () => import("./kinds/system.ts"), board: () => import("./system_board.tsx") },
};

/** Loads what the page of a document needs; `undefined` for a kind that pages do not know. */
export async function loadPageKind(
  kind: KindName,
): Promise<{ readonly row: AnyKind; readonly board: Board } | undefined> {
  const scripts = SCRIPTS[kind];
  if (scripts === undefined) return undefined;
  const [row, board, parts] = await Promise.all([scripts.row(), scripts.board(), scripts.parts?.()]);
  if (parts !== undefined) setParts(kind, parts.PARTS);
  return { row: row.default, board: board.Board };
}

/** The row of a kind with all its rules; `undefined` for a kind that pages do not know. */
export async function loadCheckedKind(kind: KindName): Promise<AnyKind | undefined> {
  const scripts = SCRIPTS[kind];
  return (await (scripts?.checked ?? scripts?.row)?.())?.default;
}
