import { type Direction, oneLine, RefusedError } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../exit_code.ts";
import { editAndReport, editOptions, type EditValues, opsReport } from "../mutate.ts";
import { stateFolder } from "../state_folder.ts";
import type { REDO, UNDO } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";

/** Undoes the last edit of this shell. */
export const undo: Run<typeof UNDO> = (context, values) => step(context, values, "undo");

/** Redoes what was undone last. */
export const redo: Run<typeof REDO> = (context, values) => step(context, values, "redo");

async function step(context: Context, values: EditValues, direction: Direction): Promise<ExitCode> {
  if (stateFolder(context.io.env) === undefined) {
    throw new UsageError(`There is no folder that keeps edits to ${direction}: name one in LOOM_STATE_DIR.`);
  }
  return await editAndReport(
    context,
    values,
    async (document) => {
      const done = await document[direction](editOptions(values, context.kind));
      if (done.ok) return done.value;
      const { code, message } = done.refusal;
      throw new RefusedError({
        code,
        message: sentences[code]?.(context.doc, direction, message) ?? message,
      });
    },
    (edit) => opsReport(context, edit),
  );
}

/** The sentences of refusals, by their codes. */
const sentences: Readonly<Record<string, (doc: string, direction: Direction, reason: string) => string>> = {
  nothing_left: (doc, direction) =>
    direction === "undo"
      ? `There is nothing to undo: "loom" has made no edit of "${doc}" here that is not undone.`
      : `There is nothing to redo in "${doc}": an edit after "loom undo" ends what can be redone.`,
  blocked_step: (_, direction, reason) =>
    `The last edit cannot be ${
      direction === "undo" ? "undone" : "redone"
    }, since others changed what it changed: ` +
    `${oneLine(reason)} It was dropped; "loom ${direction}" goes on with the one before it.`,
};
