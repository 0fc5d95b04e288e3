import {
  adaptOps,
  type Changes,
  equalJson,
  type Fork,
  forkAfter,
  type JsonObject,
  memberAt,
  type Overwritten,
  stepsBetween,
} from "@loom/protocol";
import { adaptEach } from "../../room/adapt_each.ts";
import { overwritesOf } from "../../room/overwrites.ts";
import {
  type PartialChange,
  type PendingChange,
  type PendingOverwrite,
  type Replica,
  viewOf,
} from "./replica.ts";
import type { Lost, ViewChange } from "./update.ts";

/** Pending changes on another document than they were made on. */
export interface RebasedPending {
  readonly pending: readonly PendingChange[];
  /** The changes that could not be kept. */
  readonly lost: readonly Lost[];
  /** The change of the view; `undefined` when it looks the same. */
  readonly view: ViewChange | undefined;
}

/** Changes that are not simply rebased. */
export interface RebaseOptions {
  /** True when the document holds the change already. */
  readonly isLanded?: (entry: PendingChange) => boolean;
  /** Rebases a change in a special way; `undefined` for the usual way. */
  readonly remake?: (entry: PendingChange, fork: Fork, changes: Changes) => RebasedChange | undefined;
  /** The maker of the change that the pending ones are rebased over. Default: the hub. */
  readonly by?: string;
  /** The reason to give a change up; `undefined` to keep it. */
  readonly refusal?: (entry: PendingChange) => Reason | undefined;
}

/** A rebased change, and the fork after it. */
export interface RebasedChange {
  readonly entry: PendingChange;
  readonly fork: Fork;
}

type Reason = Pick<Lost, "code" | "reason">;

/** Keeps pending changes while there is no document. */
export function withoutDocument(
  { pending }: Replica,
  { refusal }: RebaseOptions,
): Omit<RebasedPending, "view"> {
  const kept = pending.filter((entry) => !refusal?.(entry));
  const lost = pending.flatMap((entry): Lost[] => {
    const refused = refusal?.(entry);
    return refused ? [lostChange(entry, refused, null)] : [];
  });
  return { pending: kept, lost };
}

/** Applies pending changes to the first document there is. */
export function rebaseOntoFirst(replica: Replica, def: JsonObject, options: RebaseOptions): RebasedPending {
  let now = def;
  const pending: PendingChange[] = [];
  const lost: Lost[] = [];
  for (const entry of replica.pending) {
    if (options.isLanded?.(entry)) continue;
    const applied = entry.ops === null ? undefined : replica.changes?.apply(now, entry.ops);
    const refused = options.refusal?.(entry);
    if (refused || !applied?.ok) {
      const reason = applied?.ok === false
        ? { code: "apply_failed" as const, reason: applied.refusal.message }
        : {
          code: "stale_base" as const,
          reason: "There is a document meanwhile: replacing it would undo that.",
        };
      lost.push(lostChange(entry, refused ?? reason, now));
      continue;
    }
    const { whole: _, ...rest } = entry;
    now = applied.value;
    pending.push({ ...rest, after: now });
  }
  return { pending, lost, view: { type: "view", before: viewOf(replica), after: now, steps: null } };
}

/** Rebases pending changes onto a document that has moved on. */
export function rebasePending(replica: Replica, start: Fork, options: RebaseOptions): RebasedPending {
  const { changes } = replica;
  let fork = start;
  const pending: PendingChange[] = [];
  const lost: Lost[] = [];
  for (const entry of replica.pending) {
    if (options.isLanded?.(entry)) {
      fork = forkPast(entry, fork);
      continue;
    }
    const next = options.refusal?.(entry) ?? (changes && options.remake?.(entry, fork, changes)) ??
      rebased(changes, entry, fork, options.by);
    if ("code" in next) {
      lost.push(lostChange(entry, next, fork.now));
      fork = forkPast(entry, fork);
    } else {
      pending.push(next.entry);
      fork = next.fork;
    }
  }
  return { pending, lost, view: viewChange(changes, viewOf(replica), fork) };
}

function rebased(
  changes: Changes | undefined,
  entry: PendingChange,
  fork: Fork,
  by = "hub",
): RebasedChange | Reason {
  const { ops, after } = entry;
  if (after === null) {
    return { code: "stale_base", reason: "The document is not the one that it was made on." };
  }
  if (ops === null || changes === undefined) {
    const isSame = equalJson(fork.under, fork.now);
    if (isSame) return { entry, fork: { under: after, now: after, across: [] } };
    return {
      code: "stale_base",
      reason: "The document was changed meanwhile: replacing it would undo that.",
    };
  }
  const overwritten: Overwritten[] = [];
  const adapted = adaptOps(changes, ops, after, fork, (one) => overwritten.push(one));
  if (!adapted.ok) {
    if (!entry.isOffered) return { code: "stale_base", reason: adapted.refusal.message };
    // It was in the document: the part that applies has to be there again.
    const part = adaptEach(changes, ops, fork);
    const partial = entry.partial ?? { ops, under: fork.under, stage: "waiting" };
    return { entry: { ...entry, ops: part.ops, after: part.fork.now, partial }, fork: part.fork };
  }
  const { ops: now, after: nowAfter } = adapted.value;
  if (nowAfter === after) return { entry, fork: { under: after, now: after, across: [] } };
  // Sent whole, it would take back what happened meanwhile.
  const { whole: _, ...rest } = entry;
  const lost = overwritesOf(changes, fork.now, now, overwritten, [by]).map((one): PendingOverwrite => ({
    ...one,
    stands: memberAt(nowAfter, one.path),
  }));
  const overwrote = lost.length === 0 ? {} : { overwrote: [...entry.overwrote ?? [], ...lost] };
  return {
    entry: { ...rest, ...overwrote, ops: now, after: nowAfter },
    fork: forkAfter(changes, ops, after, fork, nowAfter),
  };
}

/** Makes a partial change from its original operations: as much of it as applies now. */
export function remakePartial(
  changes: Changes,
  entry: PendingChange,
  partial: PartialChange,
  { under, now }: Fork,
): RebasedChange {
  const { ops, failed, fork } = adaptEach(changes, partial.ops, { under: partial.under, now, across: null });
  const { partial: _, ...rest } = entry;
  return {
    entry: { ...(failed > 0 ? entry : rest), ops, after: fork.now },
    fork: { under: entry.after ?? under, now: fork.now, across: null },
  };
}

/** The fork after a change that is not applied to the other document. */
function forkPast({ after }: PendingChange, { under, now }: Fork): Fork {
  return { under: after ?? under, now, across: null };
}

function lostChange(
  { id: opId, ops, after: mine }: PendingChange,
  reason: Reason,
  theirs: JsonObject | null,
): Lost {
  return { type: "lost", opId, ...reason, ops, mine, theirs };
}

function viewChange(
  changes: Changes | undefined,
  before: JsonObject | null,
  { now, across }: Fork,
): ViewChange | undefined {
  if (before === null) return { type: "view", before, after: now, steps: null };
  if (before === now) return undefined;
  if (changes === undefined) {
    return equalJson(before, now) ? undefined : { type: "view", before, after: now, steps: null };
  }
  const steps = across ?? stepsBetween(changes, before, now);
  return steps.length === 0 ? undefined : { type: "view", before, after: now, steps };
}
