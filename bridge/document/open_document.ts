import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AdaptedOps,
  aKind,
  type AnyKind,
  type AnyOp,
  type Changes,
  type Direction,
  done,
  followHistory,
  type JsonObject,
  type KindTable,
  nextStep,
  NO_EDITS,
  orThrow,
  readHistory,
  recordEdit,
  recordStep,
  refused,
  type Result,
  rollbackOf,
  saveHistory,
  type SeenContent,
  stepsBetween,
  withContent,
} from "@loom/protocol";
import { DocumentError } from "./disk/document_error.ts";
import { readDocumentText } from "./disk/read_text.ts";
import { folderExists, makeFolderOf, resolveNewPath } from "./disk/resolve_path.ts";
import { type Document, readDocument } from "./document.ts";
import { createDocument } from "./edit/create_document.ts";
import { editDocument } from "./edit/edit_document.ts";
import type {
  DocumentEdit,
  NewContent,
  OpenDocumentOptions,
  OpenEditOptions,
} from "./open_document_types.ts";
import type { WriteResult } from "./edit/write_definition.ts";
import { SerialQueue } from "./lock/turn.ts";
import {
  type DocumentChange as FileChange,
  type DocumentWatch,
  watchDocument,
} from "./watch/watch_document.ts";

/** The content that the history applies to. */
interface Known {
  readonly revision: string;
  readonly definition: JsonObject;
}

/** A change under the lock. */
interface Transaction extends NewContent {
  readonly rolledBack: readonly AnyOp[];
  readonly row: AnyKind;
  readonly before: JsonObject;
  readonly textBefore: string;
  /** Updates the history when the change is written. */
  readonly record: (after: Known) => void;
}

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
  #history = NO_EDITS;
  #known: Known | undefined;
  #isRestored = false;
  /** The contents that the history has seen. */
  #contents: readonly SeenContent[] = [];
  /** The kind of the content when it was last read, for names that do not say it. */
  #seenKind: AnyKind | undefined;
  #seenRevision: string | undefined;
  #atStart: JsonObject | undefined;

  /** Opens a document, which need not exist yet. Nothing is read. */
  constructor(path: string, options: OpenDocumentOptions<Live> = {}) {
    this.path = path;
    this.#options = options;
    this.#kinds = options.kinds ?? LOOM_KINDS;
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
    return this.#history.undos.length;
  }

  /** The number of edits that can be redone. */
  get redoable(): number {
    return this.#history.redos.length;
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
        return { ...change, record: (after) => this.#record(document, change.ops(), definition, after) };
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
      const edit = await this.#isBlank()
        ? await this.#create(definition, options)
        : await this.#transact({ ...options, kind: undefined }, (before, document) => {
          check(document);
          const ops = once(() => changesOf(document).diff(before, definition));
          return { after: definition, ops, record: (after) => this.#record(document, ops(), before, after) };
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
   * a blocked edit is dropped.
   */
  undo(options: OpenEditOptions = {}): Promise<Result<DocumentEdit<Live>>> {
    return this.#step("undo", options);
  }

  /** Redoes what was undone last; refuses as {@linkcode OpenDocument.undo} does. */
  redo(options: OpenEditOptions = {}): Promise<Result<DocumentEdit<Live>>> {
    return this.#step("redo", options);
  }

  /** Follows the file, whoever changes it. */
  watch(onChange: (change: FileChange) => void): DocumentWatch {
    return watchDocument(this.path, onChange, this.#reading);
  }

  get #reading(): { kinds: KindTable; root?: string } {
    const { root } = this.#options;
    return root === undefined ? { kinds: this.#kinds } : { kinds: this.#kinds, root };
  }

  #see({ row, definition }: Document): void {
    this.#seenKind = row;
    this.#atStart ??= definition;
  }

  /** Takes in what others have written since the history was last up to date. */
  #follow(document: Document): Known {
    const now = { revision: document.revision, definition: document.definition };
    const known = this.#known;
    if (known?.revision === now.revision) return known;
    this.#known = now;
    const { undos, redos } = this.#history;
    if (known !== undefined && undos.length + redos.length > 0) {
      const steps = stepsBetween(changesOf(document), known.definition, now.definition);
      this.#history = followHistory(this.#history, now.definition, steps);
    }
    return now;
  }

  /** Takes up the history that an earlier program left; its document counts as what this party saw last. */
  async #restore(document: Document): Promise<void> {
    const { history } = this.#options;
    if (history === undefined || this.#isRestored) return;
    this.#isRestored = true;
    const read = readHistory(changesOf(document), await history.load());
    if (read?.now === undefined) return;
    this.#history = { undos: read.undos, redos: read.redos };
    this.#known = { revision: "", definition: read.now };
    for (const { to, fork: { under, now } } of read.undos) {
      this.#contents = withContent(withContent(this.#contents, to, false), under, true);
      this.#contents = withContent(this.#contents, now, false);
    }
  }

  async #keep({ row }: Pick<Document, "row">): Promise<void> {
    const changes = row.content?.changes;
    if (changes) await this.#options.history?.save(saveHistory(changes, this.#history));
  }

  /** The own edits that vanished from a content which another program wrote. */
  #rolledBack(document: Document): readonly AnyOp[] {
    const { definition } = document;
    const known = this.#known;
    if (this.#options.keepsHistory === false) return [];
    const isForeign = known !== undefined && known.revision !== document.revision;
    const rollback = isForeign ? rollbackOf(changesOf(document), this.#contents, definition) : undefined;
    this.#contents = withContent(this.#contents, definition, false);
    return rollback?.isOwn ? rollback.vanished : [];
  }

  #record(document: Document, ops: readonly AnyOp[], before: JsonObject, after: Known): void {
    if (this.#options.keepsHistory === false) return;
    this.#history = recordEdit(changesOf(document), this.#history, ops, before, after.definition);
    this.#known = after;
  }

  async #transact(
    { dryRun = false, expectedRevision, kind, signal }: OpenEditOptions,
    make: (
      definition: JsonObject,
      document: Document,
    ) => Pick<Transaction, "after" | "ops" | "record">,
  ): Promise<DocumentEdit<Live>> {
    let made: Transaction | undefined;
    const result = await editDocument(this.path, async (_, document) => {
      signal?.throwIfAborted();
      this.#see(document);
      await this.#restore(document);
      const rolledBack = this.#rolledBack(document);
      const { definition } = this.#follow(document);
      const { row, text: textBefore } = document;
      made = { ...make(definition, document), row, before: definition, textBefore, rolledBack };
      return made.after;
    }, { ...this.#reading, dryRun, kind, ...(expectedRevision === undefined ? {} : { expectedRevision }) });
    if (made === undefined) throw new Error("The edit was not made.");
    if (result.changed && !dryRun) {
      made.record({ revision: result.after, definition: made.after });
      this.#contents = withContent(this.#contents, made.after, true);
      if (this.#seenRevision === result.before) this.#seenRevision = result.after;
      await this.#keep(made);
    }
    const { record: _, ...edit } = made;
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

  async #step(direction: Direction, options: OpenEditOptions): Promise<Result<DocumentEdit<Live>>> {
    try {
      return done(
        await this.#queue.run(() =>
          this.#transact(options, (before, document) => {
            const changes = changesOf(document);
            const step = nextStep(changes, this.#history, direction, before);
            if (step === undefined) throw new BlockedStep("nothing_left", "");
            if ("reason" in step) {
              if (!options.dryRun) this.#history = step.rest;
              throw new BlockedStep("blocked_step", step.reason, document);
            }
            const edit: AdaptedOps = { ops: step.ops, after: step.after };
            return {
              after: edit.after,
              ops: () => edit.ops,
              record: (after) => {
                this.#history = recordStep(changes, step.rest, direction, edit, before);
                this.#known = after;
              },
            };
          })
        ),
      );
    } catch (error) {
      if (!(error instanceof BlockedStep)) throw error;
      if (error.document && !options.dryRun) await this.#keep(error.document);
      return refused({ code: error.code, message: error.message });
    }
  }

  async #isBlank(): Promise<boolean> {
    try {
      return (await readDocumentText(this.path, this.#reading)).text.trim() === "";
    } catch (error) {
      if (error instanceof DocumentError && NOT_THERE.has(error.code)) return true;
      throw error;
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
      ? await this.#imagined(after, row)
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
      this.#history = NO_EDITS;
      this.#known = { revision: result.after, definition: after };
      this.#atStart ??= after;
    }
    const ops = () => [];
    const nothing = { before: undefined, textBefore: "", rolledBack: [] };
    return this.#announced({ ...nothing, result, row, ops, after, dryRun });
  }

  /** The result of a dry run whose folder would have to be made. */
  async #imagined(definition: JsonObject, { kind }: AnyKind): Promise<WriteResult> {
    const realPath = await resolveNewPath(this.path, this.#options.root);
    const nothing = { before: undefined, after: "", text: "", mtime: 0 };
    return { path: this.path, realPath, kind, definition, changed: true, ...nothing };
  }
}

/** The codes of errors about a file that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(["not_found", "no_folder"]);

/** Ends a transaction without a write. */
class BlockedStep extends Error {
  readonly code: string;
  /** The document whose history is shorter now. */
  readonly document: Document | undefined;

  constructor(code: string, message: string, document?: Document) {
    super(message);
    this.code = code;
    this.document = document;
  }
}

function changesOf({ row, path }: Document): Changes {
  if (row.content !== undefined) return row.content.changes;
  throw new DocumentError("wrong_kind", `"${path}" is ${aKind(row)}, which cannot be edited here.`, path);
}

function unknownKind(path: string, { endings }: KindTable): DocumentError {
  return new DocumentError(
    "unknown_kind",
    `Neither its name nor its content tells what kind of document "${path}" is: rename it to end in ${endings}.`,
    path,
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
