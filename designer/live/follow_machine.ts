import { createBridgeClient } from "@loom/hub/client";
import type { StateMachineDefinition } from "@loom/protocol";

/** So many moves are kept, the newest. */
const KEPT_MOVES = 200;

/** A state that a running machine entered. */
export interface MachineMove {
  /** Its number on this page, from 1. */
  readonly id: number;
  readonly state: string;
  /** What brought it there; empty when nobody said. */
  readonly event: string;
  /** When the page heard of it: ISO 8601. */
  readonly time: string;
}

/** A document and its running machine, as a hub tells them. */
export interface FollowedMachine {
  /** Whether the hub is heard now. */
  readonly isLive: boolean;
  /** The machine; `undefined` while there is none. */
  readonly definition: StateMachineDefinition | undefined;
  /** The states that are active. */
  readonly active: readonly string[];
  /** Where it went while the page was open, the newest first. */
  readonly moves: readonly MachineMove[];
}

/** An operation of a running machine, as far as it is looked at. */
interface SentOp {
  readonly op: string;
  readonly state?: unknown;
  readonly eventId?: unknown;
}

/** Whom to follow, and the clock. */
export interface FollowMachineOptions {
  /** The address of the hub. */
  readonly url: string;
  readonly docId: string;
  /** The time as ISO 8601. */
  readonly now: () => string;
}

/**
 * Follows a document at a hub: who edits it, and what is active in it.
 *
 * @param hear Told at every change.
 * @returns Ends it.
 */
export function followMachine(
  { url, docId, now }: FollowMachineOptions,
  hear: (machine: FollowedMachine) => void,
): () => void {
  const client = createBridgeClient({ url, role: "web", name: "live view", docId });
  let moves: readonly MachineMove[] = [];
  let count = 0;
  const tell = () => {
    const { view, active } = client.document;
    hear({
      isLive: client.phase === "live",
      definition: view === null ? undefined : view as unknown as StateMachineDefinition,
      active,
      moves,
    });
  };
  client.on("patch", ({ ops }) => {
    for (const { op, state, eventId } of ops as readonly SentOp[]) {
      if (op !== "runtime.enter" || typeof state !== "string") continue;
      count++;
      const event = typeof eventId === "string" ? eventId : "";
      moves = [{ id: count, state, event, time: now() }, ...moves].slice(0, KEPT_MOVES);
    }
    tell();
  });
  client.on("full", tell);
  client.on("phase", tell);
  // The client calls again by itself; that it is not heard shows in its phase.
  client.on("error", () => {});
  client.join().catch(() => {});
  return () => void client.close();
}
