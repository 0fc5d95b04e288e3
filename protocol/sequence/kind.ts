import { SEQUENCE_DIAGRAMS } from "./diagram.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import type { Placeable } from "../arrangement/element_keys.ts";
import { changesOf } from "../change/changes.ts";
import { textOf } from "../located.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, DocumentKind, FixedDirection, PictureStyle } from "../kind.ts";
import { renderSequenceAscii } from "./ascii.ts";
import { SEQUENCE_COMMANDS } from "./command/commands.ts";
import { SET_NOTES } from "./command/notes.ts";
import { allFragments, allMessages, endNamesOf, participantsOf } from "./lookup.ts";
import { drawSequence } from "./draw/draw_sequence.ts";
import { namesNear } from "../picture/names_near.ts";
import { renderMermaidSequence } from "./mermaid.ts";
import { SEQUENCE_MODEL } from "./model.ts";
import { SEQUENCE_OP_ROWS } from "./op_rows.ts";
import type { SequenceOp } from "./ops.ts";
import type { DrawnBefore } from "../layout/incremental/drawn_lines.ts";
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
      placeables,
      arrange: (def, style) => ({
        boxes: new Map(drawSequence(def, keptIn(def, style)).lifelines.map(({ name, box }) => [name, box])),
        lines: [],
      }),
      fixedDirection: () => FIXED,
      svg: (def, { theme, active, title, overlay, ...style }) =>
        renderSequenceSvg(def, {
          theme,
          active,
          overlay,
          before: keptIn(def, style),
          only: participantsNear(def, style.part),
          ...(title === undefined ? {} : { title }),
        }),
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

const FIXED: FixedDirection = { direction: "down", because: "Time leads down in scenarios" };

/** The heads that an arrangement keeps, and the space to fill. */
function keptIn(def: SequenceDefinition, style: ShapeStyle): DrawnBefore {
  return arrangedStyle(style, undefined, FIXED).keptOf(placeables(def));
}

/** The participant in focus and those near it; `undefined` without a focus. */
function participantsNear(def: SequenceDefinition, part: PictureStyle["part"]): Set<string> | undefined {
  const pairs = allMessages(def).map(({ value }) => [textOf(value?.from), textOf(value?.to)] as const);
  return namesNear(endNamesOf(def), pairs, part);
}

/** The participants, and the ends of messages that are none. */
function placeables(def: SequenceDefinition): Placeable[] {
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
