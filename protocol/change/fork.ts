import { equalJson } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { AnyOp, Changes, ChangeStep } from "../kind.ts";
import type { Overwritten } from "./rebase/rebase.ts";
import { done, refused, type Result } from "../refusal.ts";

/** Two histories that diverge at a document: the operations of one party, and what happened meanwhile. */
export interface Fork {
  /** The document where they diverge. */
  readonly under: JsonObject;
  /** The document that the other history leads to. */
  readonly now: JsonObject;
  /** The other history, from `under` to `now`; `null` when only its ends are known. */
  readonly across: readonly ChangeStep[] | null;
}

/** Operations that apply to {@linkcode Fork.now}, with their result. */
export interface AdaptedOps {
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The document after them. */
  readonly after: JsonObject;
}

/** The step from one document to another by operations. */
export function stepOf(
  changes: Changes,
  ops: readonly AnyOp[],
  before: JsonObject,
  after: JsonObject,
): ChangeStep {
  return { ops, gone: changes.gone(before, after, ops) };
}

/** The steps from one document to another; empty when they are equal. */
export function stepsBetween(
  changes: Changes,
  before: JsonObject,
  after: JsonObject,
): readonly ChangeStep[] {
  if (before === after || equalJson(before, after)) return [];
  return [stepOf(changes, changes.diff(before, after), before, after)];
}

/**
 * Adapts operations that were made on `under` to what happened meanwhile.
 *
 * @param ownAfter `under` with the operations.
 * @param onOverwritten Called for each value of the other history that the operations overwrite.
 */
export function adaptOps(
  changes: Changes,
  own: readonly AnyOp[],
  ownAfter: JsonObject,
  { under, now, across }: Fork,
  onOverwritten?: (overwritten: Overwritten) => void,
): Result<AdaptedOps> {
  const steps = across ?? stepsBetween(changes, under, now);
  if (steps.length === 0) return done({ ops: own, after: ownAfter });
  const rebased = changes.rebase(own, steps, changes.gone(under, ownAfter, own), onOverwritten);
  if ("conflict" in rebased) return refused({ code: "conflict", message: rebased.conflict.reason });
  const after = changes.apply(now, rebased.ops);
  return after.ok ? done({ ops: rebased.ops, after: after.value }) : after;
}

/**
 * The fork after operations that were made on `under`: it diverges at the document after them.
 *
 * @param ownAfter `under` with the operations.
 * @param after `now` with the adapted operations.
 */
export function forkAfter(
  changes: Changes,
  own: readonly AnyOp[],
  ownAfter: JsonObject,
  { under, across }: Fork,
  after: JsonObject,
): Fork {
  const fork = { under: ownAfter, now: after };
  const ops = across?.flatMap((step) => step.ops);
  if (across === null || ops === undefined) return { ...fork, across: null };
  if (ops.length === 0) return { ...fork, across: equalJson(ownAfter, after) ? [] : null };
  const gone = across.length === 1 ? across[0]?.gone : undefined;
  const rebased = changes.rebase(ops, [stepOf(changes, own, under, ownAfter)], gone);
  if ("conflict" in rebased) return { ...fork, across: null };
  const reached = changes.apply(ownAfter, rebased.ops);
  if (!reached.ok || !equalJson(reached.value, after)) return { ...fork, across: null };
  return { ...fork, across: [stepOf(changes, rebased.ops, ownAfter, after)] };
}
