import { displayWidth, elide } from "../../../text/terminal_text.ts";
import type { Arrow } from "./box_tree.ts";
import type { Port } from "./plan.ts";
import { longestWord, wrapText } from "./wrap_text.ts";

/** The least number of columns for a text. */
const LEAST_COLUMNS = 8;
const MOST_LINES = 5;
/** The columns around the label of a line: a dash and a space before it, a space after it. */
const LABEL_FRAME = 3;
const STUB_HEAD = "─→ ";

/** A label, broken to the room that there is. */
export interface LabelText {
  readonly lines: string[];
  /** True if some of it is left out. */
  readonly cut: boolean;
}

/** The text after a port; `null` when there is too little room. */
export function portText(port: Port, room: number): LabelText | null {
  if (port.kind === "in") return { lines: [], cut: false };
  return port.kind === "stub" ? stubText(port.arrow, room) : labelText(port.arrow, room - LABEL_FRAME);
}

/**
 * Wraps the label of an arrow: the whole label where that takes few lines and breaks no word, else the short
 * one.
 *
 * @returns `null` when there is too little room.
 */
export function labelText({ label, shortLabel }: Arrow, columns: number): LabelText | null {
  if (label === "") return { lines: [], cut: false };
  if (columns < Math.min(LEAST_COLUMNS, displayWidth(shortLabel))) return null;
  const whole = wrapText(label, columns);
  if (whole.length <= MOST_LINES && longestWord(label) <= Math.max(columns, displayWidth(shortLabel))) {
    return { lines: whole, cut: false };
  }
  const short = wrapText(shortLabel, columns);
  if (short.length <= MOST_LINES) return { lines: short, cut: shortLabel !== label };
  return { lines: [elide(shortLabel, columns)], cut: true };
}

/** A stub as it is written inside of a state. */
export function insideText({ label, to, target }: Arrow): string {
  const head = STUB_HEAD + target + (to === null ? " (?)" : "");
  return label === "" ? head : `${label} ${head}`;
}

/** A stub: its label, then an arrow and its target, on the same line where it fits. */
function stubText(arrow: Arrow, room: number): LabelText | null {
  const whole = insideText(arrow);
  const columns = room - 2;
  if (arrow.label === "") return displayWidth(whole) < room ? { lines: [`─${whole}`], cut: false } : null;
  const head = insideText({ ...arrow, label: "" });
  const text = displayWidth(whole) <= columns ? { lines: [whole], cut: false } : labelText(arrow, columns);
  if (text === null || displayWidth(head) > columns) return null;
  const lines = text.lines[0] === whole ? [whole] : withHead(text.lines, head, columns);
  return { lines: lines.map((line, index) => (index === 0 ? "─ " : "  ") + line), cut: text.cut };
}

function withHead(lines: readonly string[], head: string, columns: number): string[] {
  const last = lines.at(-1) ?? "";
  if (displayWidth(last) + 1 + displayWidth(head) > columns) return [...lines, head];
  return [...lines.slice(0, -1), `${last} ${head}`];
}
