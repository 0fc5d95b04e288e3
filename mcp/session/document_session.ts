import {
  type Document,
  type DocumentEdit,
  DocumentError,
  editTogether,
  jointStep,
  type OpenDocument,
  otherStep,
  resolveNewPath,
  SerialQueue,
  stepTogether,
} from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type Direction,
  type JsonObject,
  type KindName,
  type KindTable,
  MACHINE_KIND,
  RefusedError,
  type StateMachineDefinition,
} from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import { ToolError } from "../tool.ts";
import {
  cancelled,
  checkReplaceable,
  checkSeen,
  documentError,
  noJointStep,
  noStep,
  notLast,
  refuseLocked,
  wrongKind,
} from "./document_errors.ts";
import { Desk } from "./desk.ts";
import type { Room } from "./room.ts";
import type {
  Edited,
  EditOptions,
  EditPart,
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
  return new DocumentSession(options, new Desk(options));
}

/** An active document with its room. */
interface Active {
  readonly document: OpenDocument<LiveOutcome>;
  readonly room: Room;
}

class DocumentSession implements Session {
  readonly options: SessionOptions;
  readonly kinds: KindTable;
  readonly #desk: Desk;
  readonly #queue = new SerialQueue();
  readonly #events: SessionEvents;
  #active: Active;
  /** The kind that the content of the active document said before it was made active. */
  #foundKind: AnyKind | undefined;
  /** Settles when the rooms of earlier documents are left. */
  #left: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions, desk: Desk) {
    this.options = options;
    this.#desk = desk;
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

  editTogether(
    parts: readonly EditPart[],
    options: Pick<EditOptions, "dryRun" | "signal"> = {},
  ): Promise<Edited[]> {
    return this.#together(parts.map(({ path }) => path), async (documents) => {
      const edits = await this.#run(
        () =>
          editTogether(documents.map((document, index) => ({ ops: [], ...parts[index], document })), options),
        options.signal,
      );
      const changed = edits.filter(({ result, dryRun }) => result.changed && !dryRun);
      const [first] = changed;
      const own = changed.find(({ result }) => result.path === this.path) ?? first;
      if (own) this.#desk.edited(own.result.path);
      return await Promise.all(edits.map((edit) => this.#finished<JsonObject>(edit)));
    });
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

  beside(path: string): Session {
    return new DocumentSession({ ...this.options, path, isLocked: false }, this.#desk);
  }

  onChange(listener: (change: SessionChange) => void): () => void {
    return this.#events.add(listener);
  }

  watch(): () => void {
    return this.#events.watch();
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#desk.leave(this.path), this.#left]);
  }

  #open(path: string): Active {
    return { room: this.#desk.enter(path), document: this.#desk.document(path) };
  }

  #requireKind(row: AnyKind, wanted: KindName | undefined): void {
    const asked = wanted === undefined ? undefined : this.kinds.named(wanted);
    if (asked !== undefined && row !== asked) throw wrongKind(this.path, row, asked);
  }

  /** Runs work in its turn; what goes wrong with a document, and a call that is cancelled, becomes an error for agents. */
  #run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw signal?.aborted && error === signal.reason
          ? cancelled()
          : documentError(error, this.path, this.kinds);
      }
    });
  }

  async #edit<Doc extends object>(
    options: EditOptions,
    work: (active: Active) => Promise<DocumentEdit<LiveOutcome>>,
  ): Promise<Edited<Doc>> {
    const edit = await this.#run(() => work(this.#active), options.signal);
    if (edit.result.changed && !edit.dryRun) this.#desk.edited(edit.result.path);
    return await this.#finished<Doc>(edit);
  }

  /** Reports a change; the next piece of work may begin before the hub has answered. */
  async #finished<Doc extends object>(edit: DocumentEdit<LiveOutcome>): Promise<Edited<Doc>> {
    const { result, row, ops, before, after, rolledBack, dryRun } = edit;
    if (result.changed && !dryRun && result.path === this.path) this.#events.content(result.after);
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

  async #step(direction: Direction, options: EditOptions): Promise<Turned> {
    const noted = this.#desk.next(direction);
    const document = this.#desk.document(noted ?? this.path);
    const paths = await this.#run(() => jointStep(document, direction)) ?? [document.path];
    return await this.#together(paths, async (documents) => {
      const edits = await this.#run(async () => {
        if (documents.length > 1) return await this.#stepAll(documents, direction, options);
        const step = await document[direction](options);
        if (step.ok) return [step.value];
        if (noted !== undefined) this.#desk.stepped(direction, false);
        throw noStep(direction, step.refusal);
      }, options.signal);
      if (!options.dryRun) this.#desk.stepped(direction, true);
      const parts = await Promise.all(edits.map((edit) => this.#finished<JsonObject>(edit)));
      const [first] = parts;
      const own = parts.find(({ path }) => path === document.path) ?? first;
      if (own === undefined) throw new Error("A step changes at least one document.");
      return { ...own, parts, undoable: document.undoable, redoable: document.redoable };
    });
  }

  async #stepAll(
    documents: readonly OpenDocument<LiveOutcome>[],
    direction: Direction,
    options: EditOptions,
  ): Promise<DocumentEdit<LiveOutcome>[]> {
    const other = await otherStep(documents, direction);
    if (other !== undefined) throw notLast(direction, documents.length, other.path);
    try {
      return await stepTogether(documents, direction, options);
    } catch (error) {
      throw error instanceof RefusedError ? noJointStep(direction, documents.length, error) : error;
    }
  }

  /** Works on several documents, in the rooms of all of them. */
  async #together<Value>(
    paths: readonly string[],
    work: (documents: readonly OpenDocument<LiveOutcome>[]) => Promise<Value>,
  ): Promise<Value> {
    for (const path of paths) this.#desk.enter(path);
    try {
      return await work(paths.map((path) => this.#desk.document(path)));
    } finally {
      for (const path of paths) await this.#desk.leave(path);
    }
  }

  async #switchNow(target: string): Promise<Switched> {
    const previous = this.path;
    const { exists, row } = await lookAt(target, this.options.root, this.kinds);
    if (target === previous) return { path: target, previous, exists, unchanged: true };
    const previousKind = this.kind;
    this.#desk.turnTo();
    this.#left = Promise.allSettled([this.#left, this.#desk.leave(previous)]);
    this.#active = this.#open(target);
    this.#foundKind = row;
    this.#events.switched(this.#active.document, { type: "switched", kind: this.kind, previousKind });
    return { path: target, previous, exists, unchanged: false };
  }
}
