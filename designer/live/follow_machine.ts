import { BridgeError, createClientOf, hubTrouble } from "@loom/hub/client";
import {
  type Arrangement,
  EDITED_MACHINE_KIND,
  type EditedKind,
  KindTable,
  readArrangement,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { PageConnection } from "./page_hub.ts";

/** The kinds of documents that live pages follow. */
const KINDS = new KindTable<EditedKind>([EDITED_MACHINE_KIND as object as EditedKind]);

/** The most moves that are kept, the newest. */
const KEPT_MOVES = 200;

/** Errors of the client itself, such as its end, are not refusals. */
const NO_TROUBLE = { kind: "silent", message: "" } as const;

/** A state that a running machine entered. */
export interface MachineMove {
  /** Its number on this page, from 1. */
  readonly id: number;
  readonly state: string;
  /** The event; empty when unknown. */
  readonly event: string;
  /** When the page heard of it: ISO 8601. */
  readonly time: string;
}

/** A document and its running machine, as a hub tells them. */
export interface FollowedMachine {
  /** True when the hub is heard now. */
  readonly isLive: boolean;
  /** Why the hub will not be heard, as a sentence; `undefined` while it is heard or called. */
  readonly trouble: string | undefined;
  /** The machine; `undefined` while there is none. */
  readonly definition: StateMachineDefinition | undefined;
  /** The states that are active. */
  readonly active: readonly string[];
  /** States entered while the page was open, the newest first. */
  readonly moves: readonly MachineMove[];
  /** The last request to show something; `undefined` before one. */
  readonly wish: ShownWish | undefined;
  /** The arrangement that is kept for its picture; `undefined` before the hub tells one. */
  readonly arrangement: Arrangement | undefined;
}

/** A machine of which nothing was heard yet. */
export const UNHEARD: FollowedMachine = {
  isLive: false,
  trouble: undefined,
  definition: undefined,
  active: [],
  moves: [],
  wish: undefined,
  arrangement: undefined,
};

/** A request to the canvases of a document. */
export interface ShownWish {
  /** The element, `<kind>:<name>`; empty for none. */
  readonly focus: string;
  /** The member document; empty for the document itself. */
  readonly member: string;
  /** A sentence about it; empty for none. */
  readonly note: string;
  /** The sender; empty when unknown. */
  readonly by: string;
}

/** An operation of a running machine, as far as it is looked at. */
interface SentOp {
  readonly op: string;
  readonly state?: unknown;
  readonly eventId?: unknown;
}

/** The document to follow, and the clock. */
export interface FollowMachineOptions extends Partial<PageConnection> {
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
  { url, socket, whyAway, docId, now }: FollowMachineOptions,
  hear: (machine: FollowedMachine) => void,
): () => void {
  const client = createClientOf(KINDS, { url, socket, role: "web", name: "live view", docId });
  let moves: readonly MachineMove[] = [];
  let count = 0;
  let trouble: string | undefined;
  let wish: ShownWish | undefined;
  let arrangement: Arrangement | undefined;
  const tell = () => {
    const { view, active } = client.document;
    const isLive = client.phase === "live" || client.phase === "resyncing";
    if (isLive) trouble = undefined;
    hear({
      isLive,
      trouble,
      definition: view === null ? undefined : view as unknown as StateMachineDefinition,
      active,
      moves,
      wish,
      arrangement,
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
  client.on("view", ({ focus = "", member = "", note = "", origin = "" }) => {
    wish = { focus, member, note, by: origin };
    tell();
  });
  client.on("layout", (layout) => {
    arrangement = readArrangement(layout.arrangement);
    tell();
  });
  client.on("full", tell);
  client.on("phase", tell);
  // The client calls a hub again by itself that does not answer; one that refuses says why.
  const fail = (error: unknown) => {
    const { kind, message } = error instanceof BridgeError ? hubTrouble(error, url) : NO_TROUBLE;
    if (kind === "refused") trouble = message;
    tell();
    void whyAway?.().then((why) => {
      if (why === undefined) return;
      trouble = why;
      tell();
    });
  };
  client.on("error", fail);
  client.join().catch(fail);
  return () => void client.close();
}
