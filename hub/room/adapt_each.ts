import { adaptOps, type AnyOp, type Changes, type Fork, forkAfter } from "@loom/protocol";

/** The part of some operations that applies to {@linkcode Fork.now}. */
export interface AdaptedPart {
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** Number of of the original operations do not apply. */
  readonly failed: number;
  /** The fork after the operations. */
  readonly fork: Fork;
}

/**
 * Adapts operations that were made on `under` one by one. Of one that conflicts, only what it adds is kept.
 *
 * @param isThere whether the other history holds an operation already, so that it is skipped
 */
export function adaptEach(
  changes: Changes,
  own: readonly AnyOp[],
  start: Fork,
  isThere: (op: AnyOp) => boolean = () => false,
): AdaptedPart {
  let fork = start;
  let failed = 0;
  const ops: AnyOp[] = [];
  for (const op of own) {
    const result = changes.apply(fork.under, [op]);
    if (!result.ok) return { ops, failed: own.length - ops.length, fork };
    const ownAfter = result.value;
    if (isThere(op)) {
      fork = { under: ownAfter, now: fork.now, across: null };
      continue;
    }
    const adapted = adaptOps(changes, [op], ownAfter, fork);
    if (adapted.ok) {
      ops.push(...adapted.value.ops);
      fork = forkAfter(changes, [op], ownAfter, fork, adapted.value.after);
      continue;
    }
    failed++;
    const added = applyAdditions(changes, op, fork.now);
    ops.push(...added.ops);
    fork = { under: ownAfter, now: added.after, across: null };
  }
  return { ops, failed, fork };
}

/** Adds to a document what an operation adds, where the rest of the operation conflicts with the document. */
export function applyAdditions(changes: Changes, op: AnyOp, def: Fork["now"]) {
  const ops = changes.additions(op, def);
  const after = ops.length === 0 ? undefined : changes.apply(def, ops);
  return after?.ok ? { ops, after: after.value } : { ops: [], after: def };
}
