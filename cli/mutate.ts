import {
  type DocumentEdit,
  DocumentError,
  type HistoryStore,
  OpenDocument,
  type OpenEditOptions,
  withFileHistory,
  type WriteResult,
} from "@loom/bridge/document";
import {
  type AnyKind,
  type AnyOp,
  isObject,
  type JsonObject,
  type KindName,
  type ListedEdit,
  oneLine,
  type StateMachineDefinition,
  textWarnings,
} from "@loom/protocol";
import { join } from "@std/path";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import { announcerFor, liveObject, type LiveOutcome, liveText } from "./live/announcer.ts";
import { STANDARD_INPUT } from "./load_document.ts";
import { HubError } from "./live/hub_error.ts";
import { paintedOp } from "./paint.ts";
import { contentOf } from "./refuse_other_kind.ts";
import { stateFolder } from "./state_folder.ts";
import { UsageError } from "./usage_error.ts";
import { paintedDiff, unifiedDiff } from "./unified_diff.ts";

/** The options that every change takes. */
export interface EditValues {
  /** True to show the change and write nothing. */
  readonly dryRun: boolean;
  /** The revision that the document must have. */
  readonly revision?: string | undefined;
  /** True to change nothing without a hub. */
  readonly requireLive: boolean;
  /** True when the host registers texts as they are, so that they need not parse. */
  readonly asKey?: boolean | undefined;
}

/** A new content of a document. */
export interface Change<Doc extends object = StateMachineDefinition> {
  readonly definition: Doc;
  /** Returns the operations that lead there; called only when somebody needs them. */
  readonly ops: () => readonly AnyOp[];
}

/**
 * Changes the document of a command by patch operations, and reports each on a line.
 *
 * @typeParam Doc The type of documents of that kind.
 * @param plan Returns the operations for the newest definition.
 * @param kind The only kind of document to accept. Default: that of the command.
 * @throws {LoomError} When the document cannot be read or written, or an operation is refused; then nothing is
 * written. {@linkcode HubError} when a hub is required: nothing is written when it cannot be reached.
 */
export async function mutate<Doc extends object = StateMachineDefinition>(
  context: Context,
  values: EditValues,
  plan: (definition: Doc, row: AnyKind) => readonly AnyOp[],
  kind: KindName | undefined = context.kind,
): Promise<ExitCode> {
  return await editAndReport(
    context,
    values,
    (document) =>
      document.edit((definition, found) => {
        contentOf(found, context.kinds);
        return plan(definition as Doc, found.row);
      }, editOptions(values, kind)),
    (edit) => opsReport(context, edit),
  );
}

/** The operations of an edit, a line each. */
export function opsReport(
  { paint }: Context,
  { ops, row: { content } }: Pick<CliEdit, "ops" | "row">,
): Report {
  const lines = ops().flatMap((op) => content ? [paintedOp(content.changes.line(op), paint)] : []);
  return { details: { ops: ops() }, lines };
}

/** The report of a change: for programs `details`, for persons `lines`. */
export interface Report {
  readonly details: Record<string, unknown>;
  readonly lines: readonly string[];
}

/** The result of an edit, as reports need it. */
export interface EditOutcome extends WriteResult, Pick<CliEdit, "ops" | "row" | "textBefore"> {}

/**
 * Changes the document of a command, announces that to the hub, then reports it. The file comes first: a hub that cannot be
 * reached is a remark, unless it is required.
 *
 * @param change Returns the new definition; it must not change the one it is given.
 * @param kind The only kind of document to accept. Default: that of the command.
 * @throws {HubError} When a hub is required and cannot be used.
 */
export async function editLive<Doc extends object = StateMachineDefinition>(
  context: Context,
  values: EditValues,
  change: (definition: Doc, row: AnyKind) => Change<Doc>,
  tell: (ops: Change["ops"], outcome: EditOutcome) => Report,
  kind: KindName | undefined = context.kind,
): Promise<ExitCode> {
  const make = (definition: JsonObject, { row }: { readonly row: AnyKind }) => {
    const { definition: after, ops } = change(definition as Doc, row);
    return { after: after as JsonObject, ops };
  };
  return await editAndReport(
    context,
    values,
    (document) => document.change(make, editOptions(values, kind)),
    ({ ops, row, result, textBefore }) => tell(ops, { ...result, ops, row, textBefore }),
  );
}

/** The document of a command. */
export type CliDocument = OpenDocument<LiveOutcome>;
/** An edit of the document of a command. */
export type CliEdit = DocumentEdit<LiveOutcome>;

/** Makes an edit, announces it and reports it; its history is kept, so that `loom undo` can undo it. */
export async function editAndReport(
  context: Context,
  values: EditValues,
  edit: (document: CliDocument) => Promise<CliEdit>,
  tell: (edit: CliEdit) => Report,
): Promise<ExitCode> {
  const { kinds, doc } = context;
  if (doc === STANDARD_INPUT) {
    throw new UsageError("Standard input cannot be changed: name a document with --doc.");
  }
  const announcer = await announcerFor(context, values);
  try {
    const { announce } = announcer;
    const done = await withHistory(context, (history) => {
      const keepsHistory = history !== undefined;
      return edit(new OpenDocument<LiveOutcome>(doc, { kinds, announce, keepsHistory, history }));
    }).catch((error) => {
      throw isMissingFile(error) ? missing(error) : error;
    });
    const live = await done.live;
    report(context, values, done, { ...tell(done), live });
    if (values.requireLive && live !== undefined && live.live !== "sent") throw notLive(live);
    return EXIT.done;
  } finally {
    await announcer.close();
  }
}

/** Does an edit with the history that this shell keeps of the document, where it has a place for it. */
export async function withHistory<Value>(
  { io, doc, remark }: Pick<Context, "io" | "doc" | "remark">,
  edit: (history?: HistoryStore) => Promise<Value>,
): Promise<Value> {
  const folder = stateFolder(io.env);
  if (folder === undefined) return await edit();
  const notify = (reason: string) =>
    remark(`This edit cannot be undone with "loom undo": ${oneLine(reason)}`);
  return await withFileHistory(doc, { folder: join(folder, "history"), notify }, edit);
}

/** The edits that this shell keeps of the document of a command, the newest first. */
export async function keptEdits(context: Context): Promise<readonly ListedEdit[]> {
  const { kinds, doc } = context;
  if (doc === STANDARD_INPUT) {
    throw new UsageError("Standard input has no edits: name a document with --doc.");
  }
  return await withHistory(context, (history) => new OpenDocument(doc, { kinds, history }).edits());
}

/** The options of an edit from those of a command. */
export function editOptions({ dryRun, revision }: EditValues, kind: KindName | undefined): OpenEditOptions {
  return { dryRun, expectedRevision: revision, kind };
}

/** Reports an edit: its lines, in a dry run the difference, as JSON the revisions and `details`. */
function report(
  context: Context,
  values: EditValues,
  edit: CliEdit,
  { details, lines, live }: Report & { readonly live: LiveOutcome | undefined },
): void {
  const { result: { path, changed, before, after, text }, textBefore } = edit;
  const warnings = textWarnings(edit, values);
  for (const { ruleId, path: place, message } of warnings) {
    context.remark(`${context.remarkPaint.warn("warning")} ${ruleId} at ${place}: ${oneLine(message)}`);
  }
  remarkRollback(context, edit);
  const diff = values.dryRun ? unifiedDiff(textBefore, text, path) : undefined;
  if (context.json) {
    const dry = diff === undefined ? {} : { dryRun: true, diff };
    const told = live === undefined ? {} : liveObject(live);
    const warned = warnings.length === 0 ? {} : { warnings };
    context.printJson({
      doc: path,
      changed,
      before,
      revision: after,
      ...details,
      ...warned,
      ...(edit.rolledBack.length === 0 ? {} : { rolledBack: edit.rolledBack }),
      ...told,
      ...dry,
    });
    return;
  }
  if (diff === undefined) {
    if (changed) context.print(lines);
    else context.remark("Nothing had to change.");
    const text = live && liveText(live);
    if (text !== undefined) context.remark(context.remarkPaint.faint(text));
    return;
  }
  if (diff !== "") context.print(paintedDiff(diff, context.paint));
  context.remark(changed ? "Dry run: nothing was written." : "Dry run: nothing would change.");
}

/** Names the edits that a program took back by writing an older content. */
function remarkRollback(
  { remark, remarkPaint }: Context,
  { rolledBack, row, result: { path } }: CliEdit,
): void {
  if (rolledBack.length === 0) return;
  const { changes } = row.content ?? {};
  const lines = rolledBack.map((op) => changes ? paintedOp(changes.line(op), remarkPaint) : op.op);
  remark(
    `${remarkPaint.warn("warning")} A program wrote an older content into "${path}" and took back: ` +
      `${lines.join(", ")}. Make these edits again if they are wanted.`,
  );
}

function isMissingFile(error: unknown): error is DocumentError {
  return error instanceof DocumentError && error.code === "not_found" &&
    error.message.startsWith("There is no file ");
}

function missing({ path, cause }: DocumentError): DocumentError {
  const where = isObject(cause) || cause instanceof Error ? { cause } : {};
  return new DocumentError(
    "not_found",
    `There is no document "${path}": make it with "loom new ${path}", or name another with --doc.`,
    path,
    where,
  );
}

/** The error of a change that was made without the hub that was required. */
function notLive(live: LiveOutcome): HubError {
  const error = "error" in live ? live.error : undefined;
  const why = error?.message ?? "There is no hub.";
  return new HubError(
    error?.code ?? "no_hub",
    `The document is saved, but the others were not told: ${why}`,
    {
      cause: error,
      refusal: error?.refusal,
    },
  );
}
