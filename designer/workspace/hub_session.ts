import { type BridgeClient, createClientOf } from "@loom/hub/client";
import { reasonOf } from "./ask_server.ts";
import {
  type AnyOp,
  colorFor,
  type Direction,
  type EditedKind,
  isObject,
  type JsonObject,
  KindTable,
  type LivePresence,
  orThrow,
} from "@loom/protocol";
import type { PageConnection } from "../live/page_hub.ts";
import { Session } from "../session/session.ts";
import type { RemoteDifference, Saved, SessionSnapshot } from "../session/session_types.ts";
import {
  type DocumentSession,
  type DocumentSnapshot,
  type Peer,
  quietSnapshot,
  type SaveStatus,
  type ShownView,
  YOU,
} from "./document_session.ts";

/** Options of a {@linkcode HubSession}. */
export interface HubSessionOptions {
  readonly connection: PageConnection;
  readonly docId: string;
  readonly name: string;
  readonly row: EditedKind;
  /** The document as the page was made with it. */
  readonly def: JsonObject;
  /** True for a document that is not there yet. */
  readonly isNew: boolean;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly setTimer: (work: () => void, ms: number) => void;
}

/** The time between an edit and its save, for what this page changed and for what only others did, in milliseconds. */
const SAVE_SOON = 60;
const SAVE_FOR_OTHERS = 2_000;

/** The time before a save that failed is tried again. */
const TRY_AGAIN = 2_000;

/** The authors of changes that are no people. */
const AUTHORS: Readonly<Record<string, string>> = { file: "the file", hub: "the hub" };

/** A document that a person edits through a hub: the others see each edit at once, and this page saves it. */
export class HubSession implements DocumentSession {
  readonly #options: HubSessionOptions;
  readonly #client: BridgeClient;
  readonly #session: Session;
  readonly #listeners = new Set<() => void>();
  #snapshot: DocumentSnapshot;
  #view: ShownView | undefined;
  #trouble: string | undefined;
  /** Why the page's server lets nobody through to the hub. */
  #away: string | undefined;
  /** Edits from before the hub has said what it has. */
  readonly #early: (readonly AnyOp[])[] = [];
  /** The names of all who were in the document, by the ids of their clients. */
  readonly #names = new Map<string, string>();
  #isOwn = false;
  #isWaiting = false;
  #isClosed = false;

  constructor(options: HubSessionOptions) {
    this.#options = options;
    const { connection: { url, socket }, docId, name, row } = options;
    const kinds = new KindTable([row]);
    const client = { url, socket, docId, name, role: "web" } as const;
    this.#client = createClientOf(kinds, client);
    this.#session = new Session({ ...client, kinds, client: this.#client });
    this.#snapshot = { ...quietSnapshot(options.def), status: "saving" };
  }

  readonly getSnapshot = (): DocumentSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  open(): () => void {
    const end = this.#session.subscribe(() => this.#take());
    const endView = this.#client.on("view", ({ member = "", focus = "", note = "", origin }) => {
      this.#view = { id: (this.#view?.id ?? 0) + 1, member, focus, note, by: origin };
      this.#take();
    });
    const endAway = this.#client.on("status", (status) => {
      this.#away = undefined;
      if (status === "error") void this.#askWhyAway();
    });
    void this.#session.connect();
    return () => {
      this.#isClosed = true;
      end();
      endAway();
      endView();
      void this.#session.close();
    };
  }

  edit(ops: readonly AnyOp[]): void {
    if (ops.length === 0) return;
    this.#isOwn = true;
    if (this.#session.getSnapshot().def !== null) return this.#session.emitPatch(ops);
    const { row, isNew } = this.#options;
    if (row.content === undefined) return;
    const after = orThrow(row.content.changes.apply(this.#snapshot.def, ops));
    // A document that is not there yet is made by its first edit; for another one, the hub has not said yet what it has.
    if (isNew && this.#session.getSnapshot().status === "synced") {
      // On an empty one that is there, the edit can be undone.
      this.#session.emitFull(this.#snapshot.def);
      return this.#session.emitPatch(ops);
    }
    this.#early.push(ops);
    this.#snapshot = { ...this.#snapshot, def: after, pending: this.#early.length };
    this.#tell();
  }

  step(direction: Direction): boolean {
    this.#isOwn = true;
    return direction === "undo" ? this.#session.undo() : this.#session.redo();
  }

  save(): void {
    this.#trouble = undefined;
    this.#isOwn = true;
    void this.#write();
  }

  present({ cursor, selection }: Parameters<DocumentSession["present"]>[0]): void {
    this.#client.updatePresence({
      ...(cursor === undefined ? {} : { cursor }),
      ...(selection === undefined ? {} : { selection: [...selection] }),
    });
  }

  keepMine(): void {
    this.#isOwn = true;
    this.#session.keepMine();
  }

  takeTheirs(): void {
    this.#session.takeTheirs();
  }

  difference(): RemoteDifference | null {
    return this.#session.difference();
  }

  putBack(id: number): void {
    this.#isOwn = true;
    this.#session.putBack(id);
  }

  dismiss(id: number): void {
    this.#session.dismiss(id);
  }

  #take(): void {
    const seen = this.#session.getSnapshot();
    const { def, pending, canUndo, canRedo, notice, activeStates, lostValues, remoteChange } = seen;
    if (this.#early.length > 0 && this.#sendEarly(seen)) return;
    for (const one of seen.presence) this.#names.set(one.clientId, peerOf(one).name);
    // The id of a client is another one after each reconnection.
    if (this.#client.selfId !== undefined) this.#names.set(this.#client.selfId, YOU);
    const whoIs = (author: string) => AUTHORS[author] ?? this.#names.get(author) ?? "someone";
    this.#snapshot = {
      def: this.#early.length > 0 ? this.#snapshot.def : def ?? this.#snapshot.def,
      status: statusOf(seen, this.#trouble),
      pending: pending + this.#early.length,
      canUndo,
      canRedo,
      notice: this.#away ?? this.#trouble ?? notice ?? undefined,
      peers: seen.presence.filter(({ clientId }) => clientId !== this.#client.selfId).map(peerOf),
      active: activeStates,
      lost: lostValues.map((one) => ({
        ...one,
        by: whoIs(one.by),
        overwrittenBy: whoIs(one.overwrittenBy),
      })),
      conflict: remoteChange?.reason,
      view: this.#view,
    };
    this.#tell();
    this.#saveLater(seen);
  }

  async #askWhyAway(): Promise<void> {
    this.#away = await this.#options.connection.whyAway();
    if (this.#away !== undefined && !this.#isClosed) this.#take();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Sends the edits from before the hub had the document; returns whether it could. */
  #sendEarly({ def, status }: SessionSnapshot): boolean {
    const isMade = def === null && this.#options.isNew && status === "synced";
    if (def === null && !isMade) return false;
    const early = this.#early.splice(0);
    if (isMade) this.#session.emitFull(this.#snapshot.def);
    else for (const ops of early) this.#sendOne(ops);
    this.#take();
    return true;
  }

  #sendOne(ops: readonly AnyOp[]): void {
    try {
      this.#session.emitPatch(ops);
    } catch (error) {
      // The document has changed: report the edit that could not be made.
      this.#trouble = `An edit was not made: ${reasonOf(error)}`;
    }
  }

  #saveLater({ dirty, saving, status, fileProblem }: SessionSnapshot): void {
    if (!dirty || saving || this.#isWaiting || fileProblem !== null || status === "remote-changed") return;
    if (status === "offline" || status === "joining" || status === "error") return;
    this.#isWaiting = true;
    const wait = this.#trouble !== undefined ? TRY_AGAIN : this.#isOwn ? SAVE_SOON : SAVE_FOR_OTHERS;
    this.#options.setTimer(() => {
      this.#isWaiting = false;
      if (!this.#isClosed && this.#session.getSnapshot().dirty) void this.#write();
    }, wait);
  }

  async #write(): Promise<void> {
    try {
      await this.#session.save((def, revision, saved) => this.#put(def, revision, saved));
      this.#isOwn = false;
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = reasonOf(error);
    }
    if (!this.#isClosed) this.#take();
  }

  async #put(definition: JsonObject, revision: string | null, saved: readonly string[]): Promise<Saved> {
    const { docId, fetch } = this.#options;
    const address = `/api/file?doc=${encodeURIComponent(docId)}`;
    let response: Response;
    try {
      response = await fetch(address, {
        method: "PATCH",
        body: JSON.stringify({ definition, revision, saved }),
      });
    } catch {
      throw new Error("The server of the page cannot be reached: the edits are kept, and will be saved.");
    }
    const answer: unknown = await response.json();
    const { error, code, revision: now, mtime } = isObject(answer) ? answer as JsonObject : {};
    if (response.ok && typeof now === "string" && typeof mtime === "number") return { revision: now, mtime };
    throw Object.assign(
      new Error(typeof error === "string" ? error : `The server answered ${response.status}.`),
      {
        code,
      },
    );
  }
}

function statusOf(
  { status, dirty, pending, fileProblem }: SessionSnapshot,
  trouble: string | undefined,
): SaveStatus {
  if (status === "remote-changed") return "changed";
  if (fileProblem !== null) return "gone";
  if (status === "offline" || status === "error" || status === "joining") return "offline";
  if (trouble !== undefined) return "unsaved";
  return dirty || pending > 0 ? "saving" : "saved";
}

function peerOf({ clientId, role, name, color, cursor, selection }: LivePresence): Peer {
  return {
    id: clientId,
    role,
    name: name ?? role,
    color: color ?? colorFor(clientId),
    cursor: pointOf(cursor),
    selection: Array.isArray(selection) ? selection.filter((one) => typeof one === "string") : [],
  };
}

function pointOf(value: unknown): Peer["cursor"] {
  if (!isObject(value) || !("x" in value) || !("y" in value)) return undefined;
  const { x, y } = value;
  return typeof x === "number" && typeof y === "number" ? { x, y } : undefined;
}
