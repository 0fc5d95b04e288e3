import type { MachineOp } from "../../ops.ts";
import { collision, sameTarget } from "./collide.ts";
import { type Deed, type InsertionPlace, readDeed } from "./deed.ts";
import { coverAfter } from "./cover.ts";
import { followList, followListForNew, followThing, isEmptied, isLoss, type Loss } from "./follow.ts";
import { passOver, stepsToCross } from "./pass.ts";
import { renameInPayload } from "./payload.ts";
import { crossSteps, type Step } from "./positions.ts";
import { rewriteOp } from "./rewrite.ts";
import { nameThing, nameWhole, type Standing, type Thing } from "./thing.ts";

/** One operation carried over another one that came before it. */
export type Carried =
  /** It follows; `undefined` where there is nothing left to do. */
  | { readonly later: Deed | undefined; readonly earlier: Deed | undefined }
  /** It cannot: the beginning of a sentence that says why. */
  | { readonly reason: string };

/**
 * Carries an operation over another one, both made from the same document.
 *
 * @param later The operation that comes second.
 * @param earlier The operation that comes first.
 * @param isLast Whether nobody asks for what the earlier one still does afterwards.
 */
export function carryOver(later: Deed, earlier: Deed, isLast: boolean): Carried {
  if (earlier.verb === "runtime" || (setsMembersOnly(earlier) && later.wholes.length === 0)) {
    return { later, earlier };
  }
  if (later.verb === "runtime") return { later: withOp(later, renameInPayload(later, earlier)), earlier };
  if (isNoughtTogether(later, earlier)) return { later: undefined, earlier: undefined };
  const reason = collision(later, earlier);
  if (reason !== undefined) return { reason };
  const target = later.target && followThing(later.target, earlier);
  if (isLoss(target)) return lost(later, earlier, later.target as Thing, target, isLast);
  const list = later.place &&
    (later.verb === "add" ? followListForNew : followList)(later.place.list, earlier);
  if (isLoss(list)) return { reason: lossReason(nameWhole(later.place?.list ?? NOWHERE), list) };
  const steps = stepsToCross(later, earlier);
  const crossed = crossSteps(steps.later, steps.earlier, later.root ?? earlier.root);
  const put = crossed.later.find(({ takesOut }) => !takesOut);
  const isEnd = later.place && isEmptied(later.place.list, earlier);
  const place = later.place && list &&
    { list, index: isEnd ? Infinity : put ? put.index : later.place.index, sure: later.place.sure };
  return {
    later: moved(later, earlier, target, place, crossed.later),
    earlier: isLast ? undefined : passOver(earlier, later, crossed.earlier),
  };
}

const NOWHERE = { kind: "document", of: null } as const;

/** Whether it moves, names and replaces nothing, which most operations do not. */
function setsMembersOnly({ verb, renames, wholes, brings }: Deed): boolean {
  return verb === "update" && renames.length === 0 && wholes.length === 0 && brings.length === 0;
}

/** Whether the later operation would do what the earlier one did already. */
function isNoughtTogether(later: Deed, earlier: Deed): boolean {
  return later.verb === "remove" && earlier.verb === "remove" && sameTarget(later, earlier);
}

function lost(later: Deed, earlier: Deed, thing: Thing, loss: Loss, isLast: boolean): Carried {
  // What was removed with something above it needs no second removal.
  if (later.verb !== "remove" || loss !== "removed") return { reason: lossReason(nameThing(thing), loss) };
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
  later: Deed,
  earlier: Deed,
  target: Thing | undefined,
  place: InsertionPlace | undefined,
  steps: readonly Step[],
): Deed {
  const renamed = renameInPayload(later, earlier);
  const op = rewriteOp(later, renamed, target, place);
  const from = later.from && standing(steps, earlier);
  const gone = coverAfter(later, earlier);
  const isUntouched = op === later.op && target === later.target && gone === later.gone &&
    isSamePlace(place, later.place) && later.from === undefined && earlier.renames.length === 0;
  if (isUntouched) return later;
  if (op === later.op) return { ...later, target, place, from, gone, root: rootAfter(later, earlier) };
  const read = readDeed(op, undefined, rootAfter(later, earlier)) ?? later;
  return { ...read, place, from, gone };
}

function isSamePlace(a: InsertionPlace | undefined, b: InsertionPlace | undefined): boolean {
  return a === b || (a !== undefined && a.list === b?.list && a.index === b.index);
}

function standing(steps: readonly Step[], earlier: Deed): Standing | undefined {
  const out = steps.find(({ takesOut }) => takesOut);
  if (!out || out.index === null) return undefined;
  const list = followList(out.list, earlier);
  return isLoss(list) ? undefined : { list, index: out.index };
}

function rootAfter({ root }: Deed, earlier: Deed): string | undefined {
  if (root === undefined) return undefined;
  const renaming = earlier.renames.find(({ kind, from }) => kind === "state" && from === root);
  return renaming?.to ?? root;
}

function withOp(deed: Deed, op: MachineOp): Deed {
  return op === deed.op ? deed : { ...deed, op };
}
