import { oneLine } from "../../text/terminal_text.ts";
import { type MeasuredText, measuredText, type Typeface } from "../../picture/drawn_text.ts";
import { textOf } from "../../located.ts";
import { measureText } from "../../text/measure_text.ts";
import { brokenWord } from "../../picture/wrapped_text.ts";
import type { MessageStep } from "../steps.ts";

/** The looks of the texts in a scenario. */
export const TYPEFACE = {
  title: { size: 14, weight: 600 },
  headDetail: { size: 11, weight: 400 },
  number: { size: 10, weight: 600 },
  label: { size: 12, weight: 400 },
  detail: { size: 11, weight: 400 },
  tab: { size: 11, weight: 600 },
  guard: { size: 11, weight: 400 },
} as const satisfies Record<string, Typeface>;

/** The widest line of a label or a note. */
export const WIDEST = 250;

/** The distances between base lines. */
export const LINE = { label: 16, detail: 15 } as const;
/** Between the border of a note and its words. */
export const NOTE_SIDE = 10;
/** Between number and label. */
export const NUMBER_GAP = 6;

/** A message with its measured words. */
export interface MeasuredMessage {
  readonly step: MessageStep;
  readonly number: MeasuredText;
  readonly label: readonly MeasuredText[];
  readonly details: readonly MeasuredText[];
  readonly note: readonly MeasuredText[];
  /** The width of the note; 0 for none. */
  readonly noteWidth: number;
  /** The width of the words. */
  readonly width: number;
  /** The height of the words above the line. */
  readonly above: number;
  /** The height of the words below the line. */
  readonly below: number;
}

/**
 * Measures the words of a message.
 *
 * @param widest The widest line of a label or a note.
 */
export function measureMessage(step: MessageStep, widest: number = WIDEST): MeasuredMessage {
  const { value, ref } = step.message;
  const number = measuredText(ref, TYPEFACE.number, widest);
  const label = wrapped(textOf(value.label), TYPEFACE.label, widest);
  const details = [
    textOf(value.event) === ""
      ? ""
      : `raises ${textOf(value.event)}${textOf(value.machine) === "" ? "" : ` of ${textOf(value.machine)}`}`,
    textOf(value.carries) === "" ? "" : `carries ${textOf(value.carries)}`,
    textOf(value.state) === "" ? "" : `→${NO_BREAK}${textOf(value.state)}`,
    value.optional === true ? "optional" : "",
  ].filter((part) => part !== "");
  const lines = details.length === 0 ? [] : detailLines(details, widest);
  const note = textOf(value.notes).trim() === "" ? [] : wrapped(textOf(value.notes), TYPEFACE.detail, widest);
  const width = Math.max(
    number.width + NUMBER_GAP + (label[0]?.width ?? 0),
    ...label.map(({ width }) => width),
    ...lines.map(({ width }) => width),
  );
  return {
    step,
    number,
    label,
    details: lines,
    note,
    noteWidth: note.length === 0 ? 0 : Math.max(...note.map(({ width }) => width)) + 2 * NOTE_SIDE,
    width,
    above: Math.max(1, label.length) * LINE.label + 5,
    below: lines.length === 0 ? 0 : lines.length * LINE.detail + 4,
  };
}

/** A blank at which no line ends. */
const NO_BREAK = "\u00A0";

/** The lines of event, entity and state: a line ends between two of them where each fits a line. */
function detailLines(details: readonly string[], widest: number): MeasuredText[] {
  const { size, weight } = TYPEFACE.detail;
  const isShort = (detail: string) => measureText(`${detail} ·`, size, weight) <= widest;
  const whole = details.map((detail) => isShort(detail) ? detail.replaceAll(/\s+/g, NO_BREAK) : detail);
  return wrapped(whole.join(`${NO_BREAK}· `), TYPEFACE.detail, widest);
}

/** Breaks a text at blanks, and in words that are longer than a line, into the fewest lines that fit, of about the same length. */
export function wrapped(
  source: string,
  typeface: Typeface,
  widest: number = WIDEST,
): MeasuredText[] {
  const fits = (text: string) => measureText(text, typeface.size, typeface.weight) <= widest;
  const words = oneLine(source).split(/[^\S\u00A0]+/).filter((word) => word !== "")
    .flatMap((word) => brokenWord(word, fits));
  let lines = linesOf(words, typeface, widest);
  // The narrowest width, in steps of 8 units, that needs no further line.
  for (let width = widest - 8; lines.length > 1; width -= 8) {
    const narrower = linesOf(words, typeface, width);
    const isTooWide = narrower.some((line) => measureText(line, typeface.size, typeface.weight) > width);
    if (isTooWide || narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines.map((line) => measuredText(line, typeface, widest));
}

function linesOf(
  words: readonly string[],
  { size, weight }: Typeface,
  widest: number,
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    const isFull = line !== "" && measureText(longer, size, weight) > widest;
    if (isFull) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
