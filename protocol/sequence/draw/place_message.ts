import type { Box, Point } from "../../geometry/box.ts";
import { placedText } from "../../picture/drawn_text.ts";
import { type Column, LOOP } from "./columns.ts";
import { LINE, type MeasuredMessage, NOTE_SIDE, NUMBER_GAP } from "./measure.ts";
import type { DrawnMessage } from "./sequence_drawing.ts";

/** The height of the line of a message to oneself. */
export const LOOP_HEIGHT = 14;
/** Half the width of an activation. */
export const HALF_BAR = 5;
/** The offset of an activation on another. */
export const BAR_OFFSET = 4;
const NOTE = { top: 6, gap: 8 } as const;

/** The distance from a lifeline to the right border of its activations. */
export function edge(level: number): number {
  return level === 0 ? 0 : HALF_BAR + (level - 1) * BAR_OFFSET;
}

/** The line from one lifeline or activation to another. */
export function linePoints(from: Column, begin: number, to: Column, end: number, y: number): Point[] {
  const isRight = to.x > from.x;
  // On the left, the first activation is the outermost.
  const left = (level: number) => level === 0 ? 0 : HALF_BAR;
  const start = isRight ? from.x + edge(begin) : from.x - left(begin);
  const stop = isRight ? to.x - left(end) : to.x + edge(end);
  return [{ x: start, y }, { x: stop, y }];
}

/** The line of a message to oneself. */
export function loopPoints(x: number, y: number): Point[] {
  const right = x + LOOP - 12;
  return [{ x, y }, { x: right, y }, { x: right, y: y + LOOP_HEIGHT }, { x, y: y + LOOP_HEIGHT }];
}

/** The box of the words of a message: centred over its line, or beside the loop. */
export function wordsBox(
  measured: MeasuredMessage,
  points: readonly Point[],
  isSelf: boolean,
  y: number,
): Box {
  const xs = points.map(({ x }) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const width = measured.width + 8;
  const top = y - measured.above;
  const x = isSelf ? Math.max(...xs) + 4 : middle - width / 2;
  return { x, y: top, width, height: measured.above + measured.below };
}

/** Places the words of a message in their box. */
export function placeWords(
  { number, label, details }: MeasuredMessage,
  box: Box,
  isSelf: boolean,
  y: number,
): Pick<DrawnMessage, "number" | "label" | "details"> {
  const middle = box.x + box.width / 2;
  const first = label[0]?.width ?? 0;
  const whole = number.width + NUMBER_GAP + first;
  const begin = isSelf ? box.x + 4 : middle - whole / 2;
  const top = y - label.length * LINE.label - 5;
  const line = (index: number) => top + (index + 1) * LINE.label - 4;
  return {
    number: placedText(number, begin, line(0)),
    label: label.map((text, index) =>
      index === 0
        ? placedText(text, begin + number.width + NUMBER_GAP, line(0))
        : isSelf
        ? placedText(text, box.x + 4, line(index))
        : placedText(text, middle, line(index), "middle")
    ),
    details: details.map((text, index) => {
      const base = y + 4 + (index + 1) * LINE.detail - 4;
      return isSelf ? placedText(text, box.x + 4, base) : placedText(text, middle, base, "middle");
    }),
  };
}

/** Places the note of a message below its words, and below its line. */
export function placeNote(
  { note, noteWidth: width, below }: MeasuredMessage,
  x: number,
  y: number,
  isSelf: boolean,
): DrawnMessage["note"] {
  if (note.length === 0) return undefined;
  const box = {
    x,
    y: y + Math.max(below, isSelf ? LOOP_HEIGHT : 0) + NOTE.gap,
    width,
    height: note.length * LINE.detail + 2 * NOTE.top,
  };
  const lines = note.map((line, index) =>
    placedText(line, box.x + NOTE_SIDE, box.y + NOTE.top + (index + 1) * LINE.detail - 4)
  );
  return { box, lines };
}
