import { collectNotes, oneLine, SET_NOTES_COMMAND, UPDATE_SETTINGS_COMMAND } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { fieldChanges } from "../fields.ts";
import { documentOf, loadMachine } from "../load_document.ts";
import { stateCalled } from "../lookup.ts";
import type { NOTES, UPDATE_SETTINGS } from "../table/whole.ts";
import { editMachine } from "./edit.ts";

/** Shows the notes of a document, or changes one. */
export const notes: Run<typeof NOTES> = async (context, values) => {
  const { set, state } = values;
  if (set !== undefined) {
    const target = { ...context, doc: documentOf(context, values.doc) };
    return await editMachine(target, values, SET_NOTES_COMMAND, { target: state, notes: set });
  }
  const { definition } = await loadMachine(context, documentOf(context, values.doc));
  if (state !== undefined) stateCalled(definition, state);
  const found = collectNotes(definition).filter((note) => state === undefined || note.target === state);
  if (context.json) {
    context.printJson(found);
    return EXIT.done;
  }
  found.forEach(({ target, notes: text }, index) => {
    if (index > 0) context.print("");
    context.print(context.paint.strong(target === null ? "diagram" : oneLine(target)));
    context.print(text.split(/\r\n?|\n/).map((line) => `  ${oneLine(line)}`.trimEnd()));
  });
  if (found.length === 0) context.remark("There are no notes.");
  return EXIT.done;
};

/** Changes the settings of a machine. */
export const updateSettings: Run<typeof UPDATE_SETTINGS> = (context, values) =>
  editMachine(context, values, UPDATE_SETTINGS_COMMAND, { changes: fieldChanges("Settings", values) });
