import type { Placeable } from "../arrangement/element_keys.ts";
import { changesOf } from "../change/changes.ts";
import { textOf } from "../located.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, EditedContent, EditedKind } from "../kind.ts";
import { SEQUENCE_COMMANDS } from "./command/commands.ts";
import { SET_NOTES } from "./command/notes.ts";
import { allFragments, allMessages, endNamesOf, participantsOf } from "./lookup.ts";
import { SEQUENCE_MODEL } from "./model.ts";
import { SEQUENCE_OP_ROWS } from "./op_rows.ts";
import type { SequenceOp } from "./ops.ts";
import { SEQUENCE_SHAPE } from "./shape.ts";
import { emptySequence, SEQUENCE_TEMPLATES } from "./templates.ts";
import type { SequenceDefinition } from "./types.ts";

/** Sequence diagrams as far as editing needs them. */
export const EDITED_SEQUENCE_KIND: EditedKind<SequenceDefinition, SequenceOp> & {
  readonly content: EditedContent<SequenceDefinition, SequenceOp>;
} = {
  kind: "sequence",
  title: "sequence",
  shellWord: "seq",
  extension: ".sqdf.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["participants", "messages"],
  lists: ["participants", "messages"],
  without: ["state", "entities"],
  content: {
    shape: { table: SEQUENCE_SHAPE, root: "SequenceDefinition" },
    changes: changesOf<SequenceDefinition, SequenceOp>({
      model: SEQUENCE_MODEL,
      rows: SEQUENCE_OP_ROWS,
      shapes: SEQUENCE_SHAPE,
      empty: ({ settings }) => emptySequence(isObject(settings) ? textOf(settings.name) : ""),
    }),
    pictures: { placeables: sequencePlaceables },
    isNewToOps: true,
    commands: SEQUENCE_COMMANDS,
    setNotes: SET_NOTES,
    templates: SEQUENCE_TEMPLATES,
    nameOf: ({ settings }) => isObject(settings) ? textOf(settings.name) || undefined : undefined,
    empty: (name) => emptySequence(name),
    elements,
    parts: "participants, messages, notes or a description",
  },
};

/** The participants, and the ends of messages that are none. */
export function sequencePlaceables(def: SequenceDefinition): Placeable[] {
  return endNamesOf(def).map((name) => ({ id: name, names: [name] }));
}

/** Participants, then fragments and messages by their addresses, in document order. */
function elements(def: SequenceDefinition): DocumentElement[] {
  return [
    ...participantsOf(def).map(({ name, path }) => ({
      type: "participant",
      name,
      path,
      text: `participant ${name}`,
    })),
    ...allMessages(def).map(({ ref, path, value }) => ({
      type: "message",
      name: ref,
      path,
      text: `message ${ref}: ${textOf(value?.from)} → ${textOf(value?.to)}, ${textOf(value?.label)}`,
    })),
    ...allFragments(def).map(({ ref, path, value }) => ({
      type: "fragment",
      name: ref,
      path,
      text: `fragment ${ref}: ${textOf(value.kind)} ${textOf(value.label)}`,
    })),
  ];
}
