/**
 * Those who edit one document at once.
 *
 * @module
 */
import { DocumentError, editDocument, readDocument } from "@loom/bridge/document";
import { type BridgeClient, BridgeError, createBridgeClient } from "@loom/hub/client";
import type { JsonObject, MachineOp, StateMachineDefinition } from "@loom/protocol";
import { type Editor, editorOf } from "../arbitrary/edits.ts";
import type { FlakyLink, Weather } from "./flaky_link.ts";
import type { Ledger } from "./ledger.ts";

/** The document that all edit, and where they meet. */
export interface Place {
  readonly path: string;
  readonly ledger: Ledger;
  readonly trace: Trace;
}

/** Someone who edits. */
export interface Party {
  readonly name: string;
  readonly client: BridgeClient;
  readonly link: FlakyLink;
  /** Edits until the operations are used up. */
  work(ops: number): Promise<void>;
  /** Waits until everything that it did is answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What a party is made of. */
export interface PartyOptions extends Place {
  readonly name: string;
  readonly seed: number;
  readonly link: FlakyLink;
  /** What its network is like while it works; without it a good one that does not break. */
  readonly weather?: Weather | undefined;
}

/** Someone at a canvas: edits what it sees at once, and saves now and then. */
export function canvas(options: PartyOptions): Party {
  const { ledger, trace, name, weather, link } = options;
  const editor = editorOf(name, options.seed);
  const client = clientOf(options, "web");
  const waiting = new Set<Promise<void>>();
  const edit = (): number => {
    const { view } = client.document;
    if (view === null) return 0;
    const ops = editor.edit(machine(view));
    const after = ledger.edited(view, ops);
    trace.note(name, "edits", ops);
    const told = client.commit(ops, { timeoutMs: 0 }).then(
      () => {
        ledger.promised(ops, after, name);
        trace.note(name, "is promised", ops);
      },
      (error) => {
        trace.note(name, "is refused", `${error} ${JSON.stringify(ops)}`);
        refusedIsFine(error);
      },
    ).finally(() => waiting.delete(told));
    waiting.add(told);
    return ops.length;
  };
  return {
    name,
    client,
    link,
    work: async (ops) => {
      await client.join().catch(refusedIsFine);
      for (let left = ops; left > 0;) {
        await pause(editor.below(12));
        if (waiting.size < 8) left -= edit();
        if (editor.below(25) === 0) await save(client, options);
        upset(link, editor, weather);
      }
    },
    settle: async () => void await Promise.all(waiting),
    close: () => client.close(),
  };
}

/**
 * Writes what is confirmed into the file, when that is still what it was made from.
 *
 * @returns whether it did
 */
export async function save(client: BridgeClient, { path, ledger, trace }: Place): Promise<boolean> {
  const { confirmed, fileRevision, seq, epoch, unsaved, unsavedIds } = client.document;
  if (client.phase !== "live" || !unsaved || confirmed === null || fileRevision === null) return false;
  const start = performance.now();
  try {
    const { after, mtime } = await editDocument(path, () => confirmed, {
      expectedRevision: fileRevision,
      savedChanges: unsavedIds,
    });
    ledger.wroteSince(start, confirmed);
    trace.note("file", "is saved", { seq, fileRevision, after, unsavedIds, confirmed });
    const saved = client.commit([], {
      revision: after,
      baseRevision: fileRevision,
      savedSeq: seq,
      epoch,
      mtime,
      timeoutMs: 20_000,
    });
    await saved.catch(refusedIsFine);
    return true;
  } catch (error) {
    if (error instanceof DocumentError && (error.code === "stale_revision" || error.code === "locked")) {
      return false;
    }
    throw error;
  }
}

/** Someone who writes the file first, as a command does, and tells the hub. */
export function writer(options: PartyOptions): Party {
  const { path, ledger, trace, name, weather, link } = options;
  const editor = editorOf(name, options.seed);
  const client = clientOf(options, "cli");
  const waiting = new Set<Promise<void>>();
  const edit = async (): Promise<number> => {
    let ops: readonly MachineOp[] = [];
    const start = performance.now();
    const written = await editDocument(path, (def) => {
      ops = editor.edit(machine(def));
      const after = ledger.edited(def, ops);
      ledger.wrote(def, after);
      return after;
    }).catch((error: unknown) => {
      // On a busy machine the others may take all of the time that a writer waits for its turn; then nothing was written.
      if (error instanceof DocumentError && error.code === "locked") return undefined;
      throw error;
    });
    if (written === undefined) return 0;
    ledger.wroteSince(start, written.definition);
    ledger.promised(ops, written.definition, name);
    trace.note(name, "writes", {
      ops,
      before: written.before,
      after: written.after,
      definition: written.definition,
    });
    const told = client.announce(ops, written, { timeoutMs: 0 }).then(() => {}, refusedIsFine).finally(() =>
      waiting.delete(told)
    );
    waiting.add(told);
    return ops.length;
  };
  return {
    name,
    client,
    link,
    work: async (ops) => {
      await client.join().catch(refusedIsFine);
      for (let left = ops; left > 0;) {
        await pause(editor.below(30));
        left -= await edit();
        upset(link, editor, weather);
      }
    },
    settle: async () => void await Promise.all(waiting),
    close: () => client.close(),
  };
}

/** Someone with a text editor: reads the file, and later writes it whole, without a lock and without a word to anyone. */
export async function meddle({ path, ledger, trace }: Place, editor: Editor): Promise<void> {
  const { definition, value } = await readDocument(path);
  const after = ledger.edited(definition, editor.edit(machine(definition)));
  ledger.wrote(definition, after);
  if (editor.below(2) === 0) await pause(editor.below(30));
  const text = JSON.stringify(
    value === definition ? after : { ...value as object, definition: after },
    null,
    2,
  );
  const beside = `${path}.${crypto.randomUUID()}.new`;
  await Deno.writeTextFile(beside, `${text}\n`);
  ledger.wroteBehind(JSON.parse(Deno.readTextFileSync(path)), after);
  Deno.renameSync(beside, path);
  trace.note("file", "is meddled with", after);
}

function clientOf({ name, path, link }: PartyOptions, role: "web" | "cli"): BridgeClient {
  return createBridgeClient({
    url: link.url,
    role,
    name,
    docId: path,
    ackTimeoutMs: 400,
    joinTimeoutMs: 1_500,
    gapMs: 100,
    commitTimeoutMs: 0,
    socket: { transports: ["websocket"], reconnectionDelay: 20, reconnectionDelayMax: 150 },
  });
}

/** Breaks the connection of someone with a bad network now and then. */
function upset(link: FlakyLink, editor: Editor, weather: Weather | undefined): void {
  if (!weather) return;
  if (editor.below(4) === 0) link.weather = weather;
  if (editor.below(30) === 0) link.cut();
}

/** What the hub refuses was not promised. */
function refusedIsFine(error: unknown): void {
  if (!(error instanceof BridgeError)) throw error;
}

export function machine(def: JsonObject): StateMachineDefinition {
  return def as unknown as StateMachineDefinition;
}

export async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
}

/** The log of a meeting, for a test that fails. */
export class Trace {
  readonly #lines: string[] = [];
  readonly #start = performance.now();

  /**
   * Notes something.
   *
   * @param who a party, or `outside` or `hub`
   */
  note(who: string, what: string, about: unknown = ""): void {
    const text = typeof about === "string" ? about : JSON.stringify(about);
    this.#lines.push(`${(performance.now() - this.#start).toFixed(1)} ${who} ${what} ${text}`);
  }

  /** Writes it all into a file. */
  async write(path: string): Promise<void> {
    await Deno.writeTextFile(path, this.#lines.join("\n") + "\n");
  }
}
