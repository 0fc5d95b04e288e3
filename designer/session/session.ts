import {
  afterChange,
  type BridgeClient,
  BridgeError,
  createBridgeClient,
  type Lost,
  stepOf,
  takeWay,
  type ViewChange,
  type WaysBack,
  withWay,
} from "@loom/hub/client";
import {
  applyPatchOps,
  diffDefinition,
  equalJson,
  type FullEnvelope,
  invertOps,
  type JsonObject,
  kindOfDocument,
  kindOfPath,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import { saveDocument } from "./save_document.ts";
import { type SessionEvent, type SessionFacts, StatusMachine } from "./session_status.ts";
import type {
  BridgeSession,
  RemoteDifference,
  Saved,
  SaveWrite,
  SessionOptions,
  SessionSnapshot,
} from "./session_types.ts";

/** A session on a client of the hub. */
export class Session implements BridgeSession {
  readonly #client: BridgeClient;
  readonly #options: SessionOptions;
  readonly #machine = new StatusMachine();
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: (() => void)[];
  #undos: WaysBack = [];
  #redos: WaysBack = [];
  /** The ways to what the person had changed where someone else changed the same. */
  #mine: WaysBack = [];
  #reason: string | null = null;
  #notice: string | null = null;
  /** How many times it is being saved just now: a person may ask for it again meanwhile. */
  #saves = 0;
  /** The last change that came from others. */
  #lastChange: ViewChange | undefined;
  /** Whether the document that the join brings is still to be passed on. */
  #isNew = true;
  #snapshot: SessionSnapshot;

  constructor(options: SessionOptions) {
    this.#options = options;
    const client = options.client ?? createBridgeClient(options);
    this.#client = client;
    this.#unsubscribe = [
      client.on("status", (status) => {
        if (status === "error") this.#tell("failed");
        this.#commit();
      }),
      client.on("phase", (phase) => this.#follow(phase)),
      client.on("change", (change) => this.#takeChange(change)),
      client.on("conflict", (lost) => this.#clash(lost)),
      client.on("ack", () => this.#commit()),
      client.on("pending", () => this.#commit()),
      client.on("file", () => this.#commit()),
      client.on("patch", (envelope) => {
        options.onPatch?.(envelope);
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

  emitPatch(ops: readonly MachineOp[]): void {
    const before = this.#client.document.view;
    this.#client.emitPatch(ops);
    this.#remember(before, ops);
  }

  emitFull(def: JsonObject): void {
    const before = this.#client.document.view;
    this.#client.emitFull(def);
    this.#remember(before, before ? diffDefinition(machine(before), machine(def)) : []);
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
      return await saveDocument(this.#client, write);
    } catch (error) {
      if (error instanceof Error) this.#notice = error.message;
      throw error;
    } finally {
      this.#saves--;
      this.#commit();
    }
  }

  keepMine(): void {
    while (this.#mine.length > 0) {
      const taken = takeWay(this.#mine);
      this.#mine = taken?.rest ?? [];
      if (taken?.ops === undefined) this.#notice = taken?.reason ?? null;
      else if (taken.ops.length > 0) this.#change(taken.ops);
    }
    this.#decide();
  }

  takeTheirs(): void {
    this.#mine = [];
    this.#decide();
  }

  difference(): RemoteDifference | null {
    const theirs = this.#client.document.view;
    if (this.#mine.length === 0 || theirs === null) return null;
    let mine = machine(theirs);
    for (let ways = this.#mine; ways.length > 0;) {
      const taken = takeWay(ways);
      if (taken?.ops) mine = applyPatchOps(mine, taken.ops);
      ways = taken?.rest ?? [];
    }
    return { theirs, mine: plain(mine), ops: diffDefinition(machine(theirs), mine) };
  }

  async connect(): Promise<void> {
    this.#isNew = true;
    try {
      await this.#client.join();
    } catch (error) {
      // What went wrong stands in the snapshot.
      if (!(error instanceof BridgeError)) throw error;
      if (error.code !== "disconnected") this.#tell("failed");
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
        return this.#tell("join");
      case "away":
        return this.#tell("parted");
      case "resyncing":
        return this.#tell("fell_behind");
      case "live":
        this.#hydrate();
        this.#tell("joined");
        return this.#tell("caught_up");
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
    const { after, steps } = change;
    this.#lastChange = change;
    this.#undos = afterChange(this.#undos, after, steps);
    this.#redos = afterChange(this.#redos, after, steps);
    this.#mine = afterChange(this.#mine, after, steps);
    // Until the join is through, there is no document to show.
    if (this.#client.phase !== "joining") this.#commit();
  }

  #takeFull(envelope: FullEnvelope): void {
    this.#options.onFull?.(envelope);
    if (envelope.reason === "remote-changed") {
      this.#clashWith("The file was replaced while there were unsaved changes.");
    }
    this.#commit();
  }

  #takeError(error: BridgeError): void {
    if (error.code === "unauthorized" || error.code === "forbidden_path") this.#tell("failed");
    // The hub tells whose unsaved changes a change of the file has taken away, right after that change.
    else if (error.code === "stale_base" && error.opId === undefined) return this.#clashWith(error.message);
    this.#notice = error.message;
    this.#commit();
  }

  /** The last change of others took something of the person's. */
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
    const way = withWay([], diffDefinition(machine(theirs), machine(mine)), theirs, mine);
    this.#mine = [...afterChange(this.#mine, theirs, null), ...afterChange(way, now, null)];
    this.#reason = reason;
    this.#tell("clashed");
  }

  #decide(): void {
    this.#reason = null;
    this.#tell("decide");
  }

  #run(op: MachineOp): void {
    this.#client.emitPatch([op]);
    this.#tell("edit");
  }

  /** Makes a change without a way back. */
  #change(ops: readonly MachineOp[]): void {
    const before = this.#client.document.view;
    this.#send(ops);
    this.#remember(before, ops);
  }

  /** Sends operations; to a document of a kind that has none at the hub, the document that they lead to. */
  #send(ops: readonly MachineOp[]): void {
    const { docId, view } = this.#client.document;
    const kind = kindOfPath(docId) ?? kindOfDocument(view);
    if (view === null || kind === undefined || kind === "machine") this.#client.emitPatch(ops);
    else this.#client.emitFull(plain(applyPatchOps(machine(view), ops)));
  }

  /** Keeps the way back from a change that was just made. */
  #remember(before: JsonObject | null, ops: readonly MachineOp[]): void {
    const after = this.#client.document.view;
    if (before !== null && after !== null && ops.some(({ op }) => !op.startsWith("runtime."))) {
      this.#undos = withWay(this.#undos, undoing(ops, before), after, before);
      this.#redos = [];
      this.#mine = afterChange(this.#mine, after, [stepOf(ops, before, after)]);
    }
    this.#tell("edit");
  }

  #goBack(direction: "undo" | "redo"): boolean {
    for (;;) {
      const taken = takeWay(direction === "undo" ? this.#undos : this.#redos);
      if (!taken) return false;
      if (direction === "undo") this.#undos = taken.rest;
      else this.#redos = taken.rest;
      const { ops, reason } = taken;
      if (ops === undefined) {
        this.#notice = `That step cannot be taken any more: ${reason}`;
        this.#commit();
        return false;
      }
      // What others have undone or made already needs no step of one's own.
      if (ops.length === 0) continue;
      this.#step(direction, ops);
      return true;
    }
  }

  #step(direction: "undo" | "redo", ops: readonly MachineOp[]): void {
    const before = this.#client.document.view;
    this.#send(ops);
    const after = this.#client.document.view;
    if (before !== null && after !== null) {
      const back = undoing(ops, before);
      if (direction === "undo") this.#redos = withWay(this.#redos, back, after, before);
      else this.#undos = withWay(this.#undos, back, after, before);
      this.#mine = afterChange(this.#mine, after, [stepOf(ops, before, after)]);
    }
    this.#tell("edit");
  }

  #tell(event: SessionEvent): void {
    this.#machine.tell(event, this.#facts());
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
    const { view, confirmed, seq, active, unsaved, pending, fileRevision } = document;
    const { status } = this.#machine;
    return {
      status,
      connection,
      def: view && machine(view),
      seq,
      presence,
      activeStates: active,
      // What is on its way may be about the running machine only, and is nothing to save then.
      dirty: unsaved || (pending > 0 && !equalJson(view, confirmed)),
      saving: this.#saves > 0,
      pending,
      fileRevision,
      canUndo: this.#undos.length > 0,
      canRedo: this.#redos.length > 0,
      remoteChange: this.#reason === null ? null : { reason: this.#reason },
      notice: this.#notice,
    };
  }

  #commit(): void {
    // What waits is done without an answer, too: given up, or made by someone else who offers it as well.
    this.#machine.tell("confirmed", this.#facts());
    this.#snapshot = this.#read();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The operations that take back what was made on a document. */
function undoing(ops: readonly MachineOp[], before: JsonObject): readonly MachineOp[] {
  return invertOps(ops, machine(before));
}

function machine(def: JsonObject): StateMachineDefinition {
  return def as unknown as StateMachineDefinition;
}

function plain(def: StateMachineDefinition): JsonObject {
  return def as unknown as JsonObject;
}
