import { applied } from "../room/document.ts";
import { LOST_TO_FILE } from "../room/outcome.ts";
import { type Adapted, ripened } from "./carry.ts";
import type { Entry } from "./replica.ts";
import type { Fork } from "./transform.ts";
import type { Turning } from "./turning.ts";

/**
 * Looks once more at changes of an earlier epoch that go out now and had no ground for all of them: in the time that those before them
 * took, others may have made more of it. What is still without ground is told as lost.
 *
 * @param dueOf of the changes on their way, those that go out now
 */
export function lookOnceMore(turning: Turning, dueOf: (pending: readonly Entry[]) => readonly Entry[]): void {
  for (;;) {
    const due = dueOf(turning.replica.pending).filter(({ isRipe, isTold }) => isRipe && !isTold);
    if (due.length === 0) return;
    const ids = new Set(due.map(({ id }) => id));
    const pending = turning.replica.pending.map((entry) =>
      ids.has(entry.id) ? { ...entry, isTold: true } : entry
    );
    turning.set({ pending });
    turning.settleOn({ remake: (entry, fork) => ids.has(entry.id) ? withMore(entry, fork) : undefined });
    tellLosses(turning, ids);
  }
}

/** The change as it can be made now, when that is more of it than before. */
function withMore(entry: Entry, fork: Fork): Adapted | undefined {
  const now = entry.original && ripened(entry, entry.original, fork);
  const count = now?.entry.ops?.length ?? 0;
  return count > (entry.ops?.length ?? 0) ? now : undefined;
}

/** Tells of the changes that go out in part or not at all: the file has lost the ground of them. */
function tellLosses(turning: Turning, ids: ReadonlySet<string>): void {
  const { pending, confirmed: theirs } = turning.replica;
  for (const { id: opId, original } of pending) {
    if (!ids.has(opId) || !original) continue;
    const { ops, under } = original;
    const mine = applied(under, ops);
    turning.tell({
      type: "lost",
      opId,
      code: "stale_base",
      reason: LOST_TO_FILE,
      ops,
      mine: typeof mine === "string" ? null : mine,
      theirs,
    });
  }
}
