import { equalJson, type Gone, goneNames, type JsonObject, type MachineOp, rebaseOps } from "@loom/protocol";
import { besides } from "../room/additions.ts";
import { applied, difference, machine } from "../room/document.ts";

/** A change by operations, as others are adapted to it. */
export interface Step {
  /** The operations. */
  readonly ops: readonly MachineOp[];
  /** The names that they made disappear. */
  readonly gone?: Gone;
}

/**
 * Two ways that part at a document: what one party did, starting there, and what happened meanwhile.
 */
export interface Fork {
  /** The document where they part. */
  readonly under: JsonObject;
  /** What the other way leads to. */
  readonly def: JsonObject;
  /** The other way, from `under` to `def`; `null` when only its ends are known. */
  readonly across: readonly Step[] | null;
}

/** What becomes of operations that were made on `under` of a fork. */
export type Passage =
  | {
    readonly ok: true;
    /** The operations for `def`. */
    readonly ops: readonly MachineOp[];
    /** The document after them. */
    readonly after: JsonObject;
  }
  | {
    readonly ok: false;
    /** Why they cannot be made there, in a sentence. */
    readonly reason: string;
  };

/** The step from one document to another by operations. */
export function stepOf(ops: readonly MachineOp[], before: JsonObject, after: JsonObject): Step {
  return { ops, gone: goneNames(machine(before), machine(after), ops) };
}

/** The way from one document to another; empty when they are the same. */
export function wayBetween(before: JsonObject, after: JsonObject): readonly Step[] {
  if (before === after || equalJson(before, after)) return [];
  return [stepOf(difference(before, after), before, after)];
}

/** The other way of a fork, found out where it is not known. */
export function wayAcross({ under, def, across }: Fork): readonly Step[] {
  return across ?? wayBetween(under, def);
}

/**
 * Adapts operations that were made on `under` to what happened meanwhile.
 *
 * @param ownAfter `under` with the operations
 */
export function pass(own: readonly MachineOp[], ownAfter: JsonObject, fork: Fork): Passage {
  const across = wayAcross(fork);
  if (across.length === 0) return { ok: true, ops: own, after: ownAfter };
  const rebased = rebaseOps(own, across, goneNames(machine(fork.under), machine(ownAfter), own));
  if ("conflict" in rebased) return { ok: false, reason: rebased.conflict.reason };
  const after = applied(fork.def, rebased.ops);
  if (typeof after === "string") return { ok: false, reason: after };
  return { ok: true, ops: rebased.ops, after };
}

/** Operations one by one: those that fit. */
export interface PartPassage {
  /** The operations for `def`. */
  readonly ops: readonly MachineOp[];
  /** Whether some did not fit. */
  readonly isPart: boolean;
  /** The fork behind them. */
  readonly fork: Fork;
}

/**
 * Adapts operations that were made on `under` to what happened meanwhile, and leaves out those that do not fit; of these stays what they
 * add.
 *
 * @param isThere whether the other way holds an operation already, so that it is left out too
 */
export function passEach(
  own: readonly MachineOp[],
  start: Fork,
  isThere: (op: MachineOp) => boolean = () => false,
): PartPassage {
  let fork = start;
  let isPart = false;
  const ops: MachineOp[] = [];
  for (const op of own) {
    const ownAfter = applied(fork.under, [op]);
    if (typeof ownAfter === "string") return { ops, isPart: true, fork };
    if (isThere(op)) {
      fork = { under: ownAfter, def: fork.def, across: null };
      continue;
    }
    const passage = pass([op], ownAfter, fork);
    if (passage.ok) {
      ops.push(...passage.ops);
      fork = behind([op], ownAfter, fork, passage.after);
      continue;
    }
    isPart = true;
    const added = besides(op, fork.def);
    ops.push(...added.ops);
    fork = { under: ownAfter, def: added.def, across: null };
  }
  return { ops, isPart, fork };
}

/**
 * The fork behind operations that were made on `under`: it parts at the document after them.
 *
 * @param ownAfter `under` with the operations
 * @param after what `def` became with them; `def` itself when they were not made there
 */
export function behind(
  own: readonly MachineOp[],
  ownAfter: JsonObject,
  fork: Fork,
  after: JsonObject,
): Fork {
  const across = fork.across && moved(own, ownAfter, fork, after);
  return { under: ownAfter, def: after, across };
}

/** The other way, for after one's own operations; `null` where it does not lead to the same place exactly. */
function moved(
  own: readonly MachineOp[],
  ownAfter: JsonObject,
  { under, across }: Fork,
  after: JsonObject,
): readonly Step[] | null {
  const ops = across?.flatMap((step) => step.ops) ?? [];
  if (ops.length === 0) return equalJson(ownAfter, after) ? [] : null;
  const gone = across?.length === 1 ? across[0]?.gone : undefined;
  const rebased = rebaseOps(ops, [stepOf(own, under, ownAfter)], gone);
  if ("conflict" in rebased) return null;
  const reached = applied(ownAfter, rebased.ops);
  if (typeof reached === "string" || !equalJson(reached, after)) return null;
  return [stepOf(rebased.ops, ownAfter, after)];
}
