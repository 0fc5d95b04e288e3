import { equalJson, type JsonObject } from "@loom/protocol";
import { applied } from "../room/document.ts";
import type { Lost, ViewChange } from "./effect.ts";
import type { Entry, Original, Replica } from "./replica.ts";
import { viewOf } from "./replica.ts";
import { behind, type Fork, pass, passEach, wayBetween } from "./transform.ts";

/** Changes of one's own on another document than they were made on. */
export interface Carried {
  readonly pending: readonly Entry[];
  /** What could not be kept, and what it would have led to. */
  readonly lost: readonly Lost[];
  /** What a person sees differently; `undefined` when it looks the same. */
  readonly view: ViewChange | undefined;
}

/** What becomes of an entry besides being adapted. */
export interface CarryOptions {
  /** Whether the other way holds the change already. */
  readonly isLanded?: (entry: Entry, fork: Fork) => boolean;
  /** How it is made on the other way, where that is special. */
  readonly remake?: (entry: Entry, fork: Fork) => Adapted | undefined;
  /** Whether it is given up in any case, and why. */
  readonly refusal?: (entry: Entry) => Pick<Lost, "code" | "reason"> | undefined;
}

/** Keeps the changes on their way while there is no document. */
export function carryNowhere({ pending }: Replica, { refusal }: CarryOptions): Omit<Carried, "view"> {
  const kept = pending.filter((entry) => !refusal?.(entry));
  const lost = pending.flatMap((entry): Lost[] => {
    const { id: opId, ops, after: mine } = entry;
    const refused = refusal?.(entry);
    return refused ? [{ type: "lost", opId, ...refused, ops, mine, theirs: null }] : [];
  });
  return { pending: kept, lost };
}

/** Makes the changes on their way on the first document there is. */
export function carryOntoFirst(replica: Replica, def: JsonObject, options: CarryOptions = {}): Carried {
  let now = def;
  const pending: Entry[] = [];
  const lost: Lost[] = [];
  for (const entry of replica.pending) {
    const { id: opId, ops, after: mine } = entry;
    if (options.isLanded?.(entry, { under: now, def: now, across: [] })) continue;
    const after = ops === null ? undefined : applied(now, ops);
    const refused = options.refusal?.(entry) ?? (typeof after === "object" ? undefined : {
      code: after === undefined ? "stale_base" as const : "apply_failed" as const,
      reason: after ?? "There is a document meanwhile: replacing it would undo that.",
    });
    if (refused || typeof after !== "object") {
      lost.push({ type: "lost", opId, code: "stale_base", reason: "", ...refused, ops, mine, theirs: now });
      continue;
    }
    const { whole: _, ...rest } = entry;
    pending.push({ ...rest, after });
    now = after;
  }
  return { pending, lost, view: { type: "view", before: viewOf(replica), after: now, steps: null } };
}

/** Makes the changes on their way on a document that has moved on. */
export function carry(replica: Replica, start: Fork, options: CarryOptions = {}): Carried {
  let fork = start;
  const pending: Entry[] = [];
  const lost: Lost[] = [];
  for (const entry of replica.pending) {
    if (options.isLanded?.(entry, fork)) {
      fork = past(entry, fork);
      continue;
    }
    const refused = options.refusal?.(entry);
    const next = refused ?? options.remake?.(entry, fork) ?? adapted(entry, fork);
    if ("code" in next) {
      const { id: opId, ops, after: mine } = entry;
      lost.push({ type: "lost", opId, ...next, ops, mine, theirs: fork.def });
      fork = past(entry, fork);
    } else {
      pending.push(next.entry);
      fork = next.fork;
    }
  }
  return { pending, lost, view: viewChange(viewOf(replica), fork) };
}

/** A change as it is on the other way, and the fork behind it. */
export interface Adapted {
  readonly entry: Entry;
  readonly fork: Fork;
}

function adapted(entry: Entry, fork: Fork): Adapted | Pick<Lost, "code" | "reason"> {
  const { ops, after } = entry;
  if (after === null) {
    return { code: "stale_base", reason: "The document is not the one that it was made on." };
  }
  if (ops === null) {
    const isSame = equalJson(fork.under, fork.def);
    if (isSame) return { entry, fork: { under: after, def: after, across: [] } };
    return {
      code: "stale_base",
      reason: "The document was changed meanwhile: replacing it would undo that.",
    };
  }
  const passage = pass(ops, after, fork);
  if (!passage.ok && entry.isOffered) {
    // It was in the document: what still fits of it has to be there again.
    const { ops: kept, fork: next } = passEach(ops, fork);
    const original = entry.original ?? { ops, under: fork.under };
    return { entry: { ...entry, ops: kept, after: next.def, original }, fork: next };
  }
  if (!passage.ok) return { code: "stale_base", reason: passage.reason };
  if (passage.after === after) return { entry, fork: { under: after, def: after, across: [] } };
  // A whole document would take back what happened meanwhile.
  const { whole: _, ...rest } = entry;
  return {
    entry: { ...rest, ops: passage.ops, after: passage.after },
    fork: behind(ops, after, fork, passage.after),
  };
}

/** Makes a change from what it was, as far as there is ground for it now; it goes out then, whole or not. */
export function ripened(entry: Entry, { ops, under }: Original, fork: Fork): Adapted {
  const { ops: now, isPart, fork: { def } } = passEach(ops, { under, def: fork.def, across: null });
  const { original: _, isRipe: __, isTold: ___, ...rest } = entry;
  const ripe = isPart ? { ...entry, isRipe: true } : rest;
  return {
    entry: { ...ripe, ops: now, after: def },
    fork: { under: entry.after ?? fork.under, def, across: null },
  };
}

/** The fork behind a change that is not made on the other way. */
function past({ after }: Entry, { under, def }: Fork): Fork {
  return { under: after ?? under, def, across: null };
}

function viewChange(before: JsonObject | null, { def, across }: Fork): ViewChange | undefined {
  if (before === null) return { type: "view", before, after: def, steps: null };
  if (before === def) return undefined;
  const steps = across ?? wayBetween(before, def);
  return steps.length === 0 ? undefined : { type: "view", before, after: def, steps };
}
