import { goneNames, type JsonObject, type MachineOp, rebaseOps } from "@loom/protocol";
import { addUnsaved } from "./add_unsaved.ts";
import { changeName } from "./change_name.ts";
import { applied, difference, machine } from "./document.ts";
import { addToLog, changesSince, seqOf } from "./log.ts";
import { type Outcome, type Refused, unchanged } from "./outcome.ts";
import { type Change, type Room, ROOM_LIMITS } from "./room.ts";

/** Who changes the live document, and what they had seen. */
export interface Sender {
  readonly origin: string;
  readonly opId?: string | undefined;
  /** The number of the last change that the sender had seen; unknown of a client that does not tell. */
  readonly baseSeq?: number | undefined;
  /** The time of a file that the sender wrote, which nobody else can confirm. */
  readonly mtime?: number | undefined;
}

/** Changes the live document by operations; they are adapted to what the sender had not seen. */
export function changeLive(room: Room, ops: readonly MachineOp[], sender: Sender): Outcome {
  const known = seqOf(room, sender.opId);
  if (known !== undefined) return { ...unchanged(room, known), duplicate: true };
  const { def } = room;
  if (def === null) {
    return {
      ok: false,
      code: "no_base",
      message: "The document is empty: send it whole first, as def:full.",
    };
  }
  const since = sender.baseSeq === undefined ? [] : changesSince(room, sender.baseSeq);
  if (since === undefined) {
    return staleBase(
      "The change is based on a state of the document that is too old: ask for the document, and make the change on that.",
    );
  }
  // Who sends a second change before the first one is answered has made it on top of that; what is announced of the file is no ground.
  const isOwn = ({ origin, revision }: Change) => origin === sender.origin && revision === undefined;
  const missed = since.filter((change) => !isOwn(change));
  // Behind one of others that the sender had not seen, an own one is not what the sender made it.
  if (missed.length > 0 && since.findIndex((change) => !isOwn(change)) < since.findLastIndex(isOwn)) {
    return staleBase(
      "Others changed the document between your changes: send one when the one before is answered.",
      missed,
    );
  }
  const whole = missed.some((change) => change.ops === null);
  if (whole) return staleBase("The document was replaced meanwhile: make the change on the new one.", missed);
  const adapted = rebaseOps(
    ops,
    missed.map(({ ops, gone }) => ({ ops: ops ?? [], ...(gone ? { gone } : {}) })),
  );
  if ("conflict" in adapted) return staleBase(adapted.conflict.reason, missed);
  const changed = applied(def, adapted.ops);
  if (typeof changed === "string") return { ok: false, code: "apply_failed", message: changed, missed };
  const change = changeOf(room, sender, adapted.ops, def, changed);
  return {
    ok: true,
    room: withChange(room, change, changed),
    seq: change.seq,
    broadcasts: [{ type: "patch", change }],
    ...(missed.length > 0 ? { rebased: true as const } : {}),
  };
}

/** Replaces the live document. */
export function replaceLive(room: Room, def: JsonObject, sender: Sender): Outcome {
  const known = seqOf(room, sender.opId);
  if (known !== undefined) return { ...unchanged(room, known), duplicate: true };
  if (sender.baseSeq !== undefined && sender.baseSeq !== room.seq) {
    return staleBase(
      "The document has changed since: replacing it would undo that.",
      changesSince(room, sender.baseSeq),
    );
  }
  const ops = room.patchable && room.def !== null ? difference(room.def, def) : null;
  const change = changeOf(room, sender, ops, room.def, def);
  return {
    ok: true,
    room: withChange(room, change, def),
    seq: change.seq,
    broadcasts: [{ type: "full", change, def }],
  };
}

function changeOf(
  room: Room,
  { origin, opId, mtime }: Sender,
  ops: readonly MachineOp[] | null,
  before: JsonObject | null,
  after: JsonObject,
): Change {
  return {
    seq: room.seq + 1,
    origin,
    ops,
    ...(ops && before ? { gone: goneNames(machine(before), machine(after), ops) } : {}),
    ...(opId === undefined ? {} : { opId }),
    ...(mtime === undefined ? {} : { mtime }),
  };
}

function withChange(room: Room, change: Change, def: JsonObject): Room {
  const { seq, origin, ops, gone } = change;
  const ids = [changeName(room.epoch, change)];
  // A running machine, and a change of which nothing is left, leave the document as it is.
  const isNothing = ops !== null && ops.every(({ op }) => op.startsWith("runtime."));
  const logged = addToLog(room, change);
  const size = logged.log.at(-1)?.size;
  return {
    ...logged,
    def,
    unsaved: isNothing ? room.unsaved : addUnsaved(room, {
      seq,
      ids,
      origin,
      ops,
      ...(gone ? { gone } : {}),
      ...(ops ? {} : { def }),
      ...(size === undefined ? {} : { size }),
    }),
    active: ops === null ? room.active : activeAfter(room.active, ops),
  };
}

/** The active states after what a running machine told. */
function activeAfter(active: readonly string[], ops: readonly MachineOp[]): readonly string[] {
  if (!ops.some(({ op }) => op.startsWith("runtime."))) return active;
  const now = new Set(active);
  for (const op of ops) {
    if (op.op === "runtime.enter" && now.size < ROOM_LIMITS.active && isShort(op.state)) now.add(op.state);
    if (op.op === "runtime.exit") now.delete(op.state);
  }
  return [...now];
}

/** A name that no state has is not kept, and sent to all who come, only because somebody tells it. */
function isShort(state: string): boolean {
  return state.length <= ROOM_LIMITS.activeName;
}

function staleBase(message: string, missed?: readonly Change[]): Refused {
  return { ok: false, code: "stale_base", message, ...(missed ? { missed } : {}) };
}
