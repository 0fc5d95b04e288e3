import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type AnyOp,
  type Direction,
  done,
  type JsonObject,
  type KindTable,
  type ListedEdit,
  orThrow,
  refused,
  type Result,
} from "@loom/protocol";
import { folderExists, makeFolderOf } from "./disk/resolve_path.ts";
import { type Document, readDocument } from "./document.ts";
import { createDocument } from "./edit/create_document.ts";
import { editDocument } from "./edit/edit_document.ts";
import { OwnEdits } from "./edit/own_edits.ts";
import {
  BlockedStep,
  changesOf,
  imagined,
  isBlank,
  once,
  type Transaction,
  unknownKind,
} from "./edit/transaction.ts";
import type {
  DocumentEdit,
  NewContent,
  OpenDocumentOptions,
  OpenEditOptions,
  StepOptions,
} from "./open_document_types.ts";
import { SerialQueue } from "./lock/turn.ts";
import {
  type DocumentChange as FileChange,
  type DocumentWatch,
  watchDocument,
} from "./watch/watch_document.ts";

/**
 * A document on disk that one party works on: it reads, edits under the lock, undoes and redoes its own edits around those of
 * others, announces what it wrote, and follows the file. The file is the truth: every call reads it.
 *
 * @typeParam Live The outcome of an announcement.
 *
 * @example
 * ```ts
 * import { createDocument, OpenDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await createDocument(`${folder}/door.smdf.json`, { settings: {}, events: [], state: { name: "Root" } });
 * const door = new OpenDocument(`${folder}/door.smdf.json`);
 * await door.edit(() => [{ op: "state.rename", name: "Root", to: "Door" }]);
 * await door.undo();
 * assertEquals((await door.read()).definition.state, { name: "Root" });
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export class OpenDocument<Live = undefined> {
  /** The path as it was given. */
  readonly path: string;
  readonly #options: OpenDocumentOptions<Live>;
  readonly #kinds: KindTable;
  readonly #queue = new SerialQueue();
  readonly #edits: OwnEdits;
  /** The kind of the content when it was last read, for names that do not say it. */
  #seenKind: AnyKind | undefined;
  #seenRevision: string | undefined;
  #atStart: JsonObject | undefined;

  /** Opens a document, which need not exist yet. Nothing is read. */
  constructor(path: string, options: OpenDocumentOptions<Live> = {}) {
    this.path = path;
    this.#options = options;
    this.#kinds = options.kinds ?? LOOM_KINDS;
    this.#edits = new OwnEdits(options);
  }

  /** The kind, by the name of the file, else by the content that was last read; `undefined` while neither says it. */
  get kind(): AnyKind | undefined {
    return this.#kinds.ofPath(this.path) ?? this.#seenKind;
  }

  /** The content that was read first; `undefined` before that. */
  get atStart(): JsonObject | undefined {
    return this.#atStart;
  }

  /** The revision that this party has seen, its own edits included; `undefined` before it has read one. */
  get seenRevision(): string | undefined {
    return this.#seenRevision;
  }

  /** The number of edits that can be undone. */
  get undoable(): number {
    return this.#edits.undoable;
  }

  /** The number of edits that can be redone. */
  get redoable(): number {
    return this.#edits.redoable;
  }

  /**
   * Reads the document.
   *
   * @param isGlance True when the party does not get to see the content. Default: `false`.
   * @throws {DocumentError} As `readDocument` does.
   */
  read(isGlance = false): Promise<Document> {
    return this.#queue.run(async () => {
      const document = await readDocument(this.path, this.#reading);
      this.#see(document);
      if (!isGlance) this.#seenRevision = document.revision;
      return document;
    });
  }

  /**
   * Changes the document by operations: under the lock, on the newest content, all or none.
   *
   * @param plan Returns the operations for the newest content, which is frozen. What it throws is passed on, and the file stays as
   * it is.
   * @throws {DocumentError} As `editDocument` does.
   * @throws {LoomError} When an operation is refused.
   */
  edit(
    plan: (definition: JsonObject, document: Document) => readonly AnyOp[],
    options: OpenEditOptions = {},
  ): Promise<DocumentEdit<Live>> {
    return this.change((definition, document) => {
      const ops = plan(definition, document);
      return { ops: () => ops, after: orThrow(changesOf(document).apply(definition, ops)) };
    }, options);
  }

  /**
   * Changes the document to another content.
   *
   * @param make Returns the content from the newest one, which is frozen.
   * @throws {DocumentError} As `editDocument` does.
   */
  change(
    make: (definition: JsonObject, document: Document) => NewContent,
    options: OpenEditOptions = {},
  ): Promise<DocumentEdit<Live>> {
    return this.#queue.run(() =>
      this.#transact(options, (definition, document) => {
        const change = make(definition, document);
        return {
          ...change,
          record: (after) => this.#edits.record(document, change.ops(), definition, after, options.together),
        };
      })
    );
  }

  /**
   * Writes a whole definition, also where there is no file yet. A file that cannot be parsed is never replaced.
   *
   * @param options Here `kind` is that of a new document whose name does not say it.
   * @param check Called with the present document, if there is one; what it throws prevents the write.
   * @throws {DocumentError} As `writeDocument` does.
   */
  replace(
    definition: JsonObject,
    options: OpenEditOptions = {},
    check: (document: Document) => void = () => {},
  ): Promise<DocumentEdit<Live>> {
    return this.#queue.run(async () => {
      const edit = await isBlank(this.path, this.#reading)
        ? await this.#create(definition, options)
        : await this.#transact({ ...options, kind: undefined }, (before, document) => {
          check(document);
          const ops = once(() => changesOf(document).diff(before, definition));
          return {
            after: definition,
            ops,
            record: (after) => this.#edits.record(document, ops(), before, after),
          };
        });
      // A full replacement counts as having read the document.
      if (!edit.dryRun) this.#seenRevision = edit.result.after;
      return edit;
    });
  }

  /**
   * Undoes the last edit of this party, adapted to the changes of others.
   *
   * @returns A refusal `nothing_left` or `blocked_step` when there is no such edit, or when others have changed what it changed;
   * `too_few` where `count` goes further back than the edits. A blocked edit is dropped, unless the history is kept for later
   * programs.
   */
  undo(options: StepOptions = {}): Promise<Result<DocumentEdit<Live>>> {
    return this.#step("undo", options);
  }

  /** Redoes what was undone last; refuses as {@linkcode OpenDocument.undo} does. */
  redo(options: StepOptions = {}): Promise<Result<DocumentEdit<Live>>> {
    return this.#step("redo", options);
  }

  /** Lists the edits of this party, the newest first. */
  edits(): Promise<readonly ListedEdit[]> {
    return this.#queue.run(async () => {
      const document = await readDocument(this.path, this.#reading);
      await this.#edits.restore(document);
      return this.#edits.list(document);
    });
  }

  /** Follows the file, whoever changes it. */
  watch(onChange: (change: FileChange) => void): DocumentWatch {
    return watchDocument(this.path, onChange, this.#reading);
  }

  get #reading(): { kinds: KindTable; root?: string } {
    const { root } = this.#options;
    return { kinds: this.#kinds, ...(root === undefined ? {} : { root }) };
  }

  #see({ row, definition }: Document): void {
    this.#seenKind = row;
    this.#atStart ??= definition;
  }

  async #transact(
    { dryRun = false, expectedRevision, kind, signal }: OpenEditOptions,
    make: (
      definition: JsonObject,
      document: Document,
    ) => Pick<Transaction, "after" | "ops" | "record" | "isStep">,
  ): Promise<DocumentEdit<Live>> {
    let made: Transaction | undefined;
    const result = await editDocument(this.path, async (_, document) => {
      signal?.throwIfAborted();
      this.#see(document);
      await this.#edits.restore(document);
      const rolledBack = this.#edits.rolledBack(document);
      const { definition } = this.#edits.follow(document);
      const { row, text: textBefore } = document;
      made = { ...make(definition, document), row, before: definition, textBefore, rolledBack };
      return made.after;
    }, {
      ...this.#reading,
      dryRun,
      kind,
      ops: () => made?.ops() ?? [],
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    if (made === undefined) throw new Error("The edit was not made.");
    this.#edits.told();
    // Steps that cancel each other change no file, but the history.
    if ((result.changed || made.isStep) && !dryRun) {
      made.record({ revision: result.after, definition: made.after, written: result });
      if (this.#seenRevision === result.before) this.#seenRevision = result.after;
      await this.#edits.wrote(made.row, made.after);
    }
    const { record: _, isStep: __, ...edit } = made;
    return this.#announced({ ...edit, result, dryRun });
  }

  #announced(edit: Omit<DocumentEdit<Live>, "live">): DocumentEdit<Live> {
    const { result: { changed, before, after, mtime }, ops, dryRun } = edit;
    const { announce } = this.#options;
    const live = changed && !dryRun && announce
      ? announce({ ops, before, after, mtime })
      : Promise.resolve(undefined);
    return { ...edit, live };
  }

  async #step(
    direction: Direction,
    { count, ...options }: StepOptions,
  ): Promise<Result<DocumentEdit<Live>>> {
    const { dryRun } = options;
    try {
      return done(
        await this.#queue.run(() =>
          this.#transact(
            options,
            (before, document) => this.#edits.step(document, direction, before, { count, dryRun }),
          )
        ),
      );
    } catch (error) {
      if (!(error instanceof BlockedStep)) throw error;
      return refused({ code: error.code, message: error.message });
    }
  }

  async #create(
    after: JsonObject,
    { dryRun = false, expectedRevision, kind = "", signal }: OpenEditOptions,
  ): Promise<DocumentEdit<Live>> {
    signal?.throwIfAborted();
    const { path } = this;
    const row = this.kind ?? this.#kinds.named(kind) ?? this.#kinds.ofDocument(after);
    if (row === undefined) throw unknownKind(path, this.#kinds);
    if (!dryRun) await makeFolderOf(path, this.#options.root);
    const [wrapper] = row.wrapperKeys;
    const result = dryRun && !await folderExists(path)
      ? await imagined(path, after, row, this.#options.root)
      : await createDocument(
        path,
        wrapper === undefined ? after : { [wrapper]: after },
        {
          ...this.#reading,
          dryRun,
          kind: row.kind,
          ...(expectedRevision === undefined ? {} : { expectedRevision }),
        },
      );
    if (!dryRun) {
      this.#atStart ??= after;
      await this.#edits.begin(row, { revision: result.after, definition: after });
    }
    const ops = () => [];
    const nothing = { before: undefined, textBefore: "", rolledBack: [] };
    return this.#announced({ ...nothing, result, row, ops, after, dryRun });
  }
}
