import { isObject } from "../../../json/value.ts";
import type { MachineOp } from "../../ops.ts";
import { type Deed, readDeed } from "./deed.ts";
import { type Gone, spotsOf } from "./gone.ts";
import { carryOver } from "./rebase_op.ts";

/** A change that happened meanwhile. */
export interface Committed {
  /** Its operations, as they were applied. */
  readonly ops: readonly MachineOp[];
  /** What `goneNames` said of it. Without it, what the operations name is taken for all that disappeared. */
  readonly gone?: Gone;
}

/** Operations that fit the newer document, or why they cannot. */
export type Rebased = { ops: MachineOp[] } | { conflict: RebaseConflict };

/** Why operations do not fit the newer document. */
export interface RebaseConflict {
  /** The index of the operation that does not fit. */
  index: number;
  /** The operation that happened meanwhile and is in its way. */
  with: MachineOp;
  /** The sentence that says so. */
  reason: string;
}

/**
 * Adapts operations to what happened since the document they were made from: names follow renames, indices follow
 * what was inserted, removed and moved before them. An operation whose thing is gone is refused; it is never
 * applied to something else that has the same name or index now.
 *
 * `protocol/REBASE.md` says for every operation what it refers to and who wins.
 *
 * @param ops The operations; they apply one after the other to the document that `over` begins with, too.
 * @param over What happened meanwhile, in order.
 * @param gone What `goneNames` says of `ops` themselves, when their author's document is at hand; it makes places
 * among states and events exact, and refusals fewer.
 * @returns The operations to apply after `over`; those that have nothing left to do are missing.
 *
 * @example
 * ```ts
 * import { type MachineOp, rebaseOps } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const mine: MachineOp[] = [{ op: "transition.update", state: "Open", index: 1, patch: { event: "shut" } }];
 * const theirs: MachineOp[] = [
 *   { op: "transition.remove", state: "Open", index: 0 },
 *   { op: "state.rename", name: "Open", to: "Ajar" },
 * ];
 * assertEquals(rebaseOps(mine, [{ ops: theirs }]), {
 *   ops: [{ op: "transition.update", state: "Ajar", index: 0, patch: { event: "shut" } }],
 * });
 * ```
 */
export function rebaseOps(ops: readonly MachineOp[], over: readonly Committed[], gone?: Gone): Rebased {
  const earlier = over.flatMap(({ ops, gone }) => readAll(ops, gone));
  if (earlier.length === 0) return { ops: [...ops] };
  const rebased: MachineOp[] = [];
  let rest: Earlier[] = earlier;
  for (const [index, { deed, op }] of readAll(ops, gone).entries()) {
    const isLast = index === ops.length - 1;
    const carried = carryOverAll(deed, op, rest, isLast);
    if ("reason" in carried) return { conflict: { index, with: carried.with, reason: carried.reason } };
    if (carried.deed) rebased.push(carried.deed.op);
    rest = carried.rest;
  }
  return { ops: rebased };
}

/** An operation with what is known of it; nothing for one that is not known. */
interface Earlier {
  readonly op: MachineOp;
  readonly deed: Deed | undefined;
}

function readAll(ops: readonly MachineOp[], gone: Gone | undefined): Earlier[] {
  const spots = spotsOf(ops, gone);
  let root = gone?.root;
  return ops.map((op, index) => {
    const deed = readDeed(op, spots[index] ?? undefined, root);
    root = deed?.renames.find(({ kind, from }) => kind === "state" && from === root)?.to ?? root;
    return { op, deed };
  });
}

type CarriedOverAll =
  | { readonly deed: Deed | undefined; readonly rest: Earlier[] }
  | { readonly with: MachineOp; readonly reason: string };

function carryOverAll(
  later: Deed | undefined,
  op: MachineOp,
  earlier: readonly Earlier[],
  isLast: boolean,
): CarriedOverAll {
  let deed = later;
  const rest: Earlier[] = [];
  for (const [index, other] of earlier.entries()) {
    if (deed?.verb === "runtime" && !other.deed) {
      rest.push(other);
      continue;
    }
    if (!deed || !other.deed) return { with: other.op, reason: unknownReason(deed ? other.op : op, op) };
    const carried = carryOver(deed, other.deed, isLast);
    if ("reason" in carried) return { with: other.op, reason: sentence(op, carried.reason) };
    if (carried.earlier) rest.push({ op: other.op, deed: carried.earlier });
    if (!carried.later) {
      return { deed: undefined, rest: isLast ? rest : [...rest, ...earlier.slice(index + 1)] };
    }
    deed = carried.later;
  }
  return { deed, rest };
}

function sentence(op: MachineOp, reason: string): string {
  return `${op.op}: ${reason} meanwhile; look at the document as it is now and decide anew.`;
}

function unknownReason(unknown: MachineOp, op: MachineOp): string {
  const name = isObject(unknown) && typeof unknown.op === "string" ? unknown.op : "";
  return `${unknown === op ? "" : "meanwhile, "}the operation ${
    JSON.stringify(name)
  } cannot be rebased, since it is not ` +
    "known or not complete; look at the document as it is now and decide anew.";
}
