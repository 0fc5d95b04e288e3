import type { BridgeClient, WrittenChange } from "@loom/hub/client";
import type { LiveOutcome } from "./live_outcome.ts";
import type { SessionHub } from "./session.ts";

/** A session's part in the room of a document. */
export interface Room {
  /** How the hub stands. */
  readonly status: string;
  /** Tells the others of a change; whatever goes wrong is an outcome. */
  tell(change: WrittenChange): Promise<LiveOutcome>;
  /** Leaves. */
  close(): Promise<void>;
}

/** The room of a session without a hub. */
export const NO_ROOM: Room = {
  status: "not configured",
  tell: () => Promise.resolve({ status: "no hub" }),
  close: () => Promise.resolve(),
};

/** How long an agent waits for a hub, in milliseconds: for the room, and then for the hub's answer. */
const PATIENCE = 3_000;
/** Loaded when there is a hub: the client is not small. */
const loadClient = () => import("@loom/hub/client");

/** Joins the room of a document in the background, and again whenever the hub was away. */
export function openRoom(hub: SessionHub, docId: string): Room {
  return new HubRoom(hub, docId);
}

class HubRoom implements Room {
  readonly #url: string;
  readonly #client: Promise<BridgeClient>;
  /** Settles with what came of the last try to join: nothing, or why not. */
  #joining: Promise<string | undefined>;
  #refusal: string | undefined;
  #isJoined = false;
  #isSettled = false;
  readonly #telling = new Set<Promise<LiveOutcome>>();

  constructor({ url, token, name }: SessionHub, docId: string) {
    this.#url = url;
    this.#client = loadClient().then(({ createBridgeClient }) =>
      createBridgeClient({
        url,
        role: "agent",
        docId,
        name,
        token,
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

  tell(change: WrittenChange): Promise<LiveOutcome> {
    const told = this.#tell(change);
    this.#telling.add(told);
    return told.finally(() => this.#telling.delete(told));
  }

  async #tell(change: WrittenChange): Promise<LiveOutcome> {
    const client = await this.#client;
    const refusal = this.#isJoined ? undefined : await bounded(this.#joining, PATIENCE);
    if (refusal !== undefined) return { status: "failed", reason: refusal };
    if (!this.#isJoined) return { status: "failed", reason: `The hub at ${this.#url} is away.` };
    try {
      const { announceWritten } = await loadClient();
      await announceWritten(client, change);
      return { status: "sent" };
    } catch (error) {
      return { status: "failed", reason: await reasonOf(error, this.#url) };
    }
  }

  async close(): Promise<void> {
    // What is being told is told, which takes no longer than its patience.
    await Promise.allSettled(this.#telling);
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

/** What a promise gives, or a sentence when that takes too long. */
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
