import type { Insets, Size } from "../../geometry/box.ts";
import { xmlCharacters } from "../../picture/xml.ts";
import { shownName } from "../outline.ts";
import type { DrawnMark, StateShape } from "./machine_drawing.ts";
import { type FaceSettings, type MeasuredRow, rowsOf } from "./rows.ts";
import type { BoxSizes } from "./spacing.ts";
import type { Survey, SurveyedState } from "./survey.ts";
import {
  blockWidth,
  type MeasuredText,
  measuredText,
  moreHeight,
  type Typeface,
} from "../../picture/drawn_text.ts";
import { type LabelWords, MEASURE, TYPEFACE } from "./typeface.ts";

/** The measured content of a state's box; it determines the size of the box and the places of its parts. */
export interface StateFace {
  readonly shape: StateShape;
  readonly title: MeasuredText;
  readonly badge: MeasuredText | undefined;
  readonly rows: readonly MeasuredRow[];
  readonly marks: readonly MeasuredMark[];
  readonly memory: MeasuredText | undefined;
  readonly hasNote: boolean;
  /** The height of the part of the box that holds the name, above the rows. */
  readonly head: number;
  /** The least size of the box. */
  readonly size: Size;
  /** Room for the children; `undefined` for a state without. */
  readonly padding: Insets | undefined;
}

/** The mark of entry or exit actions, measured. */
export interface MeasuredMark {
  readonly kind: DrawnMark["kind"];
  readonly text: MeasuredText;
  readonly width: number;
  readonly actions: readonly string[];
}

/** Distances inside the box of a state. */
export const FACE = {
  /** Between the side of a box and its text. */
  side: 12,
  /** The same, for a state with children. */
  containerSide: 14,
  /** The part of a box with a rule that holds the name. */
  head: 34,
  /** The line of its kind above the name, in a box without children. */
  badge: 10,
  /** Between the rule and the first row, and between the last row and what follows. */
  aroundRows: 6,
  /** The height of the marks below rows. */
  marks: 16,
  /** From the side of a mark's text to the middle of its triangle. */
  markIcon: 7,
  /** The length of a mark's triangle with the space beside it. */
  markIconRoom: 10,
  /** Between two marks, and between the name and the marks beside it. */
  betweenMarks: 10,
  /** The folded corner of a state with a note. */
  note: 12,
  /** Around the children of a state. */
  aroundChildren: 16,
  /** Between the head of a state without rows and its children. */
  belowName: 8,
  /** The radius of the circle of a history state, and the height of its box. */
  memoryRadius: 10,
  memoryHeight: 32,
  /** From the left side of a history state to its name. */
  memoryName: 32,
  /** The height of the diamond of a choice, and the part of its width that its name may take. */
  choiceHeight: 56,
  choicePart: 0.64,
  /** The height of its first line. */
  choiceLine: 20,
} as const;

const LONGEST_NAME = 296;
const LONGEST_BADGE = 96;

/** Measures what a state shows. */
export function faceOf(
  state: SurveyedState,
  survey: Survey,
  settings: FaceSettings,
  sizes: BoxSizes,
): StateFace {
  const rows = rowsOf(state, survey, settings);
  const marks = settings.actions ? [] : marksOf(state);
  const shape = shapeOf(state, rows.length + marks.length > 0);
  const title = titleOf(state, shape, settings.words);
  const badge = badgeOf(state, shape);
  const parts = {
    shape,
    title,
    badge,
    rows,
    marks,
    memory: shape === "history" ? memoryOf(state) : undefined,
    hasNote: state.outline.notes !== "",
    head: FACE.head + moreHeight(title) + (badge && !state.contains ? FACE.badge : 0),
  };
  if (shape === "choice") return { ...parts, size: choiceSize(parts.title), padding: undefined };
  if (shape === "history") return { ...parts, size: historySize(parts.title), padding: undefined };
  return state.contains
    ? containerFace(parts, sizes)
    : { ...parts, size: leafSize(parts, sizes), padding: undefined };
}

/** The name behind its icon; that of a history state has one line. */
function titleOf({ outline, look }: SurveyedState, shape: StateShape, words: LabelWords): MeasuredText {
  const longest = shape === "history" && words === "wrapped" ? Infinity : LONGEST_NAME;
  const name = `${look.icon} ${shownName(xmlCharacters(outline.name))}`.trimStart();
  return MEASURE[words](name, nameTypeface(shape), longest);
}

type FaceParts = Omit<StateFace, "size" | "padding">;

function shapeOf(state: SurveyedState, hasMore: boolean): StateShape {
  if (state.slot === "region") return "region";
  if (state.contains) return "composite";
  if (state.outline.kind === "final") return "final";
  // Histories and choices are marks without room; the rare one with something to tell is drawn as a box.
  if (state.outline.kind === "choice" && !hasMore && state.outline.notes === "") return "choice";
  return state.outline.kind === "history" && !hasMore ? "history" : "leaf";
}

function nameTypeface(shape: StateShape): Typeface {
  if (shape === "region") return TYPEFACE.regionName;
  return shape === "history" ? TYPEFACE.historyName : TYPEFACE.name;
}

/** The kind as text, where the outline does not show it. */
function badgeOf(state: SurveyedState, shape: StateShape): MeasuredText | undefined {
  const { kind } = state.outline;
  if (kind === "normal" || kind === shape) return undefined;
  return measuredText(kind, TYPEFACE.badge, LONGEST_BADGE);
}

function memoryOf(state: SurveyedState): MeasuredText {
  return measuredText(state.outline.deep ? "H*" : "H", TYPEFACE.row, LONGEST_BADGE);
}

function marksOf({ outline }: SurveyedState): MeasuredMark[] {
  const marks: MeasuredMark[] = [];
  for (const kind of ["entry", "exit"] as const) {
    if (outline[kind].length === 0) continue;
    const text = measuredText(kind, TYPEFACE.mark, LONGEST_BADGE);
    marks.push({ kind, text, width: text.width + FACE.markIconRoom, actions: outline[kind] });
  }
  return marks;
}

function historySize(title: MeasuredText): Size {
  return { width: wholeUnits(FACE.memoryName + title.width + FACE.side), height: FACE.memoryHeight };
}

/** A diamond around the lines of the name: the more of its width they take, the less of its height. */
function choiceSize(title: MeasuredText): Size {
  const { choiceHeight, choicePart, choiceLine } = FACE;
  return {
    width: Math.max(choiceHeight, wholeUnits(blockWidth(title) / choicePart)),
    height: Math.max(choiceHeight, wholeUnits((choiceLine + moreHeight(title)) / (1 - choicePart))),
  };
}

function leafSize(parts: FaceParts, sizes: BoxSizes): Size {
  const marks = sum(parts.marks.map((mark) => mark.width + FACE.betweenMarks)) - FACE.betweenMarks;
  const content = Math.max(blockWidth(parts.title), marks, ...parts.rows.map((row) => row.width));
  const below = parts.rows.length === 0 ? 0 : rowsHeight(parts) + (parts.marks.length > 0 ? FACE.marks : 0);
  return {
    width: Math.max(sizes.nodeWidth, wholeUnits(content + 2 * FACE.side)),
    height: Math.max(
      sizes.nodeHeight + moreHeight(parts.title),
      below === 0 ? 0 : parts.head + below,
    ),
  };
}

function containerFace(parts: FaceParts, sizes: BoxSizes): StateFace {
  const beside = [...parts.marks.map((mark) => mark.width), ...(parts.badge ? [parts.badge.width] : [])];
  const head = blockWidth(parts.title) + sum(beside.map((width) => width + FACE.betweenMarks)) +
    (parts.hasNote ? FACE.note : 0);
  const content = Math.max(head, ...parts.rows.map((row) => row.width));
  const around = FACE.aroundChildren;
  return {
    ...parts,
    size: {
      width: Math.max(sizes.compositeWidth, wholeUnits(content + 2 * FACE.containerSide)),
      height: sizes.compositeHeight,
    },
    padding: {
      top: parts.head + (parts.rows.length === 0 ? FACE.belowName : rowsHeight(parts) + around),
      right: around,
      bottom: around,
      left: around,
    },
  };
}

/** The height of the rows with what is around them. */
function rowsHeight({ rows }: FaceParts): number {
  return rows.length === 0 ? 0 : sum(rows.map(({ height }) => height)) + 2 * FACE.aroundRows;
}

/** Boxes have whole, even sizes: their middles are whole, and lines of one unit are sharp. */
function wholeUnits(length: number): number {
  return 2 * Math.ceil(length / 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
