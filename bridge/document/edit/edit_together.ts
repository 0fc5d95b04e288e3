import { type AnyOp, type Direction, type ListedEdit, LoomError, orThrow, type Result } from "@loom/protocol";
import type { OpenDocument } from "../open_document.ts";
import type { DocumentEdit, OpenEditOptions } from "../open_document_types.ts";
import { DocumentError } from "../disk/document_error.ts";

/** The part of one document in an edit of several. */
export interface JointEdit<Live> {
  /** The document. */
  readonly document: OpenDocument<Live>;
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The revision that they were made for. */
  readonly expectedRevision?: string | undefined;
}

/**
 * Changes several documents: all of them or none. Each edit is tried first without writing; when one fails afterwards, the
 * documents written before are put back by undo, which keeps what others wrote meanwhile. The edits know each other, so that
 * undo can take them back as one.
 *
 * @throws {LoomError} Why nothing was changed; a {@linkcode DocumentError} with code `half_written` names the documents
 * that could not be put back.
 */
export async function editTogether<Live>(
  edits: readonly JointEdit<Live>[],
  { dryRun = false, signal }: Pick<OpenEditOptions, "dryRun" | "signal"> = {},
): Promise<DocumentEdit<Live>[]> {
  const changed: string[] = [];
  return await allOrNone(
    edits.map(({ document, ops, expectedRevision }) => ({
      path: document.path,
      async run(isTry) {
        const edit = await document.edit(() => ops, {
          dryRun: isTry,
          expectedRevision,
          together: changed.length > 1 ? changed : undefined,
          // What is half written is finished.
          ...(isTry && signal !== undefined ? { signal } : {}),
        });
        if (isTry && edit.result.changed) changed.push(document.path);
        return edit;
      },
      takeBack: async ({ result }) => result.changed ? await document.undo() : { ok: true },
    })),
    dryRun,
  );
}

/** The most tries of {@linkcode repeatWhileStale}. */
const MOST_TRIES = 8;

/**
 * Does work that reads documents, plans an edit of them and makes it: again, when somebody else was faster.
 *
 * @throws {LoomError} What the work throws; `stale_revision` after some tries.
 */
export async function repeatWhileStale<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1;; tries++) {
    try {
      return await work();
    } catch (error) {
      const isStale = error instanceof LoomError && error.code === "stale_revision";
      if (!isStale || tries === MOST_TRIES) throw error;
    }
  }
}

/** The edits in the order in which they are undone or redone. */
export function nextEdits(edits: readonly ListedEdit[], direction: Direction): ListedEdit[] {
  return direction === "undo"
    ? edits.filter(({ undone }) => !undone)
    : edits.filter(({ undone }) => undone).toReversed();
}

/** The paths of the documents of the edit that is undone or redone next; `undefined` where it is of this document alone. */
export async function jointStep<Live>(
  document: OpenDocument<Live>,
  direction: Direction,
): Promise<readonly string[] | undefined> {
  return nextEdits(await document.edits(), direction)[0]?.together;
}

/** The first of the documents in which another edit is undone or redone next than the one of all of them. */
export async function otherStep<Live>(
  documents: readonly OpenDocument<Live>[],
  direction: Direction,
): Promise<OpenDocument<Live> | undefined> {
  const paths = documents.map(({ path }) => path).join("\n");
  for (const document of documents) {
    if ((await jointStep(document, direction))?.join("\n") !== paths) return document;
  }
  return undefined;
}

/** Undoes or redoes the last edit of several documents, which was one of all of them: in all of them or none. */
export async function stepTogether<Live>(
  documents: readonly OpenDocument<Live>[],
  direction: Direction,
  { dryRun = false }: Pick<OpenEditOptions, "dryRun"> = {},
): Promise<DocumentEdit<Live>[]> {
  const opposite = direction === "undo" ? "redo" : "undo";
  return await allOrNone(
    documents.map((document) => ({
      path: document.path,
      run: async (dry) => orThrow(await document[direction]({ dryRun: dry })),
      takeBack: () => document[opposite](),
    })),
    dryRun,
  );
}

/** The work on one document. */
interface JointPart<Value> {
  /** The path of the document. */
  readonly path: string;
  /** Does it, or tries it without writing. */
  readonly run: (dryRun: boolean) => Promise<Value>;
  /** Takes it back; a value that is not ok, or an error, says that it could not. */
  readonly takeBack: (written: Value) => Promise<Pick<Result<unknown>, "ok">>;
}

/** Does the work on several documents: on all of them or on none. Everything is tried before anything is written. */
async function allOrNone<Value>(
  parts: readonly JointPart<Value>[],
  dryRun: boolean,
): Promise<Value[]> {
  const trials: Value[] = [];
  for (const { run } of parts) trials.push(await run(true));
  if (dryRun) return trials;
  const written: Value[] = [];
  for (const { run } of parts) {
    try {
      written.push(await run(false));
    } catch (error) {
      throw await putBack(parts, written, error);
    }
  }
  return written;
}

/** Takes back what was written; the error to throw. */
async function putBack<Value>(
  parts: readonly JointPart<Value>[],
  written: readonly Value[],
  cause: unknown,
): Promise<unknown> {
  const left: string[] = [];
  for (const [index, value] of [...written.entries()].toReversed()) {
    const part = parts[index];
    const isBack = await part?.takeBack(value).then(({ ok }) => ok, () => false);
    if (part && !isBack) left.push(part.path);
  }
  if (left.length === 0) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DocumentError(
    "half_written",
    `The edit failed (${reason.replace(/\.$/, "")}), and ${left.map((path) => `"${path}"`).join(" and ")} ` +
      "could not be put back: undo the last edit there yourself.",
    left[0] ?? "",
    { cause },
  );
}
