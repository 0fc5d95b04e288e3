import { type Direction, oneLine, RefusedError } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { editAndReport, editOptions, type EditValues, keptEdits, opsReport } from "../mutate.ts";
import { stateFolder } from "../state_folder.ts";
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
