import { equalJson } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { Changes } from "./changes.ts";
import type { Result } from "../refusal.ts";
import { PatchError } from "./error.ts";
import { type AdaptedOps, stepsBetween } from "./fork.ts";
import type { AnyOp } from "./row.ts";

/** The most contents that are remembered. */
const MOST_CONTENTS = 64;

/** A content that a document had. */
export interface SeenContent {
  /** The document. */
  readonly document: JsonObject;
  /** True when the party itself brought it about. */
  readonly isOwn: boolean;
}

/** Changes that a program took away by writing an older content, perhaps with changes of its own. */
export interface Rollback {
  /** The changes that vanished, as they were made. */
  readonly vanished: readonly AnyOp[];
  /** True when some of them are the party's own. */
  readonly isOwn: boolean;
  /** The operations that bring them back; `undefined` when the new content leaves no place for them. */
  readonly back: AdaptedOps | undefined;
}

/** The contents of a document with a new one, the newest last. */
export function withContent(
  seen: readonly SeenContent[],
  document: JsonObject,
  isOwn: boolean,
): readonly SeenContent[] {
  const newest = seen.at(-1)?.document;
  if (newest !== undefined && (newest === document || equalJson(newest, document))) return seen;
  return [...seen, { document, isOwn }].slice(-MOST_CONTENTS);
}

/**
 * Finds out whether a new content of a file takes earlier changes back: it does when it is nearer to an earlier content
 * than to the newest. A text editor that saves a buffer which it read before these changes does that.
 *
 * @param seen The contents that the document had, the newest last.
 * @param now The new one.
 * @param live The document to put the changes back into: the new content, perhaps with unsaved changes.
 *
 * @example
 * ```ts
 * import { KINDS, rollbackOf, withContent } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const changes = KINDS.named("machine")!.content!.changes;
 * const door = (...names: string[]) => ({ events: [], state: { name: "Door", states: names.map((name) => ({ name })) } });
 * const seen = withContent(withContent([], door("Open"), false), door("Open", "Shut"), true);
 * const rollback = rollbackOf(changes, seen, door("Open", "Ajar"));
 * assertEquals(rollback?.back?.after, door("Open", "Ajar", "Shut"));
 * ```
 */
export function rollbackOf(
  changes: Changes,
  seen: readonly SeenContent[],
  now: JsonObject,
  live = now,
): Rollback | undefined {
  const newest = seen.at(-1)?.document;
  if (newest === undefined || equalJson(newest, now)) return undefined;
  const facts = factsOf(now);
  const distance = (document: JsonObject) => distanceOf(factsOf(document), facts);
  let nearest = { at: seen.length - 1, far: distance(newest) };
  for (let at = seen.length - 2; at >= 0 && nearest.far > 0; at--) {
    const far = distance(seen[at]!.document); // `at` is within bounds
    if (far < nearest.far) nearest = { at, far };
  }
  const under = seen[nearest.at]?.document;
  if (under === undefined || under === newest) return undefined;
  // Others may have made the same again, or have it unsaved.
  const vanished = changes.diff(under, newest).filter((op) =>
    changes.added(op) === undefined || changes.count(op, now) === 0
  );
  if (vanished.length === 0) return undefined;
  const isOwn = seen.slice(nearest.at + 1).some((content) => content.isOwn);
  return { vanished, isOwn, back: backOf(changes, vanished, under, live) };
}

/** As many of the changes as fit into the new content. */
function backOf(
  changes: Changes,
  vanished: readonly AnyOp[],
  under: JsonObject,
  now: JsonObject,
): AdaptedOps | undefined {
  const across = stepsBetween(changes, under, now);
  for (let ops = vanished; ops.length > 0;) {
    const own = changes.apply(under, ops);
    const rebased = own.ok ? changes.rebase(ops, across, changes.gone(under, own.value, ops)) : undefined;
    const adapted = rebased !== undefined && "ops" in rebased ? rebased.ops : undefined;
    const after = adapted && changes.apply(now, adapted);
    if (adapted && after?.ok) {
      return equalJson(after.value, now) ? undefined : { ops: adapted, after: after.value };
    }
    const conflict = rebased !== undefined && "conflict" in rebased ? rebased.conflict.index : undefined;
    const at = conflict ?? refusedAt(own) ?? (after && refusedAt(after)) ?? ops.length - 1;
    ops = ops.filter((_, index) => index !== Math.min(at, ops.length - 1));
  }
  return undefined;
}

/** The index of the operation that was refused. */
function refusedAt(result: Result<unknown>): number | undefined {
  return !result.ok && result.refusal instanceof PatchError ? result.refusal.index : undefined;
}

/** The facts of documents, which do not change. */
const known = new WeakMap<JsonObject, ReadonlyMap<string, number>>();

/** The members of a document that are neither objects nor lists, each with its number. */
function factsOf(document: JsonObject): ReadonlyMap<string, number> {
  const before = known.get(document);
  if (before !== undefined) return before;
  const facts = new Map<string, number>();
  known.set(document, facts);
  for (const line of JSON.stringify(document, null, 1).split("\n")) {
    const fact = line.trim().replace(/,$/, "");
    if (!/[{[]$|^[}\]]$/.test(fact)) facts.set(fact, (facts.get(fact) ?? 0) + 1);
  }
  return facts;
}

/** The number of members that only one of two documents has. */
function distanceOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let distance = 0;
  for (const [fact, count] of one) distance += Math.abs(count - (other.get(fact) ?? 0));
  for (const [fact, count] of other) if (!one.has(fact)) distance += count;
  return distance;
}
