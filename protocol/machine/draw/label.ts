import { GLYPH_SIZE, guardText } from "../../geometry/chip.ts";
import { CLOCK_GLYPH, COMPLETE_GLYPH, type Glyph } from "../../geometry/glyph.ts";
import type { Box, Size } from "../../geometry/box.ts";
import type { OutlineTransition } from "../outline.ts";
import type { DrawnLabel } from "./machine_drawing.ts";
import {
  blockWidth,
  type MeasuredText,
  measuredText,
  moreHeight,
  placedText,
} from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { type LabelWords, TYPEFACE } from "./typeface.ts";

/** The content of a transition's plate, measured. */
export interface MeasuredLabel extends Size {
  readonly glyph: Glyph | undefined;
  readonly event: MeasuredText | undefined;
  readonly guard: MeasuredText | undefined;
  readonly actions: MeasuredText | undefined;
}

const SIDE = 8;
const GLYPH_SIDE = 6;
const GLYPH_GAP = 5;
/** The height of a plate with one line. */
export const LABEL_HEIGHT = 20;
/** The height of each further line, and the base line of the first. */
const LINE = 12;
const BASE_LINE = 14;
const LONGEST = 240;
/** The events that completed states and completed work raise. */
const COMPLETION = /^done\.(state|invoke)\./;

/** The longest line of a wrapped guard or list of actions. */
const WRAPPED = 190;

/** Measures the label of a transition; `undefined` when it is empty. */
export function labelOf(
  transition: OutlineTransition,
  showActions: boolean,
  words: LabelWords,
  timers: ReadonlySet<string>,
): MeasuredLabel | undefined {
  const { event, guard } = transition;
  const actions = showActions ? transition.actions.join("; ") : "";
  if (event === "" && guard === "" && actions === "") return undefined;
  const parts = {
    glyph: glyphOf(transition, timers),
    event: event === "" ? undefined : MEASURES[words].event(event),
    guard: guard === "" ? undefined : MEASURES[words].guard(guard),
    actions: actions === "" ? undefined : MEASURES[words].actions(`/ ${actions}`),
  };
  const lines = linesOf(parts);
  const widest = Math.max(...lines.map(blockWidth));
  return {
    ...parts,
    width: 2 * Math.ceil((textLeft(parts.glyph) + widest + SIDE) / 2),
    height: LABEL_HEIGHT + LINE * (lines.length - 1) + lines.reduce((sum, line) => sum + moreHeight(line), 0),
  };
}

/** The mark of a delay or a timer, or of a completion: what the document says, nothing that a word may mean. */
function glyphOf({ event, events }: OutlineTransition, timers: ReadonlySet<string>): Glyph | undefined {
  if (event !== "" && events.length === 0) return CLOCK_GLYPH;
  if (events.length > 0 && events.every((id) => timers.has(id))) return CLOCK_GLYPH;
  return events.length > 0 && events.every((id) => COMPLETION.test(id)) ? COMPLETE_GLYPH : undefined;
}

/** Puts the parts of a label on its plate. */
export function placeLabel(label: MeasuredLabel, box: Box): DrawnLabel {
  const left = box.x + textLeft(label.glyph);
  const tops = new Map<MeasuredText, number>();
  let y = box.y + BASE_LINE;
  for (const line of linesOf(label)) {
    tops.set(line, y);
    y += LINE + moreHeight(line);
  }
  const place = (text: MeasuredText | undefined) => text && placedText(text, left, tops.get(text) ?? y);
  return {
    box,
    glyph: label.glyph &&
      {
        glyph: label.glyph,
        x: box.x + GLYPH_SIDE,
        y: box.y + (LABEL_HEIGHT - GLYPH_SIZE) / 2,
        size: GLYPH_SIZE,
      },
    event: place(label.event),
    guard: place(label.guard),
    actions: place(label.actions),
  };
}

/** The ways to measure the parts of a label. */
const MEASURES: Readonly<
  Record<LabelWords, Record<"event" | "guard" | "actions", (text: string) => MeasuredText>>
> = {
  wrapped: {
    event: (text) => wrappedText(text, TYPEFACE.event, LONGEST),
    guard: (text) => wrappedText(`[${text}]`, TYPEFACE.guard, WRAPPED),
    actions: (text) => wrappedText(text, TYPEFACE.guard, WRAPPED),
  },
  short: {
    event: (text) => measuredText(text, TYPEFACE.event, LONGEST),
    guard: shortened,
    actions: (text) => measuredText(text, TYPEFACE.guard, LONGEST),
  },
};

/** The guard as canvases shorten it, with the whole of it kept. */
function shortened(guard: string): MeasuredText {
  const full = measuredText(`[${guard}]`, TYPEFACE.guard, Infinity).full;
  return { ...measuredText(guardText(full.slice(1, -1)), TYPEFACE.guard, LONGEST), full };
}

function textLeft(glyph: Glyph | undefined): number {
  return glyph ? GLYPH_SIDE + GLYPH_SIZE + GLYPH_GAP : SIDE;
}

function linesOf(label: Pick<MeasuredLabel, "event" | "guard" | "actions">): MeasuredText[] {
  return [label.event, label.guard, label.actions].filter((line) => line !== undefined);
}
