import { type BridgeClient, BridgeError, type Lost, type ViewChange } from "@loom/hub/client";
import {
  type AnyOp,
  type Changes,
  type Direction,
  type EditedKind,
  equalJson,
  type FullEnvelope,
  type JsonObject,
  type KindTable,
  type MachineOp,
} from "@loom/protocol";
import { OwnEdits } from "./own_edits.ts";
import { saveDocument } from "./save_document.ts";
import { causeOf, SessionNotice } from "./session_notice.ts";
import { type SessionEvent, type SessionFacts, StatusMachine } from "./session_status.ts";
import type {
  BridgeSession,
  RemoteDifference,
  Saved,
  SaveWrite,
  SessionOptions,
  SessionSnapshot,
} from "./session_types.ts";

/** The message when an older content of the file took changes away. */
const ROLLED_BACK =
  "A program wrote an older content into the file, and earlier changes are gone: put them back, or dismiss them.";

/** Options of a session whose parts are there. */
type SessionParts = SessionOptions & { readonly kinds: KindTable<EditedKind>; readonly client: BridgeClient };

/** A session on a client of the hub. */
export class Session implements BridgeSession {
  readonly #client: BridgeClient;
  readonly #options: SessionParts;
  readonly #machine = new StatusMachine();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: (() => void)[];
  readonly #edits = new OwnEdits(() => this.#changes);
  #reason: string | null = null;
  readonly #notice = new SessionNotice();
  /** The number of saves in flight: a person may save again meanwhile. */
  #saves = 0;
  /** The last change that came from others. */
  #lastChange: ViewChange | undefined;
  /** True when the document of the join has not been passed on yet. */
  #isNew = true;
  #snapshot: SessionSnapshot;

  constructor(options: SessionParts) {
    this.#options = options;
    const { client } = options;
    this.#client = client;
    this.#unsubscribe = [
      client.on("status", (status) => {
        if (status === "error") this.#notify("failed");
        this.#commit();
      }),
      client.on("phase", (phase) => this.#follow(phase)),
      client.on("change", (change) => this.#takeChange(change)),
      client.on("overwrote", (overwrote) => {
        this.#edits.lose(overwrote, client.document.view);
        this.#commit();
      }),
      client.on("conflict", (lost) => this.#clash(lost)),
      client.on("ack", () => {
        this.#takeContent(false);
        this.#notice.end("acknowledged");
        this.#commit();
      }),
      client.on("pending", () => this.#commit()),
      client.on("file", () => {
        this.#takeContent(false);
        this.#commit();
      }),
      client.on("patch", (envelope) => {
        options.onPatch?.(envelope);
        this.#takeContent(envelope.origin === "file");
        this.#commit();
      }),
      client.on("full", (envelope) => this.#takeFull(envelope)),
      client.on("presence", (presence) => {
        options.onPresence?.(presence);
        this.#commit();
      }),
      client.on("error", (error) => this.#takeError(error)),
    ];
    this.#snapshot = this.#read();
  }

  getSnapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emitPatch(ops: readonly AnyOp[]): void {
    const before = this.#client.document.view;
    this.#client.emitPatch(ops);
    this.#remember(before, ops);
  }

  emitFull(def: JsonObject): void {
    const before = this.#client.document.view;
    this.#client.emitFull(def);
    this.#remember(before, before ? this.#changes.diff(before, def) : []);
  }

  enter(state: string, from?: string, eventId?: string): void {
    const named = { ...(from === undefined ? {} : { from }), ...(eventId === undefined ? {} : { eventId }) };
    this.#run({ op: "runtime.enter", state, ...named });
  }

  exit(state: string): void {
    this.#run({ op: "runtime.exit", state });
  }

  undo(): boolean {
    return this.#goBack("undo");
  }

  redo(): boolean {
    return this.#goBack("redo");
  }

  async save(write: SaveWrite): Promise<Saved> {
    this.#saves++;
    this.#commit();
    try {
      const saved = await saveDocument(this.#client, write);
      this.#notice.end("saved");
      return saved;
    } catch (error) {
      if (error instanceof Error) this.#notice.show(error.message, "save");
      throw error;
    } finally {
      this.#saves--;
      this.#commit();
    }
  }

  keepMine(): void {
    for (let next = this.#edits.takeClashed(); next; next = this.#edits.takeClashed()) {
      if ("reason" in next) this.#notice.show(next.reason, "edit");
      else if (next.ops.length > 0) this.#change(next.ops);
    }
    this.#decide();
  }

  takeTheirs(): void {
    this.#edits.dropClashed();
    this.#decide();
  }

  putBack(id: number): boolean {
    const taken = this.#edits.takeLost(id);
    if (taken && "ops" in taken) this.#change(taken.ops);
    else if (taken) this.#notice.show(`The value cannot be put back any more: ${taken.reason}`, "edit");
    this.#commit();
    return taken !== undefined && "ops" in taken;
  }

  dismiss(id: number): void {
    this.#edits.dropLost(id);
    this.#commit();
  }

  difference(): RemoteDifference | null {
    const theirs = this.#client.document.view;
    const mine = theirs === null ? undefined : this.#edits.restored(theirs);
    if (theirs === null || mine === undefined) return null;
    return { theirs, mine, ops: this.#changes.diff(theirs, mine) };
  }

  async connect(): Promise<void> {
    this.#isNew = true;
    try {
      await this.#client.join();
    } catch (error) {
      // The snapshot holds the error.
      if (!(error instanceof BridgeError)) throw error;
      if (error.code !== "disconnected") this.#notify("failed");
    }
  }

  disconnect(): void {
    this.#client.disconnect();
  }

  async close(): Promise<void> {
    await this.#client.close();
    for (const off of this.#unsubscribe) off();
  }

  #follow(phase: BridgeClient["phase"]): void {
    switch (phase) {
      case "joining":
        return this.#notify("join");
      case "away":
        return this.#notify("parted");
      case "resyncing":
        return this.#notify("fell_behind");
      case "live":
        this.#hydrate();
        this.#notice.end("joined");
        this.#takeContent(false);
        this.#notify("joined");
        return this.#notify("caught_up");
    }
  }

  /** Passes on the document that the join has brought, before anybody else sees it. */
  #hydrate(): void {
    if (!this.#isNew) return;
    this.#isNew = false;
    const { docId, view: def, seq, epoch, fileTime: mtime } = this.#client.document;
    if (def === null || epoch === null) return;
    this.#options.onFull?.({ docId, def, seq, epoch, mtime, origin: "join" });
  }

  #takeChange(change: ViewChange): void {
    this.#lastChange = change;
    this.#edits.follow(change.after, change.steps);
    // There is no document to show before the join is complete.
    if (this.#client.phase !== "joining") this.#commit();
  }

  /** Remembers the document that the hub has now, and looks whether an older content of the file took changes away. */
  #takeContent(isFromFile: boolean): void {
    const isRolledBack = this.#edits.takeContent(this.#client.document, isFromFile);
    if (isRolledBack) this.#notice.show(ROLLED_BACK, "edit");
  }

  #takeFull(envelope: FullEnvelope): void {
    this.#options.onFull?.(envelope);
    this.#takeContent(envelope.origin === "file" || envelope.origin === "hub");
    if (envelope.reason === "remote-changed") {
      this.#clashWith("The file was replaced while there were unsaved changes.");
    }
    this.#commit();
  }

  #takeError(error: BridgeError): void {
    if (error.code === "unauthorized" || error.code === "forbidden_path") this.#notify("failed");
    // Right after a change of the file, the hub reports whose unsaved changes were lost by it.
    else if (error.code === "stale_base" && error.opId === undefined) return this.#clashWith(error.message);
    this.#notice.show(error.message, causeOf(error, this.#reason !== null));
    this.#commit();
  }

  /** Offers the choice between the document before and after the last change of others. */
  #clashWith(reason: string): void {
    const { before = null, after = null } = this.#lastChange ?? {};
    if (before !== null && after !== null) this.#offer(after, before, reason);
  }

  #clash({ mine, theirs, reason }: Lost): void {
    if (mine !== null && theirs !== null) this.#offer(theirs, mine, reason);
  }

  #offer(theirs: JsonObject, mine: JsonObject, reason: string): void {
    const now = this.#client.document.view;
    if (now === null) return;
    this.#edits.clash(theirs, mine, now);
    this.#reason = reason;
    this.#notify("clashed");
  }

  #decide(): void {
    this.#reason = null;
    this.#notice.end("decided");
    this.#notify("decide");
  }

  /** The kind of the document; `undefined` while neither its name nor its content says. */
  get #kind(): EditedKind | undefined {
    const { docId, view } = this.#client.document;
    const { kinds } = this.#options;
    return kinds.ofPath(docId) ?? kinds.ofDocument(view);
  }

  /** The operations of the kind; for a kind without operations, those of the first that has some. */
  get #changes(): Changes {
    const { kinds } = this.#options;
    const content = this.#kind?.content ?? kinds.rows.find((row) => row.content)?.content;
    if (content === undefined) throw new BridgeError("no_base", "No kind of document can be edited here.");
    return content.changes;
  }

  #run(op: MachineOp): void {
    this.#client.emitPatch([op]);
    this.#notify("edit");
  }

  /** Makes a change that can be undone. */
  #change(ops: readonly AnyOp[]): void {
    const before = this.#client.document.view;
    this.#send(ops);
    this.#remember(before, ops);
  }

  /** Sends operations; for a kind without operations, the document that they lead to. */
  #send(ops: readonly AnyOp[]): void {
    const { view } = this.#client.document;
    const kind = this.#kind;
    if (view === null || kind === undefined || kind.content) return this.#client.emitPatch(ops);
    const after = this.#changes.apply(view, ops);
    if (after.ok) this.#client.emitFull(after.value);
  }

  /** Records a change that was just made. */
  #remember(before: JsonObject | null, ops: readonly AnyOp[]): void {
    const after = this.#client.document.view;
    if (before !== null && after !== null && ops.some(({ op }) => !op.startsWith("runtime."))) {
      this.#edits.record(ops, before, after);
    }
    this.#notify("edit");
  }

  #goBack(direction: Direction): boolean {
    const { view: before } = this.#client.document;
    const step = before && this.#edits.step(direction, before);
    if (!step) return false;
    if ("reason" in step) {
      this.#notice.show(`That step cannot be taken any more: ${step.reason}`, "edit");
      this.#commit();
      return false;
    }
    this.#send(step.ops);
    const after = this.#client.document.view;
    if (after !== null) this.#edits.recordStep(step, direction, before, after);
    this.#notify("edit");
    return true;
  }

  #notify(event: SessionEvent): void {
    if (event === "edit") this.#notice.end("edited");
    this.#machine.notify(event, this.#facts());
    this.#commit();
  }

  #facts(): SessionFacts {
    const { phase, document } = this.#client;
    const joined = phase === "live" || phase === "resyncing";
    return {
      joined,
      joining: phase === "joining",
      behind: phase === "resyncing",
      waiting: document.pending,
    };
  }

  #read(): SessionSnapshot {
    const { status: connection, presence, document } = this.#client;
    const { view, confirmed, unsaved, seq, active, pending, fileRevision, fileProblem } = document;
    const { status } = this.#machine;
    return {
      status,
      connection,
      def: view,
      seq,
      presence,
      activeStates: active,
      // Changes in flight may be about the running machine only, which is nothing to save.
      dirty: unsaved || (pending > 0 && !equalJson(view, confirmed)),
      saving: this.#saves > 0,
      pending,
      fileRevision,
      fileProblem,
      canUndo: this.#edits.canUndo,
      canRedo: this.#edits.canRedo,
      remoteChange: this.#reason === null ? null : { reason: this.#reason },
      lostValues: this.#edits.lostValues,
      notice: this.#notice.text,
    };
  }

  #commit(): void {
    // Pending changes can end without an acknowledgement: dropped, or applied by someone else who offers them too.
    this.#machine.notify("confirmed", this.#facts());
    const { dirty, fileProblem } = this.#snapshot;
    const next = this.#read();
    if (dirty && !next.dirty) this.#notice.end("clean");
    if (fileProblem !== null && next.fileProblem === null) this.#notice.end("readable");
    this.#snapshot = { ...next, notice: this.#notice.text ?? next.fileProblem };
    for (const listener of [...this.#listeners]) listener();
  }
}
