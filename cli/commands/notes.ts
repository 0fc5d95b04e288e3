import {
  collectNotes,
  type DocumentElement,
  type JsonObject,
  oneLine,
  UPDATE_SETTINGS_COMMAND,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { fieldChanges } from "../fields.ts";
import { documentOf, loadDocument } from "../load_document.ts";
import { unknown } from "../lookup.ts";
import type { NOTES, UPDATE_SETTINGS } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { edit, editMachine, planOf } from "./edit.ts";

/** Shows the notes of a document, or changes one. */
export const notes: Run<typeof NOTES> = async (context, values) => {
  const { set, state } = values;
  if (set !== undefined) {
    const target = { ...context, doc: documentOf(context, values.doc) };
    return await edit(target, values, (document: JsonObject, { content, title }) => {
      if (content?.setNotes === undefined) throw new UsageError(`A ${title} has no notes.`);
      return [planOf(content.setNotes, document, { target: state, notes: set }, content.commands ?? [])];
    });
  }
  const { definition, content } = await loadDocument(context, documentOf(context, values.doc));
  const found = collectNotes(definition).filter((note) => state === undefined || note.target === state);
  if (state !== undefined && found.length === 0) checkNamed(content.elements(definition), state);
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

/** Refuses a name that no element of the first type has: those are the ones with notes. */
function checkNamed(elements: readonly DocumentElement[], name: string): void {
  const type = elements[0]?.type ?? "element";
  const names = elements.flatMap((element) => element.type === type ? [element.name] : []);
  if (!names.includes(name)) throw unknown(type, name, names);
}

/** Changes the settings of a machine. */
export const updateSettings: Run<typeof UPDATE_SETTINGS> = (context, values) =>
  editMachine(context, values, UPDATE_SETTINGS_COMMAND, { changes: fieldChanges("Settings", values) });
