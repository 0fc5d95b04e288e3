import {
  equalJson,
  type FileNotice,
  type FullEnvelope,
  type JsonObject,
  type MachineOp,
  type PatchEnvelope,
  WIRE_LIMITS,
} from "@loom/protocol";
import { applied, difference } from "../room/document.ts";
import type { Adapted } from "./carry.ts";
import { launch } from "./launch.ts";
import { addsBeyond, hasLanded, isOnce } from "./has_landed.ts";
import { renew } from "./renew.ts";
import {
  activeAfter,
  type Entry,
  isBehind,
  isOfRun,
  type Replica,
  REPLICA_LIMITS,
  type Turn,
} from "./replica.ts";
import { trailAfter, trailFrom, unsavedAfter } from "./trail.ts";
import { type Fork, passEach, stepOf } from "./transform.ts";
import { Turning } from "./turning.ts";

/** Takes in a `def:patch` of the hub. Messages may come twice and in any order. */
export function patched(replica: Replica, envelope: PatchEnvelope): Turn {
  const turning = new Turning(replica);
  takePatch(turning, envelope);
  launch(turning);
  return turning.done();
}

/** Takes in a `def:full` of the hub. */
export function replaced(replica: Replica, envelope: FullEnvelope): Turn {
  const turning = new Turning(replica);
  takeFull(turning, envelope);
  launch(turning);
  return turning.done();
}

/** Takes in a `def:file` of the hub. */
export function fileMoved(replica: Replica, notice: FileNotice): Turn {
  const turning = new Turning(replica);
  if (notice.seq > replica.seq) {
    // What it says of the file holds for a document that has not come yet.
    turning.set({ notice });
    if (replica.isJoined && replica.notice === null && replica.ahead.length === 0) {
      turning.tell({ type: "gap" });
    }
  } else if (notice.seq === replica.seq && replica.isJoined) {
    takeNotice(turning, notice);
    // So the hub answers when nothing is missing.
    if (replica.asked === "missed" && replica.ahead.length === 0) turning.set({ asked: null });
  }
  launch(turning);
  return turning.done();
}

function takeNotice(turning: Turning, { revision, unsaved }: FileNotice): void {
  turning.set({ fileRevision: revision, unsaved, notice: null });
  if (!unsaved) turning.set({ trail: trailFrom(turning.replica.confirmed), unsavedIds: [] });
}

/** What is missing did not come in a while: asks for it. */
export function gapLasted(replica: Replica): Turn {
  const turning = new Turning(replica);
  const { isJoined, seq, epoch } = replica;
  if (!isJoined || epoch === null || !isBehind(replica)) return turning.done();
  const asked = replica.asked ?? "missed";
  turning.set({ asked });
  turning.tell({ type: "request", ...(asked === "missed" ? { sinceSeq: seq, epoch } : {}) }, { type: "gap" });
  return turning.done();
}

/** Takes in a patch, and those that waited for it. */
export function takePatch(turning: Turning, envelope: PatchEnvelope): void {
  const { isJoined, epoch, seq, ahead } = turning.replica;
  if (isJoined && envelope.epoch !== epoch) return askWhole(turning);
  if (isJoined && envelope.seq <= seq) return;
  if (isJoined && envelope.seq === seq + 1) {
    applyPatch(turning, envelope);
    return drain(turning);
  }
  if (ahead.some((other) => other.seq === envelope.seq && other.epoch === envelope.epoch)) return;
  turning.set({ ahead: [...ahead, envelope].slice(-REPLICA_LIMITS.ahead) });
  if (isJoined && ahead.length === 0) turning.tell({ type: "gap" });
}

/** Takes in the messages whose turn has come. */
export function drain(turning: Turning): void {
  for (;;) {
    const { ahead, seq, epoch } = turning.replica;
    const rest = ahead.filter((envelope) => envelope.epoch === epoch && envelope.seq > seq);
    const next = rest.find((envelope) => envelope.seq === seq + 1);
    turning.set({ ahead: rest.filter((envelope) => envelope !== next) });
    if (!next) break;
    applyPatch(turning, next);
  }
  const { ahead, asked, notice, seq } = turning.replica;
  if (notice && notice.seq === seq) takeNotice(turning, notice);
  else if (notice && notice.seq < seq) turning.set({ notice: null });
  if (ahead.length === 0 && asked === "missed") turning.set({ asked: null });
}

function applyPatch(turning: Turning, envelope: PatchEnvelope): void {
  const { replica } = turning;
  const { confirmed } = replica;
  // The hub has checked that these are operations.
  const ops = envelope.ops as MachineOp[];
  const def = confirmed === null ? "" : isOfRun(ops) ? confirmed : applied(confirmed, ops);
  if (confirmed === null || typeof def === "string") return askWhole(turning);
  advance(turning, envelope, {
    trail: trailAfter(replica, envelope, ops, def),
    unsavedIds: unsavedAfter(replica.unsavedIds, envelope, ops),
    active: activeAfter(replica.active, ops),
  });
  turning.tell({ type: "patch", envelope });
  const { flight, opId } = { flight: replica.flight, opId: envelope.opId };
  const isLanded = (entry: Entry) => opId !== undefined && hasCome(entry, opId);
  const mine = replica.pending.findLast((entry) => isLanded(entry));
  // What the hub made of one's own changes is what they were, unless others came in between in an odd way.
  const isAsSent = mine?.after !== undefined && mine.after !== null && equalJson(mine.after, def);
  const steps = mine ? null : def === confirmed ? [] : [stepOf(ops, confirmed, def)];
  // What this client sent under a name came whole, however the hub adapted it.
  const isByOther = opId !== undefined && !replica.selfIds.includes(envelope.origin);
  const rests = isByOther ? restsOf(replica, opId, ops) : NO_RESTS;
  turning.confirm(isAsSent && mine?.after ? mine.after : def, steps, {
    isLanded: (entry) => isLanded(entry) && !rests.has(entry.id),
    remake: (entry, fork) => {
      const rest = rests.get(entry.id);
      return rest && remainder(entry, rest, fork);
    },
  });
  if (flight && flight.id === opId) turning.land(flight, envelope.seq);
  else if (mine && mine.flight === undefined) {
    const opIds = replica.pending.filter((entry) => isLanded(entry) && !rests.has(entry.id)).map(({ id }) =>
      id
    );
    turning.tell({ type: "settled", opIds, seq: envelope.seq, epoch: envelope.epoch });
  }
  landAcked(turning);
}

function takeFull(turning: Turning, envelope: FullEnvelope): void {
  const { isJoined, epoch, seq, asked, confirmed, patchable } = turning.replica;
  if (!isJoined) return;
  const def = envelope.def as JsonObject | null;
  if (envelope.epoch !== epoch) {
    const { seq, epoch, fileRevision: revision = null, unsaved = true } = envelope;
    renew(turning, { def, seq, epoch, revision, unsaved, known: undefined });
    turning.set({ unsavedIds: envelope.unsavedOpIds ?? [] });
  } else {
    if (envelope.seq < seq || (envelope.seq === seq && asked === null)) return;
    const isNext = envelope.seq === seq + 1;
    const ops = patchable && confirmed && def && isNext ? difference(confirmed, def) : undefined;
    const trail = ops && def ? trailAfter(turning.replica, envelope, ops, def) : trailFrom(def);
    const { unsavedOpIds = unsavedAfter(turning.replica.unsavedIds, envelope, null) } = envelope;
    advance(turning, envelope, { trail, unsavedIds: unsavedOpIds });
    const { flight } = turning.replica;
    const isOwn = flight !== null && flight.id === envelope.opId;
    turning.confirm(def, null, {
      isLanded: (entry, { under, def }) =>
        (isOwn && entry.flight === flight.id) ||
        (!isNext && entry.flight !== undefined && hasLanded(entry, under, def)),
    });
    if (isOwn) turning.land(flight, envelope.seq);
  }
  turning.set({ asked: null });
  turning.tell({ type: "full", envelope });
  landAcked(turning);
  drain(turning);
}

/** Whether a change came back under a name; another client may have been first to make it again, as far as there was ground for it. */
function hasCome({ flight, sentAs }: Entry, opId: string): boolean {
  return sentAs === opId || flight === opId;
}

const NO_RESTS: ReadonlyMap<string, ReadonlySet<MachineOp>> = new Map();

/** Ends the name of what was missing of a change that several make again: all of them have to use the same. */
const REST = ".rest";

function nameOfRest(opId: string): string {
  return opId.slice(0, WIRE_LIMITS.opId - REST.length) + REST;
}

/**
 * What is missing of changes when someone else has made them again under their name, and had no ground for all of it: by the name of
 * the change, the operations. Of those that others make again too, only what cannot be there twice.
 */
function restsOf(
  { pending }: Replica,
  opId: string,
  came: readonly MachineOp[],
): ReadonlyMap<string, ReadonlySet<MachineOp>> {
  if (opId.endsWith(REST)) return NO_RESTS;
  const again = pending.filter(({ sentAs }) => sentAs === opId);
  if (again.length === 0) return NO_RESTS;
  const rests = again.map(({ id, ops, isOffered }) => {
    const rest = addsBeyond(ops ?? [], came);
    return [id, isOffered ? new Set([...rest].filter(isOnce)) : rest] as const;
  });
  return new Map(rests.filter(([, rest]) => rest.size > 0));
}

/** The rest of a change as a change of its own, with a new name; what was left out of it before is told already. */
function remainder(entry: Entry, rest: ReadonlySet<MachineOp>, start: Fork): Adapted {
  const { ops, fork } = passEach(entry.ops ?? [], start, (op) => !rest.has(op));
  const { sentAs, original: _, isRipe: __, isTold: ___, ...own } = entry;
  if (entry.isOffered) {
    return { entry: { ...own, sentAs: nameOfRest(sentAs ?? entry.id), ops, after: fork.def }, fork };
  }
  const tries = entry.tries + (entry.flight === undefined ? 1 : 0);
  return { entry: { ...own, ops, after: fork.def, tries }, fork };
}

/** The flight whose ack came before what it tells of. */
export function landAcked(turning: Turning): void {
  const { flight, seq } = turning.replica;
  if (flight?.ackedAt === undefined || flight.ackedAt > seq) return;
  turning.settleOn({ isLanded: (entry) => entry.flight === flight.id });
  turning.land(flight, flight.ackedAt);
}

function askWhole(turning: Turning): void {
  if (turning.replica.asked === "whole") return;
  turning.set({ asked: "whole" });
  turning.tell({ type: "request" }, { type: "gap" });
}

function advance(
  turning: Turning,
  { seq, fileRevision, mtime, unsaved }: PatchEnvelope | FullEnvelope,
  members: Partial<Replica>,
): void {
  turning.set({
    ...members,
    seq,
    ...(fileRevision === undefined ? {} : { fileRevision }),
    ...(mtime === undefined ? {} : { fileTime: mtime }),
    ...(unsaved === undefined ? {} : { unsaved }),
  });
}
