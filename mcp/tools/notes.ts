import { aKind, collectNotes } from "@loom/protocol";
import * as z from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { beginning } from "./cut_definition.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { contentOf } from "./kind_content.ts";
import { editDocument } from "./edit_machine.ts";

/** Notes that are longer together are given by their beginnings, the first of them. */
const MOST_CHARACTERS = 24_000;
const NOTE_BEGINNING = 200;
const MOST_NOTES = 100;

/** Sets a note. */
export const SET_NOTES = defineTool({
  name: "set_notes",
  title: "Set notes",
  description: 'Sets the note of the diagram or of an element; "" clears it.',
  toolset: "machine",
  effect: "set",
  input: {
    target: z.string().optional(),
    notes: z.string(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run({ target, notes, dry_run }, call) {
    const { session } = call;
    const document = await session.read();
    const { setNotes } = contentOf(session, document);
    if (setNotes === undefined) {
      throw new ToolError("wrong_kind", `The document is ${aKind(document.row)}, which has no notes.`);
    }
    return await editDocument(call, { dry_run }, setNotes, { target, notes });
  },
});

/** Gives the notes. */
export const GET_NOTES = defineTool({
  name: "get_notes",
  title: "Get notes",
  description: "Returns the notes of diagram and elements.",
  toolset: "read",
  effect: "read",
  input: {},
  output: { notes: z.array(z.looseObject({})) },
  async run(_values, { session }) {
    const { definition, path } = await session.read();
    const all = collectNotes(definition);
    const length = all.reduce((sum, { notes }) => sum + notes.length, 0);
    const isLong = length > MOST_CHARACTERS;
    const notes = all.slice(0, isLong ? MOST_NOTES : all.length).map((note) => ({
      ...note,
      notes: isLong ? beginning(note.notes, NOTE_BEGINNING) : note.notes,
    }));
    const { settings } = definition as { settings?: { name?: unknown } };
    const name = typeof settings?.name === "string" ? settings.name : "";
    if (notes.length === 0) {
      return { text: `There are no notes in '${name}' (${path}).`, data: { notes } };
    }
    const blocks = notes.map((note) => `[${note.target ?? "diagram"}]\n${note.notes}`);
    const head = `${all.length} note${all.length === 1 ? "" : "s"} in '${name}' (${path}):`;
    const rest = isLong
      ? "Long notes are cut: get_definition gives one, with its JSON pointer, such as /settings/notes, as path."
      : undefined;
    return {
      text: [head, ...blocks, ...(rest === undefined ? [] : [rest])].join("\n\n"),
      data: { notes, ...(rest === undefined ? {} : { rest }) },
    };
  },
});

/** The tools about notes. */
export const NOTE_TOOLS = [SET_NOTES, GET_NOTES] as const;
