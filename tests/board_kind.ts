/**
 * A kind of document that exists only in tests: a board, `.board.json`, of which the loom knows nothing but the name.
 *
 * @module
 */
import { type AnyKind, KindTable } from "@loom/protocol";

const BOARD: AnyKind = {
  kind: "board",
  title: "board",
  extension: ".board.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["cards"],
  lists: ["cards"],
  without: [],
};

/** Some kinds, and the board. */
export function withBoard({ rows }: KindTable): KindTable {
  return new KindTable([...rows, BOARD]);
}
