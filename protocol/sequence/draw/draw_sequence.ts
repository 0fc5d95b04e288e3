import type { Box } from "../../geometry/box.ts";
import { isObject } from "../../json/value.ts";
import { fitCost } from "../../layout/fit_cost.ts";
import type { DrawnBefore } from "../../layout/incremental/drawn_lines.ts";
import { type MeasuredText, measuredText, moreHeight, placedText } from "../../picture/drawn_text.ts";
import { FRAME as PICTURE_FRAME } from "../../picture/fit.ts";
import { textOf } from "../../located.ts";
import { type FrameStep, largest, type MessageStep, type Step, stepsAmong, stepsOf } from "../steps.ts";
import { type Column, columnsOf } from "./columns.ts";
import { LINE, type MeasuredMessage, measureMessage, TYPEFACE, WIDEST, wrapped } from "./measure.ts";
import {
  BAR_OFFSET,
  edge,
  HALF_BAR,
  linePoints,
  LOOP_HEIGHT,
  loopPoints,
  placeNote,
  placeWords,
  wordsBox,
} from "./place_message.ts";
import type {
  DrawnActivation,
  DrawnFrame,
  DrawnLifeline,
  DrawnMessage,
  SequenceDrawing,
} from "./sequence_drawing.ts";

const HEAD = { one: 36, two: 50 } as const;
const BELOW_HEADS = 18;
const BELOW_LAST = 20;
/** Lines that end lower have their names at the foot, too. */
const TALL = 900;
const FOOT = 20;
/** Between two messages. */
const ROW_GAP = 14;
const FRAME = { side: 18, head: 26, foot: 12, gap: 10, tabSide: 8, tabHeight: 18, divider: 24 } as const;

/** The widest line of a guard. */
const WIDEST_GUARD = 320;

const NOTHING: DrawnBefore = { boxes: {}, lines: [] };
/** The widths of words and the distances of lifelines that are tried to fill a space. */
const WIDTHS = [WIDEST, 190, 140];
const STRETCHES = [1, 1.3, 1.7, 2.2];

/**
 * Draws a scenario: a lifeline for each participant, the messages from top to bottom, and the fragments as frames where
 * they branch.
 *
 * @param def The definition; it need not be valid.
 * @param before The heads of participants, by name, that keep their order and distances, and the space to fill: words are
 * wrapped and lifelines drawn apart toward it. Default: none.
 * @param only The participants to draw, with the messages between them. Default: all.
 */
export function drawSequence(
  def: unknown,
  { boxes, space }: DrawnBefore = NOTHING,
  only: ReadonlySet<string> | undefined = undefined,
): SequenceDrawing {
  const draw = (widest: number, stretch: number) => drawSheet(def, { kept: boxes, widest, stretch, only });
  const plain = draw(WIDEST, 1);
  if (space === undefined || Object.keys(boxes).length > 0) return plain;
  const cost = ({ width, height }: SequenceDrawing) =>
    fitCost({ width: width + PICTURE_FRAME.width, height: height + PICTURE_FRAME.height }, space);
  return WIDTHS.flatMap((widest) => STRETCHES.map((stretch) => draw(widest, stretch)))
    .reduce((best, drawing) => cost(drawing) < cost(best) ? drawing : best, plain);
}

/** The shape of one drawing. */
interface SheetShape {
  /** The heads of participants that keep their order and their distances, by name. */
  readonly kept: Readonly<Record<string, Box>>;
  /** The widest words. */
  readonly widest: number;
  /** The factor by which lifelines are farther apart than they need to be. */
  readonly stretch: number;
  /** The participants to draw; `undefined` for all. */
  readonly only: ReadonlySet<string> | undefined;
}

function drawSheet(def: unknown, { kept, widest, stretch, only }: SheetShape): SequenceDrawing {
  const steps = only === undefined ? stepsOf(def) : stepsAmong(stepsOf(def), only);
  const measured = new Map(messagesIn(steps).map((step) => [step, measureMessage(step, widest)]));
  const columns = columnsOf(def, [...measured.values()], kept, stretch, only);
  const headHeight = (columns.some(({ detail }) => detail) ? HEAD.two : HEAD.one) +
    Math.max(0, ...columns.map(({ title, detail }) => moreHeight(title) + (detail ? moreHeight(detail) : 0)));
  const sheet = new Sheet(columns, measured, answersOf(steps), headHeight + BELOW_HEADS);
  const reach = sheet.place(steps);
  const bottom = sheet.bottom + BELOW_LAST;
  const footHeight = bottom < TALL ? 0 : FOOT + Math.max(0, ...columns.map(({ title }) => moreHeight(title)));
  const left = Math.min(0, reach?.left ?? 0);
  const last = columns.at(-1);
  const right = Math.max(last ? last.x + last.width / 2 : 0, reach?.right ?? 0);
  const settings = isObject(def) && isObject(def.settings) ? def.settings : {};
  return {
    x: left,
    y: 0,
    width: right - left,
    height: columns.length === 0 ? 0 : bottom + footHeight,
    name: textOf(settings.name),
    lifelines: columns.map((column) => placeHead(column, headHeight, bottom)),
    messages: sheet.messages,
    frames: sheet.frames,
    activations: sheet.activations,
  };
}

function messagesIn(steps: readonly Step[]): MessageStep[] {
  return steps.flatMap((step) =>
    step.is === "message" ? [step] : step.operands.flatMap((operand) => messagesIn(operand.steps))
  );
}

function placeHead(column: Column, height: number, bottom: number): DrawnLifeline {
  const { name, kind, isDefined, title, detail, width, x, description, notes } = column;
  const more = moreHeight(title);
  const baseLine = detail ? 21 : height / 2 + 5 - more / 2;
  return {
    name,
    kind,
    isDefined,
    box: { x: x - width / 2, y: 0, width, height },
    title: placedText(title, x, baseLine, "middle"),
    detail: detail && placedText(detail, x, 38 + more, "middle"),
    foot: bottom < TALL ? undefined : placedText(title, x, bottom + FOOT - 4, "middle"),
    line: [{ x, y: height }, { x, y: bottom }],
    description,
    notes,
  };
}

/** The extent of drawn things from side to side. */
interface Reach {
  readonly left: number;
  readonly right: number;
}

function joined(reaches: readonly (Reach | undefined)[]): Reach | undefined {
  return reaches.reduce((one, other) => {
    if (one === undefined || other === undefined) return one ?? other;
    return { left: Math.min(one.left, other.left), right: Math.max(one.right, other.right) };
  }, undefined);
}

/** Places steps from top to bottom. */
class Sheet {
  readonly messages: DrawnMessage[] = [];
  readonly frames: DrawnFrame[] = [];
  readonly activations: DrawnActivation[] = [];
  bottom: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #measured: ReadonlyMap<MessageStep, MeasuredMessage>;
  readonly #answers: Answers;
  /** The heights at which the open activations of a participant began. */
  readonly #open = new Map<string, number[]>();

  constructor(
    columns: readonly Column[],
    measured: ReadonlyMap<MessageStep, MeasuredMessage>,
    answers: Answers,
    top: number,
  ) {
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#measured = measured;
    this.#answers = answers;
    this.bottom = top;
  }

  place(steps: readonly Step[]): Reach | undefined {
    return joined(steps.map((step) => step.is === "message" ? this.#message(step) : this.#frame(step)));
  }

  #message(step: MessageStep): Reach | undefined {
    const measured = this.#measured.get(step);
    const { value, ref } = step.message;
    const from = this.#columns.get(textOf(value.from));
    const to = this.#columns.get(textOf(value.to));
    if (!measured || !from || !to) return undefined;
    const isSelf = from === to;
    const y = this.bottom + measured.above;
    const begin = this.#levelOf(from.name);
    if (this.#answers.answered.has(ref)) this.#begin(to.name, y);
    const end = this.#levelOf(to.name);
    const points = isSelf ? loopPoints(from.x + edge(begin), y) : linePoints(from, begin, to, end, y);
    const words = wordsBox(measured, points, isSelf, y);
    const note = placeNote(
      measured,
      isSelf ? words.x : this.#middleAfter(from, to) - measured.noteWidth / 2,
      y,
      isSelf,
    );
    this.messages.push({
      ref,
      from: from.name,
      to: to.name,
      isReply: value.reply === true,
      isOptional: value.optional === true,
      points,
      plate: words,
      ...placeWords(measured, words, isSelf, y),
      note,
      description: textOf(value.description).trim(),
    });
    if (this.#answers.answers.has(ref)) this.#end(from, y);
    const height = isSelf ? Math.max(measured.below, LOOP_HEIGHT) : measured.below;
    this.bottom = Math.max(y + height, note ? note.box.y + note.box.height : 0) + ROW_GAP;
    const xs = [...points.map(({ x }) => x), from.x - HALF_BAR, to.x + HALF_BAR];
    return joined([
      { left: Math.min(...xs), right: Math.max(...xs) },
      { left: words.x, right: words.x + words.width },
      note && { left: note.box.x, right: note.box.x + note.box.width },
    ]);
  }

  #frame({ kind, operands }: FrameStep): Reach | undefined {
    const top = this.bottom;
    const title = measuredText(kind, TYPEFACE.tab, Infinity);
    const tabWidth = Math.ceil(title.width) + 2 * FRAME.tabSide + 6;
    const place = this.frames.length;
    const guards: { readonly lines: readonly MeasuredText[]; readonly y: number; readonly indent: number }[] =
      [];
    const dividers: number[] = [];
    const reaches = operands.map(({ label, steps }, index) => {
      if (index > 0) {
        dividers.push(this.bottom);
        this.bottom += 4;
      }
      const lines = wrapped(label === "" ? "" : `[${label}]`, TYPEFACE.guard, WIDEST_GUARD);
      guards.push({ lines, y: this.bottom, indent: index === 0 ? tabWidth + 8 : FRAME.tabSide });
      this.bottom += FRAME.head + (lines.length - 1) * LINE.detail;
      const reach = this.place(steps);
      if (steps.length === 0) this.bottom += FRAME.gap;
      return reach;
    });
    const [first] = this.#columns.values();
    const inner = joined(reaches) ??
      { left: (first?.x ?? 0) - HALF_BAR, right: (first?.x ?? 0) + HALF_BAR };
    const left = inner.left - FRAME.side;
    const words = largest(
      guards.map(({ lines, indent }) => indent + largest(lines.map(({ width }) => width), 0)),
      0,
    );
    const right = Math.max(inner.right + FRAME.side, left + words + FRAME.tabSide);
    const height = this.bottom - top - ROW_GAP + FRAME.foot;
    this.frames.splice(place, 0, {
      kind,
      refs: operands.flatMap(({ fragment }) => fragment?.ref ?? []),
      box: { x: left, y: top, width: right - left, height },
      tab: { x: left, y: top, width: tabWidth, height: FRAME.tabHeight },
      title: placedText(title, left + FRAME.tabSide, top + 13),
      labels: guards.flatMap(({ lines, y, indent }) =>
        lines.map((line, index) => placedText(line, left + indent, y + 13 + index * LINE.detail))
      ),
      dividers,
    });
    this.bottom = top + height + ROW_GAP;
    return { left, right };
  }

  /** The middle between the left one of two lifelines and its neighbour. */
  #middleAfter(from: Column, to: Column): number {
    const left = from.x < to.x ? from : to;
    const columns = [...this.#columns.values()];
    const next = columns[columns.indexOf(left) + 1] ?? to;
    return (left.x + next.x) / 2;
  }

  #levelOf(name: string): number {
    return this.#open.get(name)?.length ?? 0;
  }

  #begin(name: string, y: number): void {
    const open = this.#open.get(name) ?? [];
    this.#open.set(name, [...open, y]);
  }

  #end({ name, x }: Column, y: number): void {
    const open = this.#open.get(name) ?? [];
    const level = open.length;
    const top = open.at(-1);
    if (top === undefined) return;
    this.#open.set(name, open.slice(0, -1));
    const left = x - HALF_BAR + (level - 1) * BAR_OFFSET;
    this.activations.unshift({ name, box: { x: left, y: top, width: 2 * HALF_BAR, height: y - top } });
  }
}

/** The messages that are answered, by their addresses. */
interface Answers {
  /** Messages with an answer. */
  readonly answered: ReadonlySet<string>;
  /** The answers; each ends the activation of its sender. */
  readonly answers: ReadonlySet<string>;
}

/** Finds for each answer the message that it answers: the last open one the other way round, within its operand. */
function answersOf(steps: readonly Step[]): Answers {
  const answered = new Set<string>();
  const answers = new Set<string>();
  const read = (list: readonly Step[]) => {
    const open: MessageStep["message"][] = [];
    for (const step of list) {
      if (step.is === "frame") {
        for (const operand of step.operands) read(operand.steps);
        continue;
      }
      const { message } = step;
      const [from, to] = [textOf(message.value.from), textOf(message.value.to)];
      if (message.value.reply !== true) {
        if (from !== to) open.push(message);
        continue;
      }
      const at = open.findLastIndex(({ value }) => value.from === to && value.to === from);
      const [call] = at < 0 ? [] : open.splice(at, 1);
      if (call === undefined) continue;
      answered.add(call.ref);
      answers.add(message.ref);
    }
  };
  read(steps);
  return { answered, answers };
}
