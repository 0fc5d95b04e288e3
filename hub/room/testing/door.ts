/**
 * A small room for tests.
 *
 * @module
 */
import { type AnyOp, type Changes, type JsonObject, KINDS, type MachineOp } from "@loom/protocol";
import { type FileContent, takeFile } from "../change_file.ts";
import { changeLive, type Sender } from "../change_live.ts";
import { changesOf, emptyRoom, type Room } from "../room.ts";
import type { Accepted, Outcome, Refused } from "../outcome.ts";

/** A machine with two states. */
export const DOOR: JsonObject = {
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: {
    name: "Door",
    states: [{ name: "Open", transitions: [{ nextState: "Shut" }] }, { name: "Shut" }],
  },
};

/** The operations of machines. */
export const CHANGES: Changes = changesOf(KINDS, { docId: "/door.smdf.json", kind: null }) ?? noChanges();

function noChanges(): never {
  throw new Error("Machines have no operations.");
}

/** The room of the door, as its file is. */
export function doorRoom(): Room {
  return accepted(takeFile(KINDS, emptyRoom("/door.smdf.json", "epoch"), contentOf(DOOR, 1))).room;
}

/** A content of the file: the first, the second and so on, of a minute each. */
export function contentOf(def: JsonObject, count: number): FileContent {
  return { def, revision: `r${count}`, mtime: count * 60_000 };
}

/** The document with operations. */
export function withOps(def: JsonObject, ...ops: readonly AnyOp[]): JsonObject {
  const changed = CHANGES.apply(def, ops);
  if (!changed.ok) throw new Error(changed.refusal.message);
  return changed.value;
}

/** The room with operations that someone sent. */
export function live(room: Room, ops: readonly AnyOp[], sender: Partial<Sender> = {}): Room {
  return accepted(changeLive(KINDS, room, ops, { origin: "ada", ...sender })).room;
}

/** A state to add below the root. */
export function stateAdd(name: string): MachineOp {
  return { op: "state.add", parent: null, state: { name } };
}

/** The outcome of an input that must be accepted. */
export function accepted(outcome: Outcome): Accepted {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

/** The outcome of an input that must be refused. */
export function refused(outcome: Outcome): Refused {
  if (outcome.ok) throw new Error("It was accepted.");
  return outcome;
}

/** The names of the root's children. */
export function childrenOf(def: JsonObject | null): string[] {
  const { states = [] } = (def?.["state"] ?? {}) as { states?: { name: string }[] };
  return states.map(({ name }) => name);
}
