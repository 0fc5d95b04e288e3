import { nextEdits } from "@loom/bridge/document";
import { type Direction, oneLine, RefusedError } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { editAndReport, editOptions, type EditValues, keptEdits, opsReport } from "../mutate.ts";
import { withOpenDocuments } from "../mutate_together.ts";
import { stateFolder } from "../state_folder.ts";
import { shortPath } from "../system_at.ts";
import { textColumns } from "../text_columns.ts";
import type { REDO, UNDO } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";

/** Undoes the last edit of this shell. */
export const undo: Run<typeof UNDO> = (context, values) => step(context, values, "undo");

/** Redoes what was undone last. */
export const redo: Run<typeof REDO> = (context, values) => step(context, values, "redo");

type Values = EditValues & { readonly count: number; readonly list: boolean };

async function step(context: Context, values: Values, direction: Direction): Promise<ExitCode> {
  const { count } = values;
  if (stateFolder(context.io.env) === undefined) {
    throw new UsageError(`There is no folder that keeps edits to ${direction}: name one in LOOM_STATE_DIR.`);
  }
  if (count < 1) throw new UsageError(`--count must be 1 or more, and ${count} is not.`);
  if (values.list) return await list(context);
  const together = await pathsOfStep(context, direction, count);
  if (together !== undefined) return await stepAll(context, values, direction, together);
  return await editAndReport(
    context,
    values,
    async (document) => {
      const done = await document[direction]({ ...editOptions(values, context.kind), count });
      if (done.ok) return done.value;
      const { code, message } = done.refusal;
      throw new RefusedError({
        code,
        message: sentences[code]?.({ doc: context.doc, direction, count, detail: message }) ?? message,
      });
    },
    (edit) => opsReport(context, edit),
  );
}

/** The documents of the edit that comes next, when it was one of several documents. */
async function pathsOfStep(
  context: Context,
  direction: Direction,
  count: number,
): Promise<readonly string[] | undefined> {
  const next = nextEdits(await keptEdits(context), direction).slice(0, count);
  const joint = next.find(({ together }) => together !== undefined);
  if (joint === undefined || next.length === 1) return joint?.together;
  throw new UsageError(
    `One of the ${count} edits changed ${joint.together?.length} documents: ${direction} one edit at a time.`,
  );
}

/** Takes a step of an edit of several documents in all of them, or in none. */
async function stepAll(
  context: Context,
  values: EditValues,
  direction: Direction,
  paths: readonly string[],
): Promise<ExitCode> {
  for (const doc of paths) {
    const [next] = nextEdits(await keptEdits({ ...context, doc }), direction);
    if (next?.together?.join("\n") === paths.join("\n")) continue;
    throw new RefusedError({
      code: "not_last",
      message:
        `The last edit of "${context.doc}" was one of ${paths.length} documents, and "${doc}" was edited since: ` +
        `${direction} that edit first, with "loom --doc ${doc} ${direction}".`,
    });
  }
  const edits = await withOpenDocuments(
    context,
    values,
    paths,
    (open, { stepTogether }) => stepTogether(open, direction, values),
  );
  if (context.json) {
    context.printJson({
      documents: edits.map(({ result: { path, after }, ops }) => ({ path, revision: after, ops: ops() })),
    });
  } else {
    context.print(
      edits.flatMap((
        edit,
      ) => [
        `${context.paint.strong(shortPath(edit.result.path))}:`,
        ...opsReport(context, edit).lines.map((line) => `  ${line}`),
      ]),
    );
  }
  if (values.dryRun) context.remark("Dry run: nothing was written.");
  return EXIT.done;
}

/** Lists the edits that are kept of the document. */
async function list(context: Context): Promise<ExitCode> {
  const { doc, json, paint } = context;
  const edits = await keptEdits(context);
  if (json) context.printJson({ doc, edits });
  else if (edits.length === 0) context.remark(`No edits of "${doc}" are kept.`);
  else {
    const rows = edits.map(({ time, sentence = "", undone }) => [
      time === undefined ? "" : new Date(time).toISOString().slice(0, 19) + "Z",
      undone ? "undone" : "",
      oneLine(sentence),
    ]);
    context.print(
      textColumns(rows, { width: context.io.stdout.columns, paints: [paint.faint, paint.warn] }),
    );
  }
  return EXIT.done;
}

/** The facts that a refusal names. */
interface RefusedStep {
  readonly doc: string;
  readonly direction: Direction;
  readonly count: number;
  /** The reason, or the number of edits that there are. */
  readonly detail: string;
}

/** The sentences of refusals, by their codes. */
const sentences: Readonly<Record<string, (step: RefusedStep) => string>> = {
  nothing_left: ({ doc, direction }) =>
    direction === "undo"
      ? `There is nothing to undo: "loom" has made no edit of "${doc}" here that is not undone.`
      : `There is nothing to redo in "${doc}": an edit after "loom undo" ends what can be redone.`,
  too_few: ({ doc, direction, count, detail }) =>
    `Only ${detail} of ${count} edits of "${doc}" can be ${pastOf(direction)}: nothing was changed. ` +
    `"loom ${direction} --list" lists them.`,
  blocked_step: ({ direction, count, detail }) =>
    `${count === 1 ? "The last edit" : `One of the last ${count} edits`} cannot be ${pastOf(direction)}, ` +
    `since others changed what it changed: ${oneLine(detail).replace(/\.$/, "")}. Nothing was changed; ` +
    `take that change back first, then run "loom ${direction}" again.`,
};

function pastOf(direction: Direction): string {
  return direction === "undo" ? "undone" : "redone";
}
