import { type DocumentChange, watchDocument } from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type AnyOp,
  type FullEnvelope,
  type JsonObject,
  type KindTable,
  type LivePresence,
  type PatchEnvelope,
  rollbackOf,
  type SeenContent,
  type ViewEnvelope,
  withContent,
} from "@loom/protocol";
import type { HubLink, HubListener, JoinedHub } from "../live/hub_link.ts";
import type { LiveEvent, LiveEventBody, Party, Standing } from "./live_event.ts";

/** Options of {@linkcode follow}. */
export interface FollowOptions {
  /** The document, absolute. */
  readonly doc: string;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The address of the hub. */
  readonly url: string;
  /** Opens the way to the hub. */
  readonly open: (listener: HubListener) => HubLink;
  /** Reads the document's file. */
  readonly read: () => Promise<{ readonly definition: JsonObject; readonly revision: string }>;
  /** Takes what happens. */
  readonly tell: (event: LiveEvent) => void;
  /** The time. */
  readonly now: () => Date;
  /** True when a missing hub is an error. */
  readonly requireLive: boolean;
  /** Ends it, also while the hub is not reached yet. */
  readonly signal: AbortSignal;
}

/** A document that is followed. */
export interface Following {
  /** The reason why the hub was not reached at first. */
  readonly reason: Error | undefined;
  /** Ends it; nothing is reported after it settles. */
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
  /** The clients seen so far: those who have left are still known by name. */
  readonly #seen = new Map<string, LivePresence>();
  #definition: JsonObject | null = null;
  /** The contents that the document had. */
  #contents: readonly SeenContent[] = [];
  #selfId: string | undefined;
  /** The ids of the clients that were reported last. */
  #reported: string | undefined;
  #isLive = false;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#watch = watchDocument(
      options.doc,
      (change) => this.#onFile(change),
      options.kinds === undefined ? {} : { kinds: options.kinds },
    );
    this.#link = options.open({
      onJoined: (joined) => this.#onJoined(joined),
      onLost: () => this.#onLost(),
      onPatch: (envelope) => this.#onPatch(envelope),
      onFull: (envelope) => this.#onFull(envelope),
      onFile: ({ revision, unsaved, seq }) => this.#report({ type: "file", revision, unsaved, seq }),
      onPresence: (presence) => this.#onPresence(presence),
      onView: (envelope) => this.#onView(envelope),
    });
  }

  /** Returns the reason why there is no hub, if there is none. */
  async start(): Promise<Error | undefined> {
    const { url, requireLive } = this.#options;
    this.#report({ type: "status", status: "connecting", url });
    await this.#watch.ready;
    if (this.#isClosed) return undefined;
    const failure = await this.#link.join().then(() => undefined, (error: Error) => error);
    if (failure !== undefined && !this.#isClosed) {
      if (requireLive) throw failure;
      this.#report({ type: "status", status: "offline", url, message: failure.message });
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

  #report(body: LiveEventBody): void {
    if (this.#isClosed) return;
    if (this.#definition !== null) this.#contents = withContent(this.#contents, this.#definition, false);
    this.#options.tell({ at: this.#options.now().toISOString(), ...body });
  }

  /** Without a hub the file is the only source: it must be readable. */
  async #readFirst(): Promise<void> {
    const { definition, revision } = await this.#options.read();
    if (!this.#isLive) this.#takeFile(definition, { revision, unsaved: false });
  }

  #onFile(change: DocumentChange): void {
    this.#work = this.#work.then(async () => {
      if (this.#isLive || this.#isClosed) return;
      if (change.type === "removed") {
        this.#report({ type: "trouble", message: `"${this.#options.doc}" is gone.` });
        return;
      }
      try {
        const { definition, revision } = await this.#options.read();
        if (!this.#isLive) this.#takeFile(definition, { revision, unsaved: false });
      } catch (error) {
        this.#report({ type: "trouble", message: messageOf(error) });
      }
    });
  }

  /** The kind of the document; `undefined` while neither its name nor its content says it. */
  get #kind(): AnyKind | undefined {
    const { kinds = LOOM_KINDS, doc } = this.#options;
    return kinds.ofPath(doc) ?? kinds.ofDocument(this.#definition);
  }

  #takeFile(definition: JsonObject, standing: Standing): void {
    const before = this.#definition;
    this.#definition = definition;
    const changes = this.#kind?.content?.changes;
    if (before === null || changes === undefined) {
      this.#report({
        type: "document",
        doc: this.#options.doc,
        from: "file",
        active: [],
        definition,
        ...standing,
      });
      return;
    }
    const ops = changes.diff(before, definition);
    if (ops.length > 0) {
      this.#report({ type: "patch", by: "file", ops, ...this.#rolledBack(before), ...standing });
    } else this.#report({ type: "file", ...standing });
  }

  #onJoined({ selfId }: JoinedHub): void {
    this.#selfId = selfId;
    this.#isLive = true;
    this.#reported = undefined;
    this.#report({ type: "status", status: "live", url: this.#options.url });
    this.#reportDocument();
  }

  #onLost(): void {
    if (!this.#isLive) return;
    const { url } = this.#options;
    this.#isLive = false;
    this.#report({ type: "status", status: "offline", url, message: `The connection to ${url} is lost.` });
    this.#catchUp(this.#link.document.fileRevision);
  }

  /** Reads what the file became before the loss of the hub was noticed. */
  #catchUp(known: string | null): void {
    this.#work = this.#work.then(async () => {
      if (this.#isLive || this.#isClosed) return;
      try {
        const { definition, revision } = await this.#options.read();
        if (!this.#isLive && revision !== known) this.#takeFile(definition, { revision, unsaved: false });
      } catch (error) {
        // Without a file, the last document of the hub stays.
        if (known !== null) this.#report({ type: "trouble", message: messageOf(error) });
      }
    });
  }

  /** Reports the document as the hub has it. */
  #reportDocument(by?: Party): void {
    const { confirmed, active, seq, epoch, fileRevision, unsaved } = this.#link.document;
    this.#definition = confirmed;
    this.#report({
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

  #onPatch({ ops, origin, seq, epoch, fileRevision, unsaved, overwrote }: PatchEnvelope): void {
    // Changes missed while there is no hub come with the document.
    if (!this.#isLive) return;
    const before = this.#definition;
    if (!this.#apply(ops)) return this.#reportDocument(this.#party(origin));
    const lost = overwrote?.map(({ path, was, by }) => ({ path, was, by: this.#party(by) }));
    this.#report({
      type: "patch",
      by: this.#party(origin),
      ops,
      ...(lost === undefined ? {} : { overwrote: lost }),
      ...(origin === "file" ? this.#rolledBack(before) : {}),
      seq,
      epoch,
      ...(fileRevision === undefined ? {} : { revision: fileRevision }),
      ...(unsaved === undefined ? {} : { unsaved }),
    });
  }

  /** The changes that the file took away, when it went from one document to the present one by an older content. */
  #rolledBack(before: JsonObject | null): { readonly rolledBack?: readonly AnyOp[] } {
    const changes = this.#kind?.content?.changes;
    if (before === null || this.#definition === null || changes === undefined) return {};
    const rollback = rollbackOf(changes, withContent(this.#contents, before, false), this.#definition);
    return rollback === undefined ? {} : { rolledBack: rollback.vanished };
  }

  #apply(ops: readonly AnyOp[]): boolean {
    const changes = this.#kind?.content?.changes;
    const after = this.#definition === null ? undefined : changes?.apply(this.#definition, ops);
    if (!after?.ok) return false;
    this.#definition = after.value;
    return true;
  }

  #onFull({ origin }: FullEnvelope): void {
    if (this.#isLive) this.#reportDocument(origin === "hub" ? undefined : this.#party(origin));
  }

  #onPresence(all: readonly LivePresence[]): void {
    if (!this.#isLive) return;
    const presence = all.filter(({ clientId }) => clientId !== this.#selfId);
    for (const one of presence) this.#see(one);
    // Cursors move all the time: only a change of clients is reported.
    const now = presence.map(({ clientId }) => clientId).join(" ");
    if (now === this.#reported) return;
    this.#reported = now;
    this.#report({ type: "presence", presence });
  }

  #see(one: LivePresence): void {
    this.#seen.delete(one.clientId);
    this.#seen.set(one.clientId, one);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_SEEN && oldest !== undefined) this.#seen.delete(oldest);
  }

  #onView({ origin, member, focus, note }: ViewEnvelope): void {
    this.#report({
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

/** The most clients that are remembered. */
const MOST_SEEN = 1_000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
