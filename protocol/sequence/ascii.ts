import { textOf } from "../located.ts";
import { displayWidth, elide, oneLine } from "../text/terminal_text.ts";
import { endNamesOf, participantKind, participantsOf } from "./lookup.ts";
import { largest, type MessageStep, type Step, stepsOf } from "./steps.ts";
import type { SequenceDefinition } from "./types.ts";

/** The least columns between two lifelines. */
const LEAST_GAP = 12;
/** The columns of one level of frames. */
const FRAME = 2;

/**
 * Draws a scenario in characters: a lifeline for each participant and an arrow for each message; as a list where the
 * columns do not suffice.
 *
 * @param def The definition; it need not be valid.
 * @param active The names of participants to mark.
 * @param columns The columns to fit into. Default: no limit.
 * @returns The drawing, without a final line end.
 */
export function renderSequenceAscii(
  def: SequenceDefinition,
  active: ReadonlySet<string> = new Set(),
  columns: number = Infinity,
): string {
  const steps = stepsOf(def);
  const sheet = sheetOf(def, steps, active);
  if (sheet.lifelines.length === 0) return "";
  if (sheet.width > columns) return listLines(steps, "").map((line) => elide(line, columns)).join("\n");
  const lines = [
    ...headLines(sheet),
    ...stepLines(steps, sheet, 0),
    lifelineRow(sheet, 0),
  ];
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** The lifelines and their columns. */
interface Sheet {
  readonly names: readonly string[];
  readonly heads: readonly string[];
  readonly lifelines: readonly number[];
  readonly columnOf: ReadonlyMap<string, number>;
  readonly width: number;
  /** The deepest frames. */
  readonly depth: number;
}

function sheetOf(def: SequenceDefinition, steps: readonly Step[], active: ReadonlySet<string>): Sheet {
  const kinds = new Map(participantsOf(def).map((one) => [one.name, participantKind(one)]));
  const names = endNamesOf(def);
  const heads = names.map((name) => {
    const kind = kinds.get(name);
    return `${oneLine(name)}${kind ? ` (${kind})` : ""}${active.has(name) ? " ◀" : ""}`;
  });
  const depth = depthOf(steps);
  const lifelines: number[] = [];
  const messages = messagesIn(steps);
  const widths = heads.map(displayWidth);
  let trailing = 0;
  for (const [index] of names.entries()) {
    const own = widths[index] ?? 0;
    let column = index === 0 ? depth * FRAME + Math.ceil(own / 2) : (lifelines[index - 1] ?? 0) +
      Math.max(LEAST_GAP, Math.ceil((own + (widths[index - 1] ?? 0)) / 2) + 2);
    for (const { message } of messages) {
      const [a, b] = endsOf(message.value, names);
      const width = displayWidth(messageWords(message));
      // A message to oneself needs its words beside the lifeline.
      if (a === b && a === index - 1) column = Math.max(column, (lifelines[a] ?? 0) + width + 7);
      if (Math.max(a, b) === index && a !== b) {
        column = Math.max(column, (lifelines[Math.min(a, b)] ?? 0) + width + 4);
      }
    }
    lifelines.push(column);
  }
  const lastIndex = names.length - 1;
  for (const { message } of messages) {
    const [a, b] = endsOf(message.value, names);
    if (a === b && a === lastIndex) trailing = Math.max(trailing, displayWidth(messageWords(message)) + 6);
  }
  const right = (lifelines.at(-1) ?? 0) + Math.max(trailing, Math.ceil((widths.at(-1) ?? 0) / 2));
  const labels = framesIn(steps).map((label, _) => displayWidth(label) + depth * FRAME * 2 + 8);
  return {
    names,
    heads,
    lifelines,
    columnOf: new Map(names.map((name, index) => [name, lifelines[index] ?? 0])),
    width: largest(labels, right) + depth * FRAME + 1,
    depth,
  };
}

function endsOf(value: Readonly<Record<string, unknown>>, names: readonly string[]): [number, number] {
  return [names.indexOf(textOf(value.from)), names.indexOf(textOf(value.to))];
}

function messagesIn(steps: readonly Step[]): MessageStep[] {
  return steps.flatMap((step) =>
    step.is === "message" ? [step] : step.operands.flatMap((operand) => messagesIn(operand.steps))
  );
}

function framesIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) =>
    step.is === "message" ? [] : step.operands.flatMap((
      { label, steps: inner },
    ) => [`${step.kind} ${guardWords(label)}`, ...framesIn(inner)])
  );
}

function depthOf(steps: readonly Step[]): number {
  const depths = steps.map((step) =>
    step.is === "message" ? 0 : 1 + largest(step.operands.map((operand) => depthOf(operand.steps)), 0)
  );
  return largest(depths, 0);
}

/** The words of a message: its number, label and effects. */
export function messageWords({ ref, value }: MessageStep["message"]): string {
  const parts = [
    value.event === undefined || textOf(value.event) === "" ? "" : `· ${textOf(value.event)}`,
    textOf(value.state) === "" ? "" : `→ ${textOf(value.state)}`,
    textOf(value.carries) === "" ? "" : `{${textOf(value.carries)}}`,
    value.optional === true ? "(optional)" : "",
  ].filter((part) => part !== "");
  return oneLine([`${ref} ${textOf(value.label)}`, ...parts].join(" "));
}

function headLines({ heads, lifelines }: Sheet): string[] {
  let line = "";
  for (const [index, head] of heads.entries()) {
    const start = Math.max(0, (lifelines[index] ?? 0) - Math.floor(displayWidth(head) / 2));
    line += " ".repeat(Math.max(line === "" ? 0 : 1, start - displayWidth(line))) + head;
  }
  return [line];
}

/** A row of lifelines, between the borders of the frames around it. */
function cellsOf({ lifelines, width }: Sheet, depth: number): string[] {
  const cells = Array.from({ length: width }, () => " ");
  for (const column of lifelines) cells[column] = "│";
  for (let level = 0; level < depth; level++) {
    cells[level * FRAME] = "┊";
    cells[width - 1 - level * FRAME] = "┊";
  }
  return cells;
}

function lifelineRow(sheet: Sheet, depth: number): string {
  return cellsOf(sheet, depth).join("");
}

function stepLines(steps: readonly Step[], sheet: Sheet, depth: number): string[] {
  return steps.flatMap((step) => {
    if (step.is === "message") return messageLines(step, sheet, depth);
    const { kind, operands } = step;
    return [
      ...operands.flatMap(({ label, steps: inner }, index) => [
        ruleLine(
          sheet,
          depth,
          [index === 0 ? kind : "", guardWords(label)].filter((word) => word !== "").join(" "),
          index === 0 ? "╭╮" : "├┤",
        ),
        ...stepLines(inner, sheet, depth + 1),
      ]),
      ruleLine(sheet, depth, "", "╰╯"),
    ];
  });
}

/** The condition of an operand in brackets; nothing for none. */
function guardWords(label: string): string {
  return label.trim() === "" ? "" : `[${oneLine(label)}]`;
}

/** A border of a frame, with words in it. */
function ruleLine({ width }: Sheet, depth: number, words: string, corners: string): string {
  const inner = width - 2 - depth * FRAME * 2;
  const text = words === "" ? "" : ` ${words} `;
  const line = `─${text}${"─".repeat(Math.max(0, inner - 1 - displayWidth(text)))}`;
  const before = Array.from({ length: depth }, () => "┊ ").join("");
  const after = Array.from({ length: depth }, () => " ┊").join("");
  return `${before}${corners.charAt(0)}${line}${corners.charAt(1)}${after}`;
}

function messageLines({ message }: MessageStep, sheet: Sheet, depth: number): string[] {
  const from = sheet.columnOf.get(textOf(message.value.from)) ?? 0;
  const to = sheet.columnOf.get(textOf(message.value.to)) ?? 0;
  const words = messageWords(message);
  const isReply = message.value.reply === true;
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const note = noteLines(message, sheet, depth, left + 2);
  if (from === to) {
    return [
      overlaid(lifelineRow(sheet, depth), from + 1, `──╮ ${words}`),
      overlaid(lifelineRow(sheet, depth), from + 1, "<─╯"),
      ...note,
    ];
  }
  const line = (isReply ? "╌" : "─").repeat(right - left - 2);
  const arrow = to > from ? `${line}>` : `<${line}`;
  const middle = left + 1 + Math.max(0, Math.floor((right - left - 1 - displayWidth(words)) / 2));
  return [
    overlaid(lifelineRow(sheet, depth), middle, words),
    overlaid(lifelineRow(sheet, depth), left + 1, arrow),
    ...note,
  ];
}

/** The note of a message on one line, as far as there is room. */
function noteLines({ value }: MessageStep["message"], sheet: Sheet, depth: number, column: number): string[] {
  const note = noteWords(value.notes);
  if (note === "") return [];
  const room = sheet.width - column - depth * FRAME - 1;
  return [overlaid(lifelineRow(sheet, depth), column, elide(note, room))];
}

function noteWords(notes: unknown): string {
  const text = oneLine(textOf(notes)).trim();
  return text === "" ? "" : `※ ${text}`;
}

/** Writes a text over a row; the row has one column a character. */
function overlaid(row: string, column: number, text: string): string {
  const cells = [...row];
  return cells.slice(0, column).join("") + text + cells.slice(column + displayWidth(text)).join("");
}

/** The scenario as a list, for narrow terminals. */
function listLines(steps: readonly Step[], indent: string): string[] {
  return steps.flatMap((step) => {
    if (step.is === "message") {
      const { value } = step.message;
      const arrow = value.reply === true ? "⇢" : "→";
      const ends = `${oneLine(textOf(value.from))} ${arrow} ${oneLine(textOf(value.to))}`;
      const note = noteWords(value.notes);
      return [
        `${indent}${ends}: ${messageWords(step.message)}`,
        ...(note === "" ? [] : [`${indent}  ${note}`]),
      ];
    }
    const next = step.kind === "par" ? "and" : "else";
    return step.operands.flatMap(({ label, steps: inner }, index) => [
      `${indent}${index === 0 ? step.kind : next} ${guardWords(label)}`.trimEnd(),
      ...listLines(inner, `${indent}  `),
    ]);
  });
}
