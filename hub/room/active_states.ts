import type { AnyOp } from "@loom/protocol";
import { ROOM_LIMITS } from "./room.ts";

/** True when operations only report what a running document does: they change no document, of whatever kind. */
export function isReport(ops: readonly AnyOp[]): boolean {
  return ops.every(isRuntimeOp);
}

/** The active states after operations. */
export function activeAfter(active: readonly string[], ops: readonly AnyOp[]): readonly string[] {
  if (!ops.some(isRuntimeOp)) return active;
  const now = new Set(active);
  for (const { op, state } of ops) {
    // Names that no state has are not kept without bound.
    if (typeof state !== "string" || state.length > ROOM_LIMITS.activeName) continue;
    if (op === "runtime.enter" && now.size < ROOM_LIMITS.active) now.add(state);
    if (op === "runtime.exit") now.delete(state);
  }
  return [...now];
}

function isRuntimeOp({ op }: AnyOp): boolean {
  return op.startsWith("runtime.");
}
