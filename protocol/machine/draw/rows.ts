import type { Survey, SurveyedState, SurveyedTransition } from "./survey.ts";
import type { DrawnRow } from "./machine_drawing.ts";
import { type MeasuredText, measuredText } from "../../picture/drawn_text.ts";
import { TYPEFACE } from "./typeface.ts";

/** A line in the box of a state, measured. */
export interface MeasuredRow {
  readonly kind: DrawnRow["kind"];
  readonly id: string | undefined;
  readonly text: MeasuredText;
  readonly detail: MeasuredText | undefined;
  /** True if there is a mark before the text. */
  readonly hasMark: boolean;
  readonly width: number;
}

/** The room of the mark before the text of a row. */
export const ROW_MARK = 16;
/** The space between the text of a row and its detail. */
export const ROW_GAP = 5;
/** The longest a row gets. */
const LONGEST_ROW = 296;
const LONGEST_TEXT = 180;

/** The text of a row, before it is measured. */
interface RowText {
  readonly kind: DrawnRow["kind"];
  readonly id?: string;
  readonly text: string;
  readonly detail: string;
}

/** The rows of a state: its actions, when they are shown, and the transitions that have no line. */
export function rowsOf(state: SurveyedState, survey: Survey, actions: boolean): MeasuredRow[] {
  const { entry, exit, join } = state.outline;
  const rows: RowText[] = [];
  if (actions && entry.length > 0) rows.push({ kind: "entry", text: "entry /", detail: entry.join("; ") });
  if (actions && exit.length > 0) rows.push({ kind: "exit", text: "exit /", detail: exit.join("; ") });
  for (const transition of state.transitions) {
    if (!survey.byName.has(transition.target)) rows.push(transitionRow(state, transition, actions));
  }
  if (join !== "" && !survey.byName.has(join)) {
    rows.push({ kind: "stub", text: "all complete", detail: `→ ${join}` });
  }
  return rows.map(measuredRow);
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
  if (!isInternal) details.push(`→ ${transition.target}`);
  return {
    kind: isInternal ? "internal" : "stub",
    id: transitionId(state, transition.index),
    text: transition.event === "" && details.length === 0 ? "always" : transition.event,
    detail: details.join(" "),
  };
}

function measuredRow({ kind, id, text, detail }: RowText): MeasuredRow {
  const hasMark = kind === "internal" || kind === "stub";
  const before = hasMark ? ROW_MARK : 0;
  const first = measuredText(text, TYPEFACE.row, detail === "" ? LONGEST_ROW - before : LONGEST_TEXT);
  const begin = before + first.width + (text === "" ? 0 : ROW_GAP);
  const second = detail === "" ? undefined : measuredText(detail, TYPEFACE.rowDetail, LONGEST_ROW - begin);
  const width = second ? begin + second.width : before + first.width;
  return { kind, id, text: first, detail: second, hasMark, width };
}
