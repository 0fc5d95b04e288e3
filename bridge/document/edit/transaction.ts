import {
  aKind,
  type AnyKind,
  type AnyOp,
  type Changes,
  type EditRecord,
  type HistorySteps,
  type JsonObject,
  type KindTable,
} from "@loom/protocol";
import { DocumentError } from "../disk/document_error.ts";
import { readDocumentText, type ReadTextOptions } from "../disk/read_text.ts";
import { resolveNewPath } from "../disk/resolve_path.ts";
import type { Document } from "../document.ts";
import type { NewContent } from "../open_document_types.ts";
import type { WriteResult } from "./write_definition.ts";

/** The content that a history applies to. */
export interface Known {
  readonly revision: string;
  readonly definition: JsonObject;
  /** The own write that led there. */
  readonly written?: WriteResult;
}

/** A change under the lock. */
export interface Transaction extends NewContent {
  readonly rolledBack: readonly AnyOp[];
  readonly row: AnyKind;
  readonly before: JsonObject;
  readonly textBefore: string;
  /** True for undo and redo. */
  readonly isStep?: boolean;
  /** Updates the history when the change is written. */
  readonly record: (after: Known) => void;
}

/** The codes of errors about a file that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(["not_found", "no_folder"]);

/** True for a file that is empty or not there. */
export async function isBlank(path: string, options: ReadTextOptions): Promise<boolean> {
  try {
    return (await readDocumentText(path, options)).text.trim() === "";
  } catch (error) {
    if (error instanceof DocumentError && NOT_THERE.has(error.code)) return true;
    throw error;
  }
}

/** The result of a dry run whose folder would have to be made. */
export async function imagined(
  path: string,
  definition: JsonObject,
  { kind }: AnyKind,
  root: string | undefined,
): Promise<WriteResult> {
  const realPath = await resolveNewPath(path, root);
  const nothing = { before: undefined, after: "", text: "", mtime: 0 };
  return { path, realPath, kind, definition, changed: true, ...nothing };
}

/** Ends a transaction without a write. */
export class BlockedStep extends Error {
  readonly code: string;

  constructor({ taken, reason }: Extract<HistorySteps, { taken: number }>) {
    super(reason ?? `${taken}`);
    this.code = reason !== undefined ? "blocked_step" : taken > 0 ? "too_few" : "nothing_left";
  }
}

/** The changes of a document's kind. */
export function changesOf({ row, path }: Document): Changes {
  if (row.content !== undefined) return row.content.changes;
  throw new DocumentError("wrong_kind", `"${path}" is ${aKind(row)}, which cannot be edited here.`, path);
}

/** The most operations that the sentence of an edit names. */
const MOST_NAMED = 3;

/** The note of an edit in the history. */
export function noteOf(
  changes: Changes,
  ops: readonly AnyOp[],
  { mtime, before, after }: WriteResult,
  together?: readonly string[],
): EditRecord {
  const named = ops.slice(0, MOST_NAMED).map((op) => {
    const { sign, text } = changes.line(op);
    return `${sign} ${text}`;
  });
  const others = ops.length > MOST_NAMED ? [`${ops.length - MOST_NAMED} more`] : [];
  return { time: mtime, sentence: [...named, ...others].join(", "), before, after, together };
}

/** The error for a document whose kind cannot be told. */
export function unknownKind(path: string, { endings }: KindTable): DocumentError {
  return new DocumentError(
    "unknown_kind",
    `Neither its name nor its content tells what kind of document "${path}" is: rename it to end in ${endings}.`,
    path,
  );
}

/** A function that calls another one at most once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
