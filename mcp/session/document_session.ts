import {
  createDocument,
  type Document,
  DocumentError,
  editDocument,
  readDocument,
  readDocumentText,
  type WriteResult,
} from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  applyPatchOps,
  diffDefinition,
  type JsonObject,
  type KindName,
  kindOfPath,
  type KindTable,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import { resolve } from "@std/path";
import { ToolError } from "../tool.ts";
import { checkReplaceable } from "./check_replaceable.ts";
import { documentError, wrongKind } from "./document_errors.ts";
import { type Direction, type History, type Known, NO_HISTORY } from "./history_value.ts";
import { Listeners } from "./listeners.ts";
import { Lookout } from "./lookout.ts";
import { folderExists, makeFolderOf, realPathOf } from "./real_path.ts";
import { NO_ROOM, openRoom, type Room } from "./room.ts";
import { SerialQueue } from "./serial_queue.ts";
import { lookAt, targetOf } from "./target.ts";
import { blocked, nothingLeft, refuseTakenBack } from "./turn_errors.ts";
import type {
  Edited,
  EditOptions,
  MachineDocument,
  Session,
  SessionChange,
  SessionOptions,
  Switched,
  Turned,
  WriteWholeOptions,
} from "./session.ts";

const CANVAS_URL = "http://127.0.0.1:4598";

/** Begins the work of a client; nothing is read or written by that, and a hub is joined in the background. */
export function openSession(options: SessionOptions): Session {
  return new DocumentSession(options);
}

/** Loaded with the first change: what it takes is not small, and a server is to answer soon. */
const loadWays = () => import("./history.ts");
type Ways = Awaited<ReturnType<typeof loadWays>>;

/** A change under the lock: what was there, what is to be there, and what is remembered when it is. */
interface Turn {
  readonly ops: readonly MachineOp[];
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Gives the history from the revision that was written. */
  readonly history: (revision: string) => History;
}

/** A change that is in the file, or in a dry run would be. */
interface Written extends Pick<Turn, "ops" | "after"> {
  readonly before: JsonObject | undefined;
  readonly result: WriteResult;
  readonly dryRun: boolean;
  readonly wasUnseen: boolean;
  /** The room of the document that was changed. */
  readonly room: Room;
}

class DocumentSession implements Session {
  readonly options: SessionOptions;
  readonly #queue = new SerialQueue();
  readonly #lookout: Lookout;
  readonly #listeners = new Listeners();
  #path: string;
  #room: Room;
  #history: History = NO_HISTORY;
  #atStart: StateMachineDefinition | undefined;
  /** The kind that the content told, where the name does not. */
  #seenKind: KindName | undefined;
  /** The revision that the client has seen; its own changes go on from there. */
  #seenRevision: string | undefined;
  /** Settles when the rooms of documents that were active before are left. */
  #left: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.options = options;
    this.#path = resolve(options.path);
    this.#room = this.#enterRoom();
    this.#lookout = new Lookout(
      this.#path,
      options.root,
      (revision) => this.#listeners.tellContent(revision),
    );
  }

  get path(): string {
    return this.#path;
  }

  get kinds(): KindTable {
    return this.options.kinds ?? LOOM_KINDS;
  }

  get kind(): KindName {
    return kindOfPath(this.#path) ?? this.#seenKind ?? "machine";
  }

  get canvasUrl(): string {
    const base = (this.options.canvasUrl ?? CANVAS_URL).replace(/\/+$/, "");
    return `${base}/?doc=${encodeURIComponent(this.#path)}`;
  }

  get hubStatus(): string {
    return this.#room.status;
  }

  get atStart(): StateMachineDefinition | undefined {
    return this.#atStart;
  }

  get watching(): Promise<void> {
    return this.#lookout.ready;
  }

  read(): Promise<Document> {
    return this.#queue.run(() => this.#readNow());
  }

  readMachine(): Promise<MachineDocument> {
    return this.#queue.run(async () => {
      const document = await this.#readNow();
      if (document.kind !== "machine") throw wrongKind(this.#path, document.kind);
      return { ...document, path: this.#path, machine: machineIn(document.definition) };
    });
  }

  edit(
    plan: (machine: StateMachineDefinition) => readonly MachineOp[],
    options: EditOptions = {},
  ): Promise<Edited> {
    return this.#change(options, (now, ways) => this.#planned(plan(machineIn(now.definition)), now, ways));
  }

  undo(options: EditOptions = {}): Promise<Turned> {
    return this.#goBack("undo", options);
  }

  redo(options: EditOptions = {}): Promise<Turned> {
    return this.#goBack("redo", options);
  }

  async writeWhole(
    definition: StateMachineDefinition,
    options: WriteWholeOptions = {},
  ): Promise<Edited> {
    const written = await this.#queue.run(async () => {
      const done = await this.#isNothingThere()
        ? await this.#createNow(definition, options)
        : await this.#changeNow(options, (now, ways) => {
          if (!options.overwrite) checkReplaceable(this.#path, now.definition);
          const after = jsonIn(definition);
          const ops = diffDefinition(machineIn(now.definition), definition);
          return { ops, before: now.definition, after, history: this.#recording(ops, after, ways) };
        });
      // Who has said what the whole document is has seen it.
      if (!done.dryRun) this.#seenRevision = done.result.after;
      return done;
    });
    return await this.#finished(written);
  }

  switchTo(path: string): Promise<Switched> {
    return this.#queue.run(async () => {
      if (this.options.isLocked) {
        throw new ToolError(
          "locked_document",
          `The active document stays "${this.#path}": this server is locked to it (LOOM_MCP_LOCK_PROJECT).`,
        );
      }
      const target = await targetOf(path, this.options.chronicleRoot);
      return await this.#switchNow(target);
    });
  }

  async resolve(path: string): Promise<string> {
    try {
      return await realPathOf(path, this.options.root);
    } catch (error) {
      throw error instanceof DocumentError
        ? new ToolError(error.code, error.message, { cause: error })
        : error;
    }
  }

  onChange(listener: (change: SessionChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  watch(): () => void {
    return this.#lookout.ask();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([this.#lookout.close(), this.#room.close(), this.#left]);
  }

  #enterRoom(): Room {
    const { hub } = this.options;
    return hub === undefined ? NO_ROOM : openRoom(hub, this.#path);
  }

  get #within(): { root?: string } {
    const { root } = this.options;
    return root === undefined ? {} : { root };
  }

  async #readNow(): Promise<Document> {
    try {
      const document = await readDocument(this.#path, this.#within);
      this.#see(document);
      this.#seenRevision = document.revision;
      return document;
    } catch (error) {
      throw documentError(error, this.#path);
    }
  }

  #see({ kind, definition }: Document): void {
    this.#seenKind = kind;
    if (kind === "machine") this.#atStart ??= machineIn(definition);
  }

  /** What operations make of a content. */
  #planned(ops: readonly MachineOp[], now: Known, ways: Ways): Turn {
    const after = jsonIn(applyPatchOps(machineIn(now.definition), ops));
    return { ops, before: now.definition, after, history: this.#recording(ops, after, ways) };
  }

  #recording(ops: readonly MachineOp[], definition: JsonObject, ways: Ways): Turn["history"] {
    return (revision) => ways.recorded(this.#history, ops, { revision, definition });
  }

  async #change(options: EditOptions, turn: (now: Known, ways: Ways) => Turn): Promise<Edited> {
    return await this.#finished(await this.#queue.run(() => this.#changeNow(options, turn)));
  }

  /** Changes the document under its lock, and remembers how to take that back. */
  async #changeNow(
    { dryRun = false, expectedRevision, signal }: EditOptions,
    turn: (now: Known, ways: Ways) => Turn,
  ): Promise<Written> {
    const ways = await loadWays();
    let made: Turn | undefined;
    const result = await editDocument(this.#path, (definition, document) => {
      refuseTakenBack(signal);
      if (document.kind !== "machine") throw wrongKind(this.#path, document.kind);
      this.#see(document);
      const now = { revision: document.revision, definition };
      this.#history = ways.caughtUp(this.#history, now);
      made = turn(this.#history.known ?? now, ways);
      return made.after;
    }, { ...this.#within, dryRun, ...(expectedRevision === undefined ? {} : { expectedRevision }) })
      .catch((error) => {
        throw documentError(error, this.#path);
      });
    // The callback has run when there is a result.
    const done = made as Turn;
    const wasUnseen = this.#seenRevision !== undefined && this.#seenRevision !== result.before;
    if (result.changed && !dryRun) {
      this.#history = done.history(result.after);
      if (this.#seenRevision === result.before) this.#seenRevision = result.after;
    }
    return { ...done, result, dryRun, wasUnseen, room: this.#room };
  }

  /** Tells of a change, when what comes next may begin already. */
  async #finished({ result, ops, before, after, dryRun, wasUnseen, room }: Written): Promise<Edited> {
    const { changed, before: revisionBefore, after: revisionAfter, mtime } = result;
    const isNews = changed && !dryRun;
    if (isNews) this.#listeners.tellContent(revisionAfter);
    const live = isNews
      ? await room.tell({ ops, before: revisionBefore, after: revisionAfter, mtime })
      : { status: "no hub" } as const;
    return {
      path: resolve(result.path),
      ops,
      before: before === undefined ? undefined : machineIn(before),
      after: machineIn(after),
      changed,
      dryRun,
      wasUnseen,
      revision: dryRun ? revisionBefore ?? "" : revisionAfter,
      live,
    };
  }

  async #goBack(direction: Direction, options: EditOptions): Promise<Turned> {
    const edited = await this.#change(options, (now, ways) => {
      const step = ways.nextStep(this.#history, direction);
      if (step === undefined) throw nothingLeft(direction);
      if ("reason" in step) {
        if (!options.dryRun) this.#history = step.rest;
        throw blocked(direction, step.reason);
      }
      const { ops, after, rest } = step;
      return {
        ops,
        before: now.definition,
        after,
        history: (revision) => ways.stepTaken(rest, direction, ops, { revision, definition: after }),
      };
    });
    const { undos, redos } = this.#history;
    return { ...edited, undoable: undos.length, redoable: redos.length };
  }

  async #isNothingThere(): Promise<boolean> {
    try {
      const { text } = await readDocumentText(this.#path, this.#within);
      return text.trim() === "";
    } catch (error) {
      if (error instanceof DocumentError && (error.code === "not_found" || error.code === "no_folder")) {
        return true;
      }
      throw documentError(error, this.#path);
    }
  }

  async #createNow(definition: StateMachineDefinition, options: WriteWholeOptions): Promise<Written> {
    const { dryRun = false, expectedRevision, signal } = options;
    refuseTakenBack(signal);
    try {
      if (this.kind !== "machine") throw wrongKind(this.#path, this.kind);
      if (!dryRun) await makeFolderOf(this.#path, this.options.root);
      const result = dryRun && !await folderExists(this.#path)
        ? await this.#imagined(definition)
        : await createDocument(this.#path, { stateMachine: definition }, {
          ...this.#within,
          dryRun,
          ...(expectedRevision === undefined ? {} : { expectedRevision }),
        });
      const after = jsonIn(definition);
      if (!dryRun) {
        this.#history = { ...NO_HISTORY, known: { revision: result.after, definition: after } };
        this.#atStart ??= definition;
      }
      return { result, ops: [], before: undefined, after, dryRun, wasUnseen: false, room: this.#room };
    } catch (error) {
      throw documentError(error, this.#path);
    }
  }

  /** What making the document would do, where its folder would have to be made too. */
  async #imagined(definition: StateMachineDefinition): Promise<WriteResult> {
    const realPath = await realPathOf(this.#path, this.options.root);
    const nothing = { before: undefined, after: "", text: "", mtime: 0 };
    return {
      path: this.#path,
      realPath,
      kind: "machine",
      definition: jsonIn(definition),
      changed: true,
      ...nothing,
    };
  }

  async #switchNow(target: string): Promise<Switched> {
    const previous = this.#path;
    const { exists, kind } = await lookAt(target, this.options.root);
    if (target === previous) return { path: target, previous, exists, unchanged: true };
    const previousKind = this.kind;
    const left = this.#room;
    this.#path = target;
    this.#seenKind = kind;
    this.#history = NO_HISTORY;
    this.#atStart = undefined;
    this.#seenRevision = undefined;
    this.#room = this.#enterRoom();
    this.#lookout.turnTo(target);
    this.#left = Promise.allSettled([this.#left, left.close()]);
    this.#listeners.tellSwitch({ type: "switched", kind: this.kind, previousKind });
    return { path: target, previous, exists, unchanged: false };
  }
}

function machineIn(definition: JsonObject): StateMachineDefinition {
  return definition as unknown as StateMachineDefinition;
}

function jsonIn(machine: StateMachineDefinition): JsonObject {
  return machine as unknown as JsonObject;
}
