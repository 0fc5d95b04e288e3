import { applyPatchOps, type JsonObject, type MachineOp } from "@loom/protocol";
import { difference, machine } from "../room/document.ts";
import { BridgeError } from "./bridge_error.ts";
import { launch } from "./launch.ts";
import { type Entry, isOfRun, type Replica, REPLICA_LIMITS, type Turn, viewOf } from "./replica.ts";
import { Turning } from "./turning.ts";

/**
 * Makes a change of one's own by operations: at once in the view, at the hub when it can be.
 *
 * @param id the name of the change, unique in the room
 * @throws {PatchError} When the operations do not apply to what is seen.
 * @throws {BridgeError} When there is no document: `no_base`.
 */
export function changed(replica: Replica, id: string, ops: readonly MachineOp[]): Turn {
  const view = viewOf(replica);
  if (view === null && replica.epoch !== null) {
    throw new BridgeError("no_base", "The document is empty: send it whole first, with emitFull().", {
      opId: id,
    });
  }
  const after = view && (isOfRun(ops) ? view : applyPatchOps(machine(view), ops) as unknown as JsonObject);
  return added(replica, { id, ops, after, tries: 0 });
}

/** Replaces the document, as a change of one's own. */
export function changedWhole(replica: Replica, id: string, def: JsonObject): Turn {
  const view = viewOf(replica);
  const ops = view && replica.patchable ? difference(view, def) : null;
  return added(replica, { id, ops, after: def, whole: true, tries: 0 });
}

/** Takes back a change that has not been sent. */
export function withdrawn(replica: Replica, id: string): Turn {
  const turning = new Turning(replica);
  const isIt = (entry: Entry) => entry.id === id && entry.flight === undefined;
  const refusal = {
    code: "timeout" as const,
    reason: "It was not sent in time: see that the hub can be reached, and make it again.",
  };
  if (replica.pending.some(isIt)) turning.settleOn({ refusal: (entry) => isIt(entry) ? refusal : undefined });
  return turning.done();
}

function added(replica: Replica, entry: Entry): Turn {
  const turning = new Turning(replica);
  turning.set({ pending: [...replica.pending, entry] });
  if (replica.pending.length >= REPLICA_LIMITS.pending) dropOldest(turning);
  launch(turning);
  return turning.done();
}

function dropOldest(turning: Turning): void {
  const { pending } = turning.replica;
  const oldest = pending.find((entry) => entry.flight === undefined);
  const refusal = {
    code: "outbox_full" as const,
    reason: `More than ${REPLICA_LIMITS.pending} changes wait for the hub.`,
  };
  turning.settleOn({ refusal: (entry) => entry === oldest ? refusal : undefined });
}
