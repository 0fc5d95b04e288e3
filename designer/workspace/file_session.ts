import {
  type AnyOp,
  type Changes,
  type Direction,
  type EditedKind,
  type EditHistory,
  followHistory,
  isObject,
  type JsonObject,
  type KindTable,
  nextSteps,
  NO_EDITS,
  orThrow,
  recordEdit,
  stepsBetween,
} from "@loom/protocol";
import { type DocumentSession, type DocumentSnapshot, quietSnapshot } from "./document_session.ts";

/** The parts of a browser that a session uses. */
export interface FileSessionHost {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Opens a stream of the server's events; returns a function that closes it. */
  readonly openStream: (address: string, listeners: StreamListeners) => () => void;
  readonly setTimer: (work: () => void, ms: number) => void;
}

/** Listeners to the changes of a file. */
export interface StreamListeners {
  /** The file may differ from what is known. */
  readonly change: () => void;
  /** The file is gone. */
  readonly removed: () => void;
}

/** Options of a {@linkcode FileSession}. */
export interface FileSessionOptions {
  /** The document's path. */
  readonly docId: string;
  readonly kinds: KindTable<EditedKind>;
  readonly row: EditedKind;
  /** The document as the page was made with it. */
  readonly def: JsonObject;
  readonly host: FileSessionHost;
  /** True for a document that is not there yet: the first edit makes it. */
  readonly isNew?: boolean;
}

/** An edit that the file does not have yet. */
interface Pending {
  readonly ops: readonly AnyOp[];
}

/** Why a file could not be written just now. */
const UNWRITABLE: ReadonlySet<string> = new Set(["not_writable", "write_failed", "locked"]);

/** The time between tries to reach the server, in milliseconds. */
const TRY_AGAIN = 2_000;

/**
 * A document that a person edits through its file: each edit shows at once, and the server makes it in the file under its lock,
 * on whatever others have written meanwhile. Edits that could not be sent are kept and sent again.
 */
export class FileSession implements DocumentSession {
  readonly #options: FileSessionOptions;
  readonly #changes: Changes;
  readonly #listeners = new Set<() => void>();
  readonly #queue: Pending[] = [];
  #history: EditHistory = NO_EDITS;
  /** The document in the file, as far as it is known, and its revision. */
  #confirmed: JsonObject;
  #revision: string | undefined;
  #snapshot: DocumentSnapshot;
  #isSending = false;
  #isStale = false;
  #isNew: boolean;
  #close = () => {};

  constructor(options: FileSessionOptions) {
    this.#options = options;
    if (options.row.content === undefined) throw new TypeError("A kind without content cannot be edited.");
    this.#changes = options.row.content.changes;
    this.#confirmed = options.def;
    this.#isNew = options.isNew ?? false;
    this.#snapshot = quietSnapshot(options.def);
  }

  /** The document as it is now. */
  readonly getSnapshot = (): DocumentSnapshot => this.#snapshot;

  /** Calls a function after every change; returns a function that ends that. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Follows the file; returns a function that ends that. */
  open(): () => void {
    this.#close = this.#options.host.openStream(this.#address("/api/watch"), {
      change: () => this.#reload(),
      removed: () =>
        this.#show({ status: "gone", notice: "The file is gone; the next edit cannot be saved." }),
    });
    return () => this.#close();
  }

  /**
   * Changes the document.
   *
   * @throws {PatchError} When the operations do not apply.
   */
  edit(ops: readonly AnyOp[]): void {
    if (ops.length === 0) return;
    const before = this.#snapshot.def;
    const after = orThrow(this.#changes.apply(before, ops));
    this.#history = recordEdit(this.#changes, this.#history, ops, before, after);
    this.#send({ ops }, after);
  }

  /** Undoes or redoes the last edit of this page, adapted to what others did; returns whether there was one. */
  step(direction: Direction): boolean {
    const before = this.#snapshot.def;
    const steps = nextSteps(this.#changes, this.#history, direction, before, 1);
    if (!("ops" in steps)) {
      this.#history = steps.rest;
      const blocked = `That edit cannot be ${direction === "undo" ? "undone" : "redone"}: ${steps.reason}`;
      this.#show({ notice: steps.reason === undefined ? `There is nothing to ${direction}.` : blocked });
      return false;
    }
    this.#history = steps.history;
    this.#send({ ops: steps.ops }, steps.after);
    return true;
  }

  save(): void {
    // A person who saves what is gone wants it back.
    if (this.#snapshot.status === "gone") this.#isNew = true;
    void this.#flush();
  }

  /** Does nothing: without a hub nobody else is known. */
  present(): void {}

  keepMine(): void {}

  takeTheirs(): void {}

  difference(): null {
    return null;
  }

  putBack(): void {}

  dismiss(): void {}

  #send(pending: Pending, def: JsonObject): void {
    this.#queue.push(pending);
    this.#show({ def, status: "saving", notice: undefined });
    void this.#flush();
  }

  /** Sends the edits one after the other. */
  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
        const isSent = await this.#sendOne(next);
        if (!isSent) return;
      }
      if (this.#isStale) await this.#load();
      else this.#show({ status: "saved" });
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOne({ ops }: Pending): Promise<boolean> {
    const made = this.#isNew ? this.#changes.apply(this.#confirmed, ops) : undefined;
    const body = made?.ok ? { definition: made.value, revision: null } : { ops };
    const answer = await this.#ask("/api/file", { method: "PATCH", body: JSON.stringify(body) });
    if (answer === undefined) {
      const count = this.#queue.length;
      const edits = count === 1 ? "1 edit waits" : `${count} edits wait`;
      return this.#keep("offline", `The server cannot be reached: ${edits} here, and will be sent again.`);
    }
    const { status, body: told } = answer;
    const trouble = String(told.error ?? `The server answered ${status}.`);
    if (status >= 500 || UNWRITABLE.has(String(told.code))) return this.#keep("unsaved", trouble);
    if (told.code === "not_found") return this.#keep("gone", trouble);
    this.#queue.shift();
    if (status !== 200) {
      // The later edits may build on this one: they are tried all the same, and what the file has is shown.
      this.#isStale = true;
      this.#show({ notice: `The edit was not made: ${trouble}` });
      return true;
    }
    if (told.before !== this.#revision && this.#revision !== undefined) this.#isStale = true;
    this.#isNew = false;
    this.#confirmed = orElse(this.#changes.apply(this.#confirmed, ops), this.#confirmed);
    this.#revision = typeof told.revision === "string" ? told.revision : undefined;
    return true;
  }

  /** Keeps what could not be saved, and tries again after a while. */
  #keep(status: "offline" | "unsaved" | "gone", notice: string): false {
    this.#show({ status, notice });
    this.#options.host.setTimer(() => void this.#flush(), TRY_AGAIN);
    return false;
  }

  #reload(): void {
    this.#isStale = true;
    if (!this.#isSending) {
      this.#isSending = true;
      void this.#load().finally(() => {
        this.#isSending = false;
        if (this.#queue.length > 0) void this.#flush();
      });
    }
  }

  /** Shows what the file has, with the edits that it does not have yet. */
  async #load(): Promise<void> {
    const answer = await this.#ask("/api/file");
    if (answer === undefined) {
      this.#options.host.setTimer(() => this.#reload(), TRY_AGAIN);
      return this.#show({ status: "offline", notice: "The server cannot be reached: the page tries again." });
    }
    const { content, revision } = answer.body;
    if (revision === this.#revision && revision !== undefined && this.#queue.length === 0 && !this.#isStale) {
      return;
    }
    if (this.#isNew && (typeof content !== "string" || content.trim() === "")) {
      this.#isStale = false;
      return;
    }
    const read = typeof content === "string" ? this.#definitionIn(content) : undefined;
    if (read === undefined) {
      return this.#show({
        status: "gone",
        notice: "The file cannot be read as a document now; the page keeps what it has.",
      });
    }
    this.#isStale = false;
    this.#isNew = false;
    this.#confirmed = read;
    this.#revision = typeof revision === "string" ? revision : undefined;
    let def = read;
    for (const { ops } of this.#queue) def = orElse(this.#changes.apply(def, ops), def);
    this.#history = followHistory(this.#history, def, stepsBetween(this.#changes, this.#snapshot.def, def));
    this.#show({ def, status: this.#queue.length > 0 ? "saving" : "saved" });
  }

  #definitionIn(content: string): JsonObject | undefined {
    const { kinds, row } = this.#options;
    try {
      const value = kinds.unwrap(JSON.parse(content.replace(/^\uFEFF/, "")));
      return isObject(value) && kinds.ofDocument(value)?.kind === row.kind ? value as JsonObject : undefined;
    } catch {
      return undefined;
    }
  }

  /** Asks the server; `undefined` when it cannot be reached. */
  async #ask(
    path: string,
    init: RequestInit = {},
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> } | undefined> {
    try {
      const response = await this.#options.host.fetch(this.#address(path), init);
      const body: unknown = await response.json();
      return { status: response.status, body: isObject(body) ? { ...body } : {} };
    } catch {
      return undefined;
    }
  }

  #address(path: string): string {
    return `${path}?doc=${encodeURIComponent(this.#options.docId)}`;
  }

  #show(change: Partial<DocumentSnapshot>): void {
    const { undos, redos } = this.#history;
    this.#snapshot = {
      ...this.#snapshot,
      ...change,
      pending: this.#queue.length,
      canUndo: undos.length > 0,
      canRedo: redos.length > 0,
    };
    for (const listener of [...this.#listeners]) listener();
  }
}

function orElse<Value>(result: { readonly ok: boolean; readonly value?: Value }, other: Value): Value {
  return result.ok && result.value !== undefined ? result.value : other;
}
