import { SEQUENCE_DIAGRAMS } from "./diagram.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import { textOf } from "../located.ts";
import type { DocumentKind, FixedDirection, PictureStyle } from "../kind.ts";
import { renderSequenceAscii } from "./ascii.ts";
import { allMessages, endNamesOf } from "./lookup.ts";
import { drawSequence } from "./draw/draw_sequence.ts";
import { namesNear } from "../picture/names_near.ts";
import { renderMermaidSequence } from "./mermaid.ts";
import type { SequenceOp } from "./ops.ts";
import type { DrawnBefore } from "../layout/incremental/drawn_lines.ts";
import { SEQUENCE_RULES, validateSequence } from "./rules/rules.ts";
import { renderSequenceSvg } from "./svg/render_svg.ts";
import type { SequenceDefinition } from "./types.ts";
import { EDITED_SEQUENCE_KIND, sequencePlaceables } from "./edited_kind.ts";

const { content } = EDITED_SEQUENCE_KIND;

/** Sequence diagrams, `.sqdf.json`. */
export const SEQUENCE_KIND: DocumentKind<SequenceDefinition, SequenceOp> = {
  ...EDITED_SEQUENCE_KIND,
  content: {
    ...content,
    pictures: {
      diagrams: SEQUENCE_DIAGRAMS,
      ...content.pictures,
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
    rules: SEQUENCE_RULES,
    findings: validateSequence,
  },
};

const FIXED: FixedDirection = { direction: "down", because: "Time leads down in scenarios" };

/** The heads that an arrangement keeps, and the space to fill. */
function keptIn(def: SequenceDefinition, style: ShapeStyle): DrawnBefore {
  return arrangedStyle(style, undefined, FIXED).keptOf(sequencePlaceables(def));
}

/** The participant in focus and those near it; `undefined` without a focus. */
function participantsNear(def: SequenceDefinition, part: PictureStyle["part"]): Set<string> | undefined {
  const pairs = allMessages(def).map(({ value }) => [textOf(value?.from), textOf(value?.to)] as const);
  return namesNear(endNamesOf(def), pairs, part);
}
