import { equalJson } from "../../json/equal.ts";
import { isObject } from "../../json/value.ts";
import type { AnyOp } from "../row.ts";
import type { Algebra } from "../apply.ts";
import { DOCUMENT, type Members } from "../model.ts";
import { rename } from "../rename.ts";
import type { OpRow } from "../row.ts";
import { conflict, haveSameTarget } from "./conflict.ts";
import { contextsOf, type Gone } from "./context.ts";
import { type Effect, type Insertion, patchOf, readEffect } from "./effect.ts";
import {
  followList,
  followListForNew,
  followTarget,
  goneAfter,
  isEmptied,
  isLoss,
  type Loss,
} from "./follow.ts";
import { passOver, stepsToCross } from "./pass.ts";
import { crossSteps, type Step } from "./positions.ts";
import { type ListPosition, type Target, targetText, wholeText } from "./target.ts";

/** A change that happened meanwhile. */
export interface ChangeStep<Op extends AnyOp = AnyOp> {
  /** Its operations, as they were applied. */
  readonly ops: readonly Op[];
  /** The names that disappeared with it. Default: the names that the operations mention. */
  readonly gone?: Gone;
}

/** Operations that fit the newer document, or why they cannot. */
export type RebaseResult<Op extends AnyOp = AnyOp> = { ops: Op[] } | { conflict: RebaseConflict<Op> };

/** Why operations do not fit the newer document. */
export interface RebaseConflict<Op extends AnyOp = AnyOp> {
  /** The index of the operation that does not fit. */
  index: number;
  /** The operation that happened meanwhile and is in its way. */
  with: Op;
  /** The sentence that says so. */
  reason: string;
}

/** A member that both sides set to different values: the later value stands, the earlier one is lost. */
export interface Overwritten {
  /** The index of the operation whose value stands, among those that {@linkcode rebase} returns. */
  readonly index: number;
  /** The member. */
  readonly member: string;
  /** The lost value; `undefined` for a member that was taken away. */
  readonly was: unknown;
  /** The index of the step that had set it. */
  readonly step: number;
}

/**
 * Adapts operations to what happened since the document they were made from: names follow renames, indices follow
 * what was inserted, removed and moved before them. An operation whose part is gone is refused; it is never
 * applied to another part that has the same name or index now.
 *
 * @param ops The operations; they apply one after the other to the document that `over` begins with, too.
 * @param over What happened meanwhile, in order.
 * @param gone What disappeared with `ops` themselves, when their author's document is at hand; it makes places
 * exact, and refusals fewer.
 * @param onOverwritten Called for each value of `over` that the operations overwrite.
 * @returns The operations to apply after `over`; those that have nothing left to do are missing.
 */
export function rebase(
  algebra: Algebra,
  ops: readonly AnyOp[],
  over: readonly ChangeStep[],
  gone?: Gone,
  onOverwritten?: (overwritten: Overwritten) => void,
): RebaseResult {
  const earlier = over.flatMap(({ ops, gone }, step) =>
    readAll(algebra, ops, gone).map((read): Earlier => ({ ...read, step }))
  );
  if (earlier.length === 0) return { ops: [...ops] };
  const rebased: AnyOp[] = [];
  let rest: Earlier[] = earlier;
  for (const [index, { effect, op }] of readAll(algebra, ops, gone).entries()) {
    const isLast = index === ops.length - 1;
    const lost = new Map<string, Pick<Overwritten, "was" | "step">>();
    const followed = followOthers(algebra, effect, op, rest, isLast, lost);
    if ("reason" in followed) return { conflict: { index, with: followed.with, reason: followed.reason } };
    if (followed.effect) {
      for (const [member, one] of lost) onOverwritten?.({ index: rebased.length, member, ...one });
      rebased.push(followed.effect.op);
    }
    rest = followed.rest;
  }
  return { ops: rebased };
}

/** An operation with its effect; without one when it is not known. */
interface Read {
  readonly op: AnyOp;
  readonly effect: Effect | undefined;
}

/** An operation that came first, and the step that has it. */
interface Earlier extends Read {
  readonly step: number;
}

function readAll(algebra: Algebra, ops: readonly AnyOp[], gone: Gone | undefined): Read[] {
  const contexts = contextsOf(algebra, ops, gone);
  let root = gone?.root;
  return ops.map((op, index) => {
    const effect = readEffect(algebra, op, contexts[index] ?? undefined, root);
    root = effect ? rootAfter(effect, root) : root;
    return { op, effect };
  });
}

/** The name of the root after an operation. */
function rootAfter({ renames, structure }: Effect, root: string | undefined): string | undefined {
  const part = structure.innersOf(DOCUMENT).find((inner) => structure.isNamed(inner.part))?.part ?? "";
  return renames.find(({ space, from }) => space === structure.spaceOf(part) && from === root)?.to ?? root;
}

type Followed =
  | { readonly effect: Effect | undefined; readonly rest: Earlier[] }
  | { readonly with: AnyOp; readonly reason: string };

function followOthers(
  algebra: Algebra,
  later: Effect | undefined,
  op: AnyOp,
  earlier: readonly Earlier[],
  isLast: boolean,
  lost: Map<string, Pick<Overwritten, "was" | "step">>,
): Followed {
  let effect = later;
  const rest: Earlier[] = [];
  for (const [index, other] of earlier.entries()) {
    if (effect?.verb === "report" && !other.effect) {
      rest.push(other);
      continue;
    }
    if (!effect || !other.effect) {
      return { with: other.op, reason: unknownReason(effect ? other.op : op, op) };
    }
    noteOverwritten(effect, other.effect, other.step, lost);
    const one = follow(algebra, effect, other.effect, isLast);
    if ("reason" in one) return { with: other.op, reason: sentence(op, one.reason) };
    if (one.earlier) rest.push({ op: other.op, effect: one.earlier, step: other.step });
    if (!one.later) {
      return { effect: undefined, rest: isLast ? rest : [...rest, ...earlier.slice(index + 1)] };
    }
    effect = one.later;
  }
  return { effect, rest };
}

/** Notes the members that both set, to different values. */
function noteOverwritten(
  later: Effect,
  earlier: Effect,
  step: number,
  lost: Map<string, Pick<Overwritten, "was" | "step">>,
): void {
  if (later.verb !== earlier.verb || !haveSameTarget(later, earlier)) return;
  const [mine, theirs] = [membersOf(later), membersOf(earlier)];
  for (const [member, value] of mine ?? []) {
    if (!theirs?.has(member)) continue;
    const was = theirs.get(member);
    if (equalJson(value, was)) lost.delete(member);
    else lost.set(member, { was, step });
  }
}

/** The members that an update or a rename sets. */
function membersOf({ verb, op, row, target, structure }: Effect): ReadonlyMap<string, unknown> | undefined {
  if (verb === "update") return patchOf(op, row);
  if (verb !== "rename" || target?.by !== "name") return undefined;
  const part = structure.model.parts[target.of] ? target.of : structure.partsIn(target.space)[0] ?? "";
  const member = structure.model.parts[part]?.key?.member;
  return member === undefined ? undefined : new Map([[member, op.to]]);
}

function sentence(op: AnyOp, reason: string): string {
  return `${op.op}: ${reason} meanwhile; look at the document as it is now and decide again.`;
}

function unknownReason(unknown: AnyOp, op: AnyOp): string {
  const name = isObject(unknown) && typeof unknown.op === "string" ? unknown.op : "";
  return `${unknown === op ? "" : "meanwhile, "}the operation ${
    JSON.stringify(name)
  } cannot be rebased, since it is not ` +
    "known or not complete; look at the document as it is now and decide again.";
}

/** One operation after another one. */
type Following =
  /** It follows; `undefined` where there is nothing left to do. */
  | { readonly later: Effect | undefined; readonly earlier: Effect | undefined }
  /** It cannot: the beginning of a sentence that says why. */
  | { readonly reason: string };

/**
 * Adapts an operation to another one, both made from the same document.
 *
 * @param later The operation that comes second.
 * @param earlier The operation that comes first.
 * @param isLast Nobody asks for what the earlier one still does afterwards.
 */
function follow(algebra: Algebra, later: Effect, earlier: Effect, isLast: boolean): Following {
  if (earlier.verb === "report" || (setsMembersOnly(earlier) && later.wholes.length === 0)) {
    return { later, earlier };
  }
  if (later.verb === "report") return { later: withOp(later, renamedOp(later, earlier)), earlier };
  if (later.verb === "remove" && earlier.verb === "remove" && haveSameTarget(later, earlier)) {
    return { later: undefined, earlier: undefined };
  }
  const reason = conflict(later, earlier);
  if (reason !== undefined) return { reason };
  const target = later.target && followTarget(later.target, earlier);
  if (isLoss(target)) return lost(later, earlier, later.target as Target, target, isLast);
  const list = later.place &&
    (later.verb === "add" ? followListForNew : followList)(later.place.list, earlier);
  if (isLoss(list)) {
    return { reason: lossReason(wholeText(later.structure, later.place?.list ?? NOWHERE), list) };
  }
  const steps = stepsToCross(later, earlier);
  const crossed = crossSteps(steps.later, steps.earlier, later.root ?? earlier.root);
  const put = crossed.later.find(({ takesOut }) => !takesOut);
  const isEnd = later.place && isEmptied(later.place.list, earlier);
  const place = later.place && list &&
    { list, index: isEnd ? Infinity : put ? put.index : later.place.index, sure: later.place.sure };
  return {
    later: moved(algebra, later, earlier, target, place, crossed.later),
    earlier: isLast ? undefined : passOver(earlier, later, crossed.earlier),
  };
}

const NOWHERE = { kind: DOCUMENT, of: null } as const;

/** True when it moves, names and replaces nothing, which most operations do not. */
function setsMembersOnly({ verb, renames, wholes, brings }: Effect): boolean {
  return verb === "update" && renames.length === 0 && wholes.length === 0 && brings.length === 0;
}

function lost(later: Effect, earlier: Effect, target: Target, loss: Loss, isLast: boolean): Following {
  // What was removed with something above it needs no second removal.
  if (later.verb !== "remove" || loss !== "removed") {
    return { reason: lossReason(targetText(later.structure, target), loss) };
  }
  const steps = stepsToCross(later, earlier);
  const crossed = crossSteps(steps.later, steps.earlier, later.root ?? earlier.root);
  return { later: undefined, earlier: isLast ? undefined : passOver(earlier, later, crossed.earlier) };
}

function lossReason(what: string, loss: Loss): string {
  if (loss === "unclear") {
    return `what stands in the place of ${what} cannot be told any more: its list was changed`;
  }
  return `${what} ${what.endsWith("s") ? "were" : "was"} ${loss}`;
}

/** The later operation as it is after the earlier one. */
function moved(
  algebra: Algebra,
  later: Effect,
  earlier: Effect,
  target: Target | undefined,
  place: Insertion | undefined,
  steps: readonly Step[],
): Effect {
  const op = rewriteOp(later, renamedOp(later, earlier), target, place);
  const from = later.from && positionAfter(steps, earlier);
  const gone = goneAfter(later, earlier);
  const isUntouched = op === later.op && target === later.target && gone === later.gone &&
    isSamePlace(place, later.place) && later.from === undefined && earlier.renames.length === 0;
  if (isUntouched) return later;
  const root = later.root === undefined ? undefined : rootAfter(earlier, later.root);
  if (op === later.op) return { ...later, target, place, from, gone, root };
  const read = readEffect(algebra, op, undefined, root) ?? later;
  return { ...read, place, from, gone };
}

function isSamePlace(a: Insertion | undefined, b: Insertion | undefined): boolean {
  return a === b || (a !== undefined && a.list === b?.list && a.index === b.index);
}

function positionAfter(steps: readonly Step[], earlier: Effect): ListPosition | undefined {
  const out = steps.find(({ takesOut }) => takesOut);
  if (!out || out.index === null) return undefined;
  const list = followList(out.list, earlier);
  return isLoss(list) ? undefined : { list, index: out.index };
}

function withOp(effect: Effect, op: AnyOp): Effect {
  return op === effect.op ? effect : { ...effect, op };
}

/** Renames in the texts that an operation brings along, as the rename of an earlier one did in the document. */
function renamedOp({ op, row, structure }: Effect, by: Effect): AnyOp {
  if (row.verb === "report") return renamedReport(op, row.reports ?? {}, by);
  const [renamed] = by.renames;
  if (!by.rewrites || !renamed || !row.payload) return op;
  const { field, as } = row.payload;
  // An update of a part that refers to nothing names at most itself.
  const refersToNothing = Object.values(structure.part(as).members ?? {}).every(({ is }) => is === "list");
  if (row.verb === "update" && structure.isNamed(as) && refersToNothing) return op;
  const after = rename(structure, renamed).part(as, op[field]);
  return after === op[field] ? op : { ...op, [field]: after };
}

/** The fields of a report name parts as the row says. */
function renamedReport(
  op: AnyOp,
  reports: NonNullable<OpRow["reports"]>,
  { renames, structure }: Effect,
): AnyOp {
  let now = op;
  for (const { space, of, from, to } of renames) {
    const part = structure.model.parts[of] ? of : structure.partsIn(space)[0] ?? of;
    for (const [key, named] of Object.entries(reports)) {
      if (named === part && now[key] === from) now = { ...now, [key]: to };
    }
  }
  return now;
}

/**
 * An operation with its references as they are now. Only what changed is written, so that an operation that
 * nothing concerns stays as its author wrote it.
 */
function rewriteOp(
  effect: Effect,
  op: AnyOp,
  target: Target | undefined,
  place: Insertion | undefined,
): AnyOp {
  const changes: Members = {};
  if (target && effect.target && target !== effect.target) {
    writeTarget(changes, effect, effect.target, target);
  }
  if (place && effect.place) writePlace(changes, effect, op, effect.place, place);
  // Without a second owner the item stays where it is, which may be elsewhere now.
  const [own, shared] = effect.row.place?.owner ?? [];
  if (own !== undefined && shared !== undefined && target?.by === "index" && place) {
    if (target.list.of !== place.list.of) changes[own] = place.list.of;
  }
  if (Object.keys(changes).length === 0) return op;
  const members = Object.entries({ ...op, ...changes }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(members), op: op.op };
}

function writeTarget(changes: Members, { row }: Effect, before: Target, now: Target): void {
  const spec = row.target;
  if (spec?.by === "index") {
    if (before.by !== "index" || now.by !== "index") return;
    if (spec.owner !== undefined && now.list.of !== before.list.of) changes[spec.owner] = now.list.of;
    if (now.index !== before.index) changes.index = now.index;
  } else if (spec?.field !== undefined && now.by !== "index") {
    changes[spec.field] = now.name;
  }
}

function writePlace(changes: Members, { row }: Effect, op: Members, before: Insertion, now: Insertion): void {
  const spec = row.place;
  if (!spec) return;
  const owner = spec.owner?.[0];
  const isNamed = owner !== undefined && op[owner] !== undefined && op[owner] !== null;
  if (isNamed && now.list.of !== before.list.of) changes[owner] = now.list.of;
  const given = spec.index === undefined ? undefined : op[spec.index];
  if (spec.index === undefined || typeof given !== "number" || now.index === null) return;
  // An index from the end would mean another place once the list is longer.
  const index = now.index === Infinity ? undefined : now.index;
  if (now.index !== before.index || given < 0) changes[spec.index] = index;
}
