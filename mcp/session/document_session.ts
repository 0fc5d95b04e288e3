import {
  type Document,
  type DocumentEdit,
  DocumentError,
  OpenDocument,
  resolveNewPath,
  SerialQueue,
} from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type JsonObject,
  type KindName,
  type KindTable,
  MACHINE_KIND,
  type Result,
  type StateMachineDefinition,
} from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import { ToolError } from "../tool.ts";
import {
  cancelled,
  checkReplaceable,
  checkSeen,
  documentError,
  noStep,
  refuseLocked,
  wrongKind,
} from "./document_errors.ts";
import { NO_ROOM, openRoom, type Room } from "./room.ts";
import type {
  Edited,
  EditOptions,
  EditPlan,
  LiveOutcome,
  MachineDocument,
  ReadOptions,
  Session,
  SessionChange,
  SessionOptions,
  Switched,
  Turned,
  WriteWholeOptions,
} from "./session.ts";
import { SessionEvents } from "./session_events.ts";
import { lookAt, targetOf } from "./target.ts";

const CANVAS_URL = "http://127.0.0.1:4598";

/** Opens the session of a client; reads and writes nothing, and joins a hub in the background. */
export function openSession(options: SessionOptions): Session {
  return new DocumentSession(options);
}

/** An active document with its room. */
interface Active {
  readonly document: OpenDocument<LiveOutcome>;
  readonly room: Room;
}

class DocumentSession implements Session {
  readonly options: SessionOptions;
  readonly kinds: KindTable;
  readonly #queue = new SerialQueue();
  readonly #events: SessionEvents;
  #active: Active;
  /** The kind that the content of the active document said before it was made active. */
  #foundKind: AnyKind | undefined;
  /** Settles when the rooms of earlier documents are left. */
  #left: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.options = options;
    this.kinds = options.kinds ?? LOOM_KINDS;
    this.#active = this.#open(resolve(options.path));
    this.#events = new SessionEvents(this.#active.document);
  }

  get path(): string {
    return this.#active.document.path;
  }

  get row(): AnyKind {
    const [first] = this.kinds.rows;
    const row = this.#active.document.kind ?? this.#foundKind ?? first;
    if (row === undefined) throw new Error("The table of kinds is empty.");
    return row;
  }

  get kind(): KindName {
    return this.row.kind;
  }

  get canvasUrl(): string {
    const base = (this.options.canvasUrl ?? CANVAS_URL).replace(/\/+$/, "");
    return `${base}/?doc=${encodeURIComponent(this.path)}`;
  }

  get hubStatus(): string {
    return this.#active.room.status;
  }

  get atStart(): JsonObject | undefined {
    return this.#active.document.atStart;
  }

  get watching(): Promise<void> {
    return this.#events.ready;
  }

  read({ kind, isGlance }: ReadOptions = {}): Promise<Document> {
    return this.#run(async () => {
      const document = await this.#active.document.read(isGlance);
      this.#requireKind(document.row, kind);
      return { ...document, path: this.path };
    });
  }

  async readMachine(): Promise<MachineDocument> {
    const document = await this.read({ kind: MACHINE_KIND.kind });
    return { ...document, machine: document.definition as StateMachineDefinition };
  }

  edit<Doc extends object>(plan: EditPlan<Doc>, options: EditOptions = {}): Promise<Edited<Doc>> {
    return this.#edit(options, ({ document }) =>
      document.edit((definition, source) => {
        this.#requireKind(source.row, options.kind);
        return plan(definition as Doc, source.row);
      }, { ...options, kind: undefined }));
  }

  undo(options: EditOptions = {}): Promise<Turned> {
    return this.#step("undo", options);
  }

  redo(options: EditOptions = {}): Promise<Turned> {
    return this.#step("redo", options);
  }

  writeWhole<Doc extends object>(definition: Doc, options: WriteWholeOptions = {}): Promise<Edited<Doc>> {
    return this.#edit(options, ({ document }) => {
      this.#requireKind(this.row, options.kind);
      const { kind = this.kind } = options;
      return document.replace(definition as JsonObject, { ...options, kind }, (present) => {
        this.#requireKind(present.row, options.kind);
        if (!options.overwrite) checkReplaceable(present);
        if (options.expectedRevision === undefined) checkSeen(present, document.seenRevision);
      });
    });
  }

  switchTo(path: string): Promise<Switched> {
    return this.#queue.run(async () => {
      refuseLocked(this);
      const target = await targetOf(path, dirname(this.path), this.kinds, this.options.chronicleRoot);
      return await this.#switchNow(target);
    });
  }

  absolute(path: string): string {
    // An empty path is refused by whoever uses it.
    return path === "" ? path : resolve(dirname(this.path), path);
  }

  async resolve(path: string): Promise<string> {
    try {
      return await resolveNewPath(this.absolute(path), this.options.root);
    } catch (error) {
      throw error instanceof DocumentError
        ? new ToolError(error.code, error.message, { cause: error })
        : error;
    }
  }

  onChange(listener: (change: SessionChange) => void): () => void {
    return this.#events.add(listener);
  }

  watch(): () => void {
    return this.#events.watch();
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#active.room.close(), this.#left]);
  }

  #open(path: string): Active {
    const { hub, root } = this.options;
    const room = hub === undefined ? NO_ROOM : openRoom(hub, path, this.kinds);
    const announce = room.announce.bind(room);
    return { room, document: new OpenDocument(path, { root, kinds: this.kinds, announce }) };
  }

  #requireKind(row: AnyKind, wanted: KindName | undefined): void {
    const asked = wanted === undefined ? undefined : this.kinds.named(wanted);
    if (asked !== undefined && row !== asked) throw wrongKind(this.path, row, asked);
  }

  /** Runs work on the active document in its turn; what goes wrong with the document becomes an error for agents. */
  #run<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw documentError(error, this.path, this.kinds);
      }
    });
  }

  async #edit<Doc extends object>(
    options: EditOptions,
    work: (active: Active) => Promise<DocumentEdit<LiveOutcome>>,
  ): Promise<Edited<Doc>> {
    return await this.#finished<Doc>(
      await this.#run(async () => {
        try {
          const edit = await work(this.#active);
          return { edit, row: this.row };
        } catch (error) {
          throw options.signal?.aborted && error === options.signal.reason ? cancelled() : error;
        }
      }),
    );
  }

  /** Reports a change; the next piece of work may begin before the hub has answered. */
  async #finished<Doc extends object>(
    { edit, row }: { readonly edit: DocumentEdit<LiveOutcome>; readonly row: AnyKind },
  ): Promise<Edited<Doc>> {
    const { result, ops, before, after, rolledBack, dryRun } = edit;
    if (result.changed && !dryRun) this.#events.content(result.after);
    return {
      path: resolve(result.path),
      row,
      ops: ops(),
      before: before as Doc | undefined,
      after: after as Doc,
      rolledBack,
      changed: result.changed,
      dryRun,
      revision: dryRun ? result.before ?? "" : result.after,
      live: await edit.live ?? { status: "no hub" },
    };
  }

  async #step(direction: "undo" | "redo", options: EditOptions): Promise<Turned> {
    const edited = await this.#edit<JsonObject>(options, async ({ document }) => {
      const step: Result<DocumentEdit<LiveOutcome>> = await document[direction](options);
      if (step.ok) return step.value;
      throw noStep(direction, step.refusal);
    });
    const { undoable, redoable } = this.#active.document;
    return { ...edited, undoable, redoable };
  }

  async #switchNow(target: string): Promise<Switched> {
    const previous = this.path;
    const { exists, row } = await lookAt(target, this.options.root, this.kinds);
    if (target === previous) return { path: target, previous, exists, unchanged: true };
    const previousKind = this.kind;
    const { room: left } = this.#active;
    this.#active = this.#open(target);
    this.#foundKind = row;
    this.#left = Promise.allSettled([this.#left, left.close()]);
    this.#events.switched(this.#active.document, { type: "switched", kind: this.kind, previousKind });
    return { path: target, previous, exists, unchanged: false };
  }
}
