import type { WrittenEdit } from "@loom/bridge/document";
import type { BridgeClient } from "@loom/hub/client";
import type { KindTable } from "@loom/protocol";
import type { LiveOutcome, SessionHub } from "./session.ts";

/** A session's part in the room of a document. */
export interface Room {
  /** The state of the hub. */
  readonly status: string;
  /** Announces an edit to the others; never throws. */
  announce(edit: WrittenEdit): Promise<LiveOutcome>;
  /** Leaves. */
  close(): Promise<void>;
}

/** The room of a session without a hub. */
export const NO_ROOM: Room = {
  status: "not configured",
  announce: () => Promise.resolve({ status: "no hub" }),
  close: () => Promise.resolve(),
};

/** Longest wait of an agent for a hub, in milliseconds: for the room, and then for the hub's answer. */
const PATIENCE = 3_000;
/** Lazy import: the client is large, and needed only with a hub. */
const loadClient = () => import("@loom/hub/client");

/** Joins the room of a document in the background, and again after every reconnection. */
export function openRoom(hub: SessionHub, docId: string, kinds?: KindTable): Room {
  return new HubRoom(hub, docId, kinds);
}

class HubRoom implements Room {
  readonly #url: string;
  readonly #client: Promise<BridgeClient>;
  /** Settles with the reason why the last attempt to join failed, or with nothing. */
  #joining: Promise<string | undefined>;
  #refusal: string | undefined;
  #isJoined = false;
  #isSettled = false;
  readonly #announcing = new Set<Promise<LiveOutcome>>();

  constructor({ url, token, name }: SessionHub, docId: string, kinds: KindTable | undefined) {
    this.#url = url;
    this.#client = loadClient().then(({ createBridgeClient }) =>
      createBridgeClient({
        url,
        role: "agent",
        docId,
        name,
        token,
        kinds,
        joinTimeoutMs: PATIENCE,
        ackTimeoutMs: PATIENCE,
        commitTimeoutMs: PATIENCE,
      })
    );
    this.#joining = this.#join();
  }

  get status(): string {
    if (this.#isJoined) return `joined ${this.#url}`;
    if (this.#refusal !== undefined) return this.#refusal;
    return this.#isSettled ? `away from ${this.#url}` : `joining ${this.#url}`;
  }

  announce(edit: WrittenEdit): Promise<LiveOutcome> {
    const outcome = this.#announce(edit);
    this.#announcing.add(outcome);
    return outcome.finally(() => this.#announcing.delete(outcome));
  }

  async #announce({ ops, ...written }: WrittenEdit): Promise<LiveOutcome> {
    const client = await this.#client;
    const refusal = this.#isJoined ? undefined : await bounded(this.#joining, PATIENCE);
    if (refusal !== undefined) return { status: "failed", reason: refusal };
    if (!this.#isJoined) return { status: "failed", reason: `The hub at ${this.#url} is away.` };
    try {
      const { announceWritten } = await loadClient();
      await announceWritten(client, { ...written, ops: ops() });
      return { status: "sent" };
    } catch (error) {
      return { status: "failed", reason: await reasonOf(error, this.#url) };
    }
  }

  async close(): Promise<void> {
    // Announcements in flight end in bounded time.
    await Promise.allSettled(this.#announcing);
    const client = await this.#client;
    await client.close();
    await this.#joining;
  }

  async #join(): Promise<string | undefined> {
    const client = await this.#client;
    client.on("phase", (phase) => {
      this.#isJoined = phase === "live" || phase === "resyncing";
      if (this.#isJoined) this.#refusal = undefined;
    });
    try {
      await client.join();
    } catch (error) {
      const reason = await reasonOf(error, this.#url);
      if (!this.#isJoined) this.#refusal = reason;
    }
    this.#isSettled = true;
    return this.#refusal;
  }
}

async function reasonOf(error: unknown, url: string): Promise<string> {
  const { BridgeError, hubTrouble } = await loadClient();
  if (error instanceof BridgeError) return hubTrouble(error, url).message;
  return error instanceof Error ? error.message : String(error);
}

/** The value of a promise, or a sentence when it takes too long. */
async function bounded(promise: Promise<string | undefined>, ms: number): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`The room was not reached in ${ms / 1000} s.`), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
