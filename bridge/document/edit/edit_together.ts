import { type AnyOp, type Direction, LoomError, orThrow, type Result } from "@loom/protocol";
import type { OpenDocument } from "../open_document.ts";
import type { DocumentEdit } from "../open_document_types.ts";
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
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<DocumentEdit<Live>[]> {
  const together = edits.map(({ document }) => document.path);
  return await allOrNone(
    edits.map(({ document, ops, expectedRevision }) => ({
      path: document.path,
      run: (dry) => document.edit(() => ops, { dryRun: dry, expectedRevision, together }),
      takeBack: () => document.undo(),
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

/** Undoes or redoes the last edit of several documents, which was one of all of them: in all of them or none. */
export async function stepTogether<Live>(
  documents: readonly OpenDocument<Live>[],
  direction: Direction,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
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
export interface JointPart<Value> {
  /** The path of the document. */
  readonly path: string;
  /** Does it, or tries it without writing. */
  readonly run: (dryRun: boolean) => Promise<Value>;
  /** Takes it back; a value that is not ok, or an error, says that it could not. */
  readonly takeBack: () => Promise<Pick<Result<unknown>, "ok">>;
}

/** Does the work on several documents: on all of them or on none. Everything is tried before anything is written. */
export async function allOrNone<Value>(
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
      throw await putBack(parts.slice(0, written.length), error);
    }
  }
  return written;
}

/** Takes back what was written; the error to throw. */
async function putBack(parts: readonly JointPart<unknown>[], cause: unknown): Promise<unknown> {
  const left: string[] = [];
  for (const { path, takeBack } of parts.toReversed()) {
    const isBack = await takeBack().then(({ ok }) => ok, () => false);
    if (!isBack) left.push(path);
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
