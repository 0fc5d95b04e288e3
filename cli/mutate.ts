import { DocumentError, editDocument, type WriteResult } from "@loom/bridge/document";
import { applyPatchOps, isObject, type MachineOp, opLine, type StateMachineDefinition } from "@loom/protocol";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import { announcerFor, liveObject, type LiveOutcome, liveText } from "./live/announcer.ts";
import { HubError } from "./live/hub_error.ts";
import { paintedOp } from "./op_text.ts";
import { UsageError } from "./usage_error.ts";
import { paintedDiff, unifiedDiff } from "./unified_diff.ts";

/** The options that every change takes. */
export interface EditValues {
  /** Whether to show the change and write nothing. */
  readonly dryRun: boolean;
  /** The revision that the document must have. */
  readonly revision?: string | undefined;
  /** Whether nothing is to be changed without a hub. */
  readonly requireLive: boolean;
}

/** What a change makes of a definition. */
export interface Change {
  readonly definition: StateMachineDefinition;
  /** Gives the operations that lead there; they are asked for when someone wants to know. */
  readonly ops: () => readonly MachineOp[];
}

/**
 * Changes the document of a command by patch operations, and tells what was done: a line an operation.
 *
 * @param plan Gives the operations for the newest definition.
 * @throws {LoomError} When the document cannot be read or written, or an operation is refused; then nothing is
 * written. {@linkcode HubError} when a hub is required: nothing is written when it is not there at all.
 */
export async function mutate(
  context: Context,
  values: EditValues,
  plan: (definition: StateMachineDefinition) => readonly MachineOp[],
): Promise<ExitCode> {
  return await editLive(context, values, (definition) => {
    const ops = plan(definition);
    return { definition: applyPatchOps(definition, ops), ops: () => ops };
  }, (ops) => {
    const lines = ops().map((op) => paintedOp(opLine(op), context.paint));
    return { details: { ops: ops() }, lines };
  });
}

/** What is told of a change: for programs `details`, for persons `lines`. */
export interface Told {
  readonly details: Record<string, unknown>;
  readonly lines: readonly string[];
}

/**
 * Changes the document of a command, tells the hub, then tells what was done. The file comes first: a hub that is of no use
 * is a remark, unless it is required.
 *
 * @param change Gives the new definition; it must not change the one it is given.
 * @param tell Says what was done.
 * @throws {HubError} When a hub is required and of no use.
 */
export async function editLive(
  context: Context,
  values: EditValues,
  change: (definition: StateMachineDefinition) => Change,
  tell: (ops: Change["ops"], outcome: EditOutcome) => Told,
): Promise<ExitCode> {
  const announcer = await announcerFor(context, values);
  try {
    let ops: Change["ops"] = () => [];
    const outcome = await edit(context, values, (before) => {
      const made = change(before);
      ops = made.ops;
      return made.definition;
    });
    const isNews = outcome.changed && !values.dryRun;
    const live = isNews ? await announcer.announce(outcome, ops) : undefined;
    report(context, values, outcome, { ...tell(ops, outcome), live });
    if (values.requireLive && live !== undefined && live.live !== "sent") throw notLive(live);
    return EXIT.done;
  } finally {
    await announcer.close();
  }
}

/** What an edit did, with the text before it. */
export interface EditOutcome extends WriteResult {
  /** The text before. */
  readonly textBefore: string;
}

/**
 * Changes the document of a command.
 *
 * @param change Gives the new definition; it must not change the one it is given.
 */
async function edit(
  context: Context,
  values: EditValues,
  change: (definition: StateMachineDefinition) => StateMachineDefinition,
): Promise<EditOutcome> {
  let textBefore = "";
  if (context.doc === "-") {
    throw new UsageError("Standard input cannot be changed: name a document with --doc.");
  }
  try {
    const result = await editDocument<StateMachineDefinition>(context.doc, (definition, document) => {
      textBefore = document.text;
      return change(definition);
    }, {
      kind: "machine",
      dryRun: values.dryRun,
      ...(values.revision === undefined ? {} : { expectedRevision: values.revision }),
    });
    return { ...result, textBefore };
  } catch (error) {
    throw isMissingFile(error) ? missing(error) : error;
  }
}

/**
 * Tells what an edit did: its lines, in a dry run the difference, as JSON the revisions and `details`.
 *
 * @param told What was done, and whether the hub knows.
 */
function report(
  context: Context,
  values: EditValues,
  outcome: EditOutcome,
  { details, lines, live }: Told & { readonly live: LiveOutcome | undefined },
): void {
  const { path, changed, before, after, text, textBefore } = outcome;
  const diff = values.dryRun ? unifiedDiff(textBefore, text, path) : undefined;
  if (context.json) {
    const dry = diff === undefined ? {} : { dryRun: true, diff };
    const told = live === undefined ? {} : liveObject(live);
    context.printJson({ doc: path, changed, before, revision: after, ...details, ...told, ...dry });
    return;
  }
  if (diff === undefined) {
    context.print(lines);
    if (!changed) context.remark("Nothing had to change.");
    const text = live && liveText(live);
    if (text !== undefined) context.remark(context.remarkPaint.faint(text));
    return;
  }
  if (diff !== "") context.print(paintedDiff(diff, context.paint));
  context.remark(changed ? "Dry run: nothing was written." : "Dry run: nothing would change.");
}

function isMissingFile(error: unknown): error is DocumentError {
  return error instanceof DocumentError && error.code === "not_found" && !error.message.includes("folder");
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

/** The error of a change that was made and that the hub, which was required, does not have. */
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
