import { SEQUENCE_DIAGRAMS } from "./diagram.ts";
import { changesOf } from "../change/changes.ts";
import { textOf } from "../located.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, DocumentKind } from "../kind.ts";
import { renderSequenceAscii } from "./ascii.ts";
import { SEQUENCE_COMMANDS } from "./command/commands.ts";
import { SET_NOTES } from "./command/notes.ts";
import { allFragments, allMessages, participantsOf } from "./lookup.ts";
import { renderMermaidSequence } from "./mermaid.ts";
import { SEQUENCE_MODEL } from "./model.ts";
import { SEQUENCE_OP_ROWS } from "./op_rows.ts";
import type { SequenceOp } from "./ops.ts";
import { SEQUENCE_RULES, validateSequence } from "./rules/rules.ts";
import { SEQUENCE_SHAPE } from "./shape.ts";
import { renderSequenceSvg } from "./svg/render_svg.ts";
import { emptySequence, SEQUENCE_TEMPLATES } from "./templates.ts";
import type { SequenceDefinition } from "./types.ts";

/** Sequence diagrams, `.sqdf.json`. */
export const SEQUENCE_KIND: DocumentKind<SequenceDefinition, SequenceOp> = {
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
    pictures: {
      diagrams: SEQUENCE_DIAGRAMS,
      svg: (def, { theme, active, title, overlay }) =>
        renderSequenceSvg(def, { theme, active, overlay, ...(title === undefined ? {} : { title }) }),
      ascii: (def, { active, columns }) => renderSequenceAscii(def, active, columns),
      mermaid: renderMermaidSequence,
      mermaidEnding: "seq.mmd",
    },
    isNewToOps: true,
    commands: SEQUENCE_COMMANDS,
    setNotes: SET_NOTES,
    templates: SEQUENCE_TEMPLATES,
    nameOf: ({ settings }) => isObject(settings) ? textOf(settings.name) || undefined : undefined,
    empty: (name) => emptySequence(name),
    rules: SEQUENCE_RULES,
    findings: validateSequence,
    elements,
    parts: "participants, messages, notes or a description",
  },
};

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
