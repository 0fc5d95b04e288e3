import type { Survey, SurveyedState, SurveyedTransition } from "./survey.ts";
import type { DrawnRow } from "./machine_drawing.ts";
import { blockWidth, type MeasuredText, measuredText, moreHeight } from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { type LabelWords, TYPEFACE } from "./typeface.ts";

/** A line in the box of a state, measured. */
export interface MeasuredRow {
  readonly kind: DrawnRow["kind"];
  readonly id: string | undefined;
  readonly text: MeasuredText;
  readonly detail: MeasuredText | undefined;
  /** True if there is a mark before the text. */
  readonly hasMark: boolean;
  readonly width: number;
  /** True if the detail begins below the text, since there is no room beside it. */
  readonly isBelow: boolean;
  readonly height: number;
}

/** The height of a row of one line. */
export const ROW_HEIGHT = 17;
/** The room of the mark before the text of a row. */
export const ROW_MARK = 16;
/** The space between the text of a row and its detail. */
export const ROW_GAP = 5;
/** The longest a row gets. */
const LONGEST_ROW = 296;
const LONGEST_TEXT = 180;
/** The longest line of a note. */
const LONGEST_NOTE = 220;
/** From the last line of a text to the detail below it. */
export const DETAIL_BELOW = 13;

/** Shown parts of a state, and the length of texts. */
export interface FaceSettings {
  /** True if actions are shown as text. */
  readonly actions: boolean;
  /** True if notes are shown as text. */
  readonly notes: boolean;
  readonly words: LabelWords;
}

/** The text of a row, before it is measured. */
interface RowText {
  readonly kind: DrawnRow["kind"];
  readonly id?: string;
  readonly text: string;
  readonly detail: string;
}

/** The rows of a state: its actions, when they are shown, and the transitions that have no line. */
export function rowsOf(
  state: SurveyedState,
  survey: Survey,
  { actions, notes, words }: FaceSettings,
): MeasuredRow[] {
  const { entry, exit, join, work } = state.outline;
  const rows: RowText[] = [];
  if (actions && entry.length > 0) rows.push({ kind: "entry", text: "entry /", detail: entry.join("; ") });
  if (actions && exit.length > 0) rows.push({ kind: "exit", text: "exit /", detail: exit.join("; ") });
  for (const detail of work) rows.push({ kind: "work", text: "invoke", detail });
  for (const transition of state.transitions) {
    if (!survey.byName.has(transition.target)) rows.push(transitionRow(state, transition, actions));
  }
  if (join !== "" && !survey.byName.has(join)) {
    rows.push({ kind: "stub", text: "all complete", detail: `→ ${join}` });
  }
  if (notes && state.outline.notes !== "") rows.push({ kind: "note", text: "", detail: state.outline.notes });
  return rows.map(words === "short" ? shortRow : wrappedRow);
}

/** The id of the transition of that index in a drawing. */
export function transitionId(state: SurveyedState, index: number): string {
  return `${state.key}:${index}`;
}

/** The id of where the regions of a state lead, in a drawing. */
export function joinId(state: SurveyedState): string {
  return `${state.key}:join`;
}

function transitionRow(state: SurveyedState, transition: SurveyedTransition, actions: boolean): RowText {
  const isInternal = transition.target === "";
  const details: string[] = [];
  if (transition.guard !== "") details.push(`[${transition.guard}]`);
  if (actions && transition.actions.length > 0) details.push(`/ ${transition.actions.join("; ")}`);
  if (!isInternal) details.push(`→ ${[transition.target, ...transition.further].join(" & ")}`);
  return {
    kind: isInternal ? "internal" : "stub",
    id: transitionId(state, transition.index),
    text: transition.event === "" && details.length === 0 ? "always" : transition.event,
    detail: details.join(" "),
  };
}

function shortRow({ kind, id, text, detail }: RowText): MeasuredRow {
  const hasMark = kind === "internal" || kind === "stub";
  const before = hasMark ? ROW_MARK : 0;
  const first = measuredText(text, TYPEFACE.row, detail === "" ? LONGEST_ROW - before : LONGEST_TEXT);
  const begin = before + first.width + (text === "" ? 0 : ROW_GAP);
  const second = detail === "" ? undefined : measuredText(detail, TYPEFACE.rowDetail, LONGEST_ROW - begin);
  const width = second ? begin + second.width : before + first.width;
  return { kind, id, text: first, detail: second, hasMark, width, isBelow: false, height: ROW_HEIGHT };
}

/** A row whose texts are whole: a detail that does not fit beside the text is below it. */
function wrappedRow({ kind, id, text, detail }: RowText): MeasuredRow {
  const hasMark = kind === "internal" || kind === "stub";
  const before = hasMark ? ROW_MARK : 0;
  const longest = (kind === "note" ? LONGEST_NOTE : LONGEST_ROW) - before;
  const first = wrappedText(text, TYPEFACE.row, longest);
  const height = ROW_HEIGHT + moreHeight(first);
  if (detail === "") {
    return {
      kind,
      id,
      text: first,
      detail: undefined,
      hasMark,
      width: before + blockWidth(first),
      isBelow: false,
      height,
    };
  }
  const gap = text === "" ? 0 : first.width + ROW_GAP;
  const beside = wrappedText(detail, TYPEFACE.rowDetail, longest - gap);
  if (text === "" || (!first.more && !beside.more)) {
    const width = before + gap + blockWidth(beside);
    return {
      kind,
      id,
      text: first,
      detail: beside,
      hasMark,
      width,
      isBelow: false,
      height: height + moreHeight(beside),
    };
  }
  const below = wrappedText(detail, TYPEFACE.rowDetail, longest);
  const width = before + Math.max(blockWidth(first), blockWidth(below));
  return {
    kind,
    id,
    text: first,
    detail: below,
    hasMark,
    width,
    isBelow: true,
    height: height + DETAIL_BELOW + moreHeight(below),
  };
}
