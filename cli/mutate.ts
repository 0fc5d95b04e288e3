import { DocumentError, editDocument, type WriteResult } from "@loom/bridge/document";
import { applyPatchOps, isObject, type MachineOp, type StateMachineDefinition } from "@loom/protocol";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import { opLine, paintedOp } from "./op_text.ts";
import { UsageError } from "./usage_error.ts";
import { paintedDiff, unifiedDiff } from "./unified_diff.ts";

/** The options that every change takes. */
export interface EditValues {
  /** Whether to show the change and write nothing. */
  readonly dryRun: boolean;
  /** The revision that the document must have. */
  readonly revision?: string | undefined;
}

/**
 * Changes the document of a command by patch operations, and tells what was done: a line an operation.
 *
 * @param plan Gives the operations for the newest definition.
 * @throws {LoomError} When the document cannot be read or written, or an operation is refused; then nothing is
 * written.
 */
export async function mutate(
  context: Context,
  values: EditValues,
  plan: (definition: StateMachineDefinition) => readonly MachineOp[],
): Promise<ExitCode> {
  let ops: readonly MachineOp[] = [];
  const outcome = await edit(context, values, (definition) => {
    ops = plan(definition);
    return applyPatchOps(definition, ops);
  });
  const lines = ops.map((op) => opLine(op));
  report(context, values, outcome, { ops }, lines.map((line) => paintedOp(line, context.paint)));
  return EXIT.done;
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
export async function edit(
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
 * @param lines A line for each thing that was done.
 */
export function report(
  context: Context,
  values: EditValues,
  outcome: EditOutcome,
  details: Record<string, unknown>,
  lines: readonly string[],
): void {
  const { path, changed, before, after, text, textBefore } = outcome;
  const diff = values.dryRun ? unifiedDiff(textBefore, text, path) : undefined;
  if (context.json) {
    const dry = diff === undefined ? {} : { dryRun: true, diff };
    context.printJson({ doc: path, changed, before, revision: after, ...details, ...dry });
    return;
  }
  if (diff === undefined) {
    context.print(lines);
    if (!changed) context.remark("Nothing had to change.");
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
