import { type DocumentChange, watchDocument } from "@loom/bridge/document";
import {
  applyPatchOps,
  diffDefinition,
  type FullEnvelope,
  type LivePresence,
  type MachineOp,
  type PatchEnvelope,
  PatchError,
  type StateMachineDefinition,
  type ViewEnvelope,
} from "@loom/protocol";
import type { HubLink, HubListener, JoinedHub } from "../live/hub_link.ts";
import type { LiveEvent, LiveEventBody, Party, Standing } from "./live_event.ts";

/** What following a document needs. */
export interface FollowOptions {
  /** The document, absolute. */
  readonly doc: string;
  /** The address of the hub. */
  readonly url: string;
  /** Opens the way to the hub. */
  readonly open: (listener: HubListener) => HubLink;
  /** Reads the document's file. */
  readonly read: () => Promise<{ readonly definition: StateMachineDefinition; readonly revision: string }>;
  /** Takes what happens. */
  readonly tell: (event: LiveEvent) => void;
  /** The time. */
  readonly now: () => Date;
  /** Whether there is nothing to follow without a hub. */
  readonly requireLive: boolean;
  /** Ends it, also while the hub is still looked for. */
  readonly signal: AbortSignal;
}

/** A document that is followed. */
export interface Following {
  /** Why there is no hub, at first. */
  readonly reason: Error | undefined;
  /** Ends it; nothing is told after it settles. */
  readonly close: () => Promise<void>;
}

/**
 * Follows a document at the hub, and its file whenever there is no hub.
 *
 * @returns `undefined` when it was ended before it began.
 * @throws {HubError} When a hub is required and not there.
 * @throws {LoomError} When there is no hub and the file cannot be read.
 */
export async function follow(options: FollowOptions): Promise<Following | undefined> {
  const { signal } = options;
  const follower = new Follower(options);
  const close = () => follower.close();
  const closeSoon = () => void close();
  signal.addEventListener("abort", closeSoon, { once: true });
  try {
    const reason = await follower.start();
    if (!signal.aborted) return { reason, close };
  } catch (error) {
    if (!signal.aborted) {
      await close();
      throw error;
    }
  }
  await close();
  return undefined;
}

class Follower {
  readonly #options: FollowOptions;
  readonly #link: HubLink;
  readonly #watch: ReturnType<typeof watchDocument>;
  /** Those who were seen, so that who has left already is still known by name. */
  readonly #seen = new Map<string, LivePresence>();
  #definition: StateMachineDefinition | null = null;
  #selfId: string | undefined;
  /** The ids of those who were told last. */
  #told: string | undefined;
  #isLive = false;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#watch = watchDocument(options.doc, (change) => this.#onFile(change));
    this.#link = options.open({
      onJoined: (joined) => this.#onJoined(joined),
      onLost: () => this.#onLost(),
      onPatch: (envelope) => this.#onPatch(envelope),
      onFull: (envelope) => this.#onFull(envelope),
      onFile: ({ revision, unsaved, seq }) => this.#tell({ type: "file", revision, unsaved, seq }),
      onPresence: (presence) => this.#onPresence(presence),
      onView: (envelope) => this.#onView(envelope),
    });
  }

  /** Gives the reason why there is no hub, as far as there is none. */
  async start(): Promise<Error | undefined> {
    const { url, requireLive } = this.#options;
    this.#tell({ type: "status", status: "connecting", url });
    await this.#watch.ready;
    if (this.#isClosed) return undefined;
    const failure = await this.#link.join().then(() => undefined, (error: Error) => error);
    if (failure !== undefined && !this.#isClosed) {
      if (requireLive) throw failure;
      this.#tell({ type: "status", status: "offline", url, message: failure.message });
      await this.#readFirst();
    }
    return failure;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#link.close();
    await this.#watch.close();
    await this.#work;
  }

  #tell(body: LiveEventBody): void {
    if (this.#isClosed) return;
    this.#options.tell({ at: this.#options.now().toISOString(), ...body });
  }

  /** Without a hub the file is all there is: one that cannot be read is an error. */
  async #readFirst(): Promise<void> {
    const { definition, revision } = await this.#options.read();
    if (!this.#isLive) this.#takeFile(definition, { revision, unsaved: false });
  }

  #onFile(change: DocumentChange): void {
    this.#work = this.#work.then(async () => {
      if (this.#isLive || this.#isClosed) return;
      if (change.type === "removed") {
        this.#tell({ type: "trouble", message: `"${this.#options.doc}" is gone.` });
        return;
      }
      try {
        const { definition, revision } = await this.#options.read();
        if (!this.#isLive) this.#takeFile(definition, { revision, unsaved: false });
      } catch (error) {
        this.#tell({ type: "trouble", message: messageOf(error) });
      }
    });
  }

  #takeFile(definition: StateMachineDefinition, standing: Standing): void {
    const before = this.#definition;
    this.#definition = definition;
    if (before === null) {
      this.#tell({
        type: "document",
        doc: this.#options.doc,
        from: "file",
        active: [],
        definition,
        ...standing,
      });
      return;
    }
    const ops = diffDefinition(before, definition);
    if (ops.length > 0) this.#tell({ type: "patch", by: "file", ops, ...standing });
    else this.#tell({ type: "file", ...standing });
  }

  #onJoined({ selfId }: JoinedHub): void {
    this.#selfId = selfId;
    this.#isLive = true;
    this.#told = undefined;
    this.#tell({ type: "status", status: "live", url: this.#options.url });
    this.#tellDocument();
  }

  #onLost(): void {
    if (!this.#isLive) return;
    const { url } = this.#options;
    this.#isLive = false;
    this.#tell({ type: "status", status: "offline", url, message: `The connection to ${url} is lost.` });
    this.#catchUp(this.#link.document.fileRevision);
  }

  /** What the file became while the hub did not answer any more and nobody knew that yet. */
  #catchUp(known: string | null): void {
    this.#work = this.#work.then(async () => {
      if (this.#isLive || this.#isClosed) return;
      try {
        const { definition, revision } = await this.#options.read();
        if (!this.#isLive && revision !== known) this.#takeFile(definition, { revision, unsaved: false });
      } catch (error) {
        // Without a file there is only what the hub had.
        if (known !== null) this.#tell({ type: "trouble", message: messageOf(error) });
      }
    });
  }

  /** Tells the document as the hub has it. */
  #tellDocument(by?: Party): void {
    const { confirmed, active, seq, epoch, fileRevision, unsaved } = this.#link.document;
    this.#definition = confirmed as unknown as StateMachineDefinition | null;
    this.#tell({
      type: "document",
      doc: this.#options.doc,
      from: "hub",
      ...(by === undefined ? {} : { by }),
      active,
      definition: this.#definition,
      seq,
      ...(epoch === null ? {} : { epoch }),
      revision: fileRevision,
      unsaved,
    });
  }

  #onPatch({ ops, origin, seq, epoch, fileRevision, unsaved }: PatchEnvelope): void {
    // What is missed while there is no hub comes with the document.
    if (!this.#isLive) return;
    // The hub has applied them, so they are operations of machines.
    const machineOps = ops as MachineOp[];
    if (!this.#apply(machineOps)) return this.#tellDocument(this.#party(origin));
    this.#tell({
      type: "patch",
      by: this.#party(origin),
      ops: machineOps,
      seq,
      epoch,
      ...(fileRevision === undefined ? {} : { revision: fileRevision }),
      ...(unsaved === undefined ? {} : { unsaved }),
    });
  }

  #apply(ops: readonly MachineOp[]): boolean {
    if (this.#definition === null) return false;
    try {
      this.#definition = applyPatchOps(this.#definition, ops);
      return true;
    } catch (error) {
      if (error instanceof PatchError) return false;
      throw error;
    }
  }

  #onFull({ origin }: FullEnvelope): void {
    if (this.#isLive) this.#tellDocument(origin === "hub" ? undefined : this.#party(origin));
  }

  #onPresence(all: readonly LivePresence[]): void {
    if (!this.#isLive) return;
    const presence = all.filter(({ clientId }) => clientId !== this.#selfId);
    for (const one of presence) this.#see(one);
    // Cursors move all the time; who is there is another matter.
    const now = presence.map(({ clientId }) => clientId).join(" ");
    if (now === this.#told) return;
    this.#told = now;
    this.#tell({ type: "presence", presence });
  }

  #see(one: LivePresence): void {
    this.#seen.delete(one.clientId);
    this.#seen.set(one.clientId, one);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_SEEN && oldest !== undefined) this.#seen.delete(oldest);
  }

  #onView({ origin, member, focus, note }: ViewEnvelope): void {
    this.#tell({
      type: "view",
      by: this.#seen.has(origin) ? this.#party(origin) : origin,
      ...(member === undefined ? {} : { member }),
      ...(focus === undefined ? {} : { focus }),
      ...(note === undefined ? {} : { note }),
    });
  }

  #party(origin: string): Party {
    if (origin === "file" || origin === "hub") return origin;
    const { role, name } = this.#seen.get(origin) ?? {};
    return { clientId: origin, ...(role ? { role } : {}), ...(name ? { name } : {}) };
  }
}

/** So many of those who were seen are remembered. */
const MOST_SEEN = 1_000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
