import type { EditedKind, KindName } from "@loom/protocol";
import type { Board, KindParts } from "./board_props.ts";

/** The parts of a page for a kind of document. */
interface PageKind {
  /** The row, as far as editing needs it. */
  readonly row: EditedKind;
  readonly Board: Board;
  /** The parts of the properties that only this kind has. */
  readonly PARTS?: KindParts;
}

/** The scripts of the kinds: a page loads that of its own kind only. */
const SCRIPTS: Readonly<Record<KindName, () => Promise<object>>> = {
  machine: () => import("./kinds/machine.tsx"),
  erd: () => import("./kinds/erd.ts"),
  sequence: () => import("./kinds/sequence.ts"),
  system: () => import("./kinds/system.ts"),
};

const loaded = new Map<KindName, PageKind>();

/** Loads what the page of a document needs; `undefined` for a kind that pages do not know. */
export async function loadPageKind(
  kind: KindName,
): Promise<{ readonly row: EditedKind; readonly board: Board } | undefined> {
  const found = await SCRIPTS[kind]?.() as PageKind | undefined;
  if (found === undefined) return undefined;
  loaded.set(kind, found);
  return { row: found.row, board: found.Board };
}

/** The parts of a kind, once they are loaded. */
export function partsFor(kind: KindName): KindParts | undefined {
  return loaded.get(kind)?.PARTS;
}
