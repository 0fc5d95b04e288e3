import { byName, textOf } from "../located.ts";
import { endNamesOf, participantKind, participantsOf } from "./lookup.ts";
import { FRAGMENT_KINDS } from "./shape.ts";
import { type FrameStep, type MessageStep, type Step, stepsOf } from "./steps.ts";
import type { SequenceDefinition } from "./types.ts";

const INDENT = "  ";

/**
 * Writes a scenario as a Mermaid sequence diagram.
 *
 * @param def The definition; it need not be valid.
 * @returns The text, without a final line end.
 *
 * @example
 * ```ts
 * import { renderMermaidSequence } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const text = renderMermaidSequence({
 *   settings: { namespace: "Library", name: "Lending" },
 *   participants: [{ name: "Member", actor: "Member" }, { name: "Desk" }],
 *   messages: [{ from: "Member", to: "Desk", label: "asks for a book", event: "request" }],
 * });
 * assertEquals(text, [
 *   "sequenceDiagram",
 *   "  actor p1 as Member",
 *   "  participant p2 as Desk",
 *   "  p1->>p2: 1 asks for a book · request",
 * ].join("\n"));
 * ```
 */
export function renderMermaidSequence(def: SequenceDefinition): string {
  return ["sequenceDiagram", ...sequenceLines(def, MERMAID).map((line) => INDENT + line)].join("\n");
}

/** The words of a text format of scenarios. */
export interface SequenceDialect {
  /** The arrows between sender and receiver. */
  readonly arrows: { readonly message: string; readonly reply: string };
  /** The word for a note. */
  readonly note: string;
  /** The words between the operands of a frame, by its kind. */
  readonly dividers: Readonly<Record<string, string>>;
  /** The line of a participant. */
  readonly head: (word: "actor" | "participant", id: string, name: string) => string;
  /** A text on one line, without what the format reads as its own. */
  readonly clean: (text: string) => string;
}

const MERMAID: SequenceDialect = {
  arrows: { message: "->>", reply: "-->>" },
  note: "Note",
  dividers: { alt: "else", par: "and" },
  head: (word, id, name) => `${word} ${id} as ${name}`,
  clean,
};

/** The lines of a scenario: its participants, then its steps. */
export function sequenceLines(def: SequenceDefinition, dialect: SequenceDialect): string[] {
  const { idOf, heads } = participantsIn(def);
  return [
    ...heads.map(({ id, name, isActor }) =>
      dialect.head(isActor ? "actor" : "participant", id, dialect.clean(name) || "no name")
    ),
    ...stepLines(stepsOf(def), { ...dialect, idOf }),
  ];
}

/** The participants of a scenario, with the ids of text formats. */
export function participantsIn(def: SequenceDefinition): {
  readonly idOf: (name: string) => string;
  readonly heads: readonly { readonly id: string; readonly name: string; readonly isActor: boolean }[];
} {
  const participants = byName(participantsOf(def));
  const names = endNamesOf(def);
  const ids = new Map(names.map((name, index) => [name, `p${index + 1}`]));
  const idOf = (name: string) => ids.get(name) ?? "p1";
  const heads = names.map((name) => {
    const participant = participants.get(name);
    const isActor = participant !== undefined && participantKind(participant) === "actor";
    return { id: idOf(name), name, isActor };
  });
  return { idOf, heads };
}

interface Writer extends SequenceDialect {
  idOf(participant: string): string;
}

function stepLines(steps: readonly Step[], writer: Writer): string[] {
  return steps.flatMap((step) =>
    step.is === "message" ? messageLines(step, writer) : frameLines(step, writer)
  );
}

/** The number, the label and the event of a message. */
export function stepText({ message: { value, ref } }: MessageStep, clean: (text: string) => string): string {
  const event = textOf(value.event);
  return `${ref} ${clean(textOf(value.label))}${event === "" ? "" : ` · ${clean(event)}`}`;
}

function messageLines(step: MessageStep, { idOf, arrows, note, clean }: Writer): string[] {
  const { value } = step.message;
  const [from, to] = [idOf(textOf(value.from)), idOf(textOf(value.to))];
  const span = from === to ? from : `${from},${to}`;
  const notes = [
    textOf(value.carries) === "" ? "" : `${note} over ${span}: carries ${clean(textOf(value.carries))}`,
    textOf(value.state) === "" ? "" : `${note} over ${to}: → ${clean(textOf(value.state))}`,
    textOf(value.notes).trim() === "" ? "" : `${note} over ${span}: ${clean(textOf(value.notes))}`,
  ].filter((line) => line !== "");
  const arrow = value.reply === true ? arrows.reply : arrows.message;
  const lines = [`${from}${arrow}${to}: ${stepText(step, clean)}`, ...notes];
  return value.optional === true ? ["opt optional", ...lines.map((line) => INDENT + line), "end"] : lines;
}

function frameLines({ kind, operands }: FrameStep, writer: Writer): string[] {
  // Another kind would be a syntax error.
  const keyword = (FRAGMENT_KINDS as readonly string[]).includes(kind) ? kind : "opt";
  return [
    ...operands.flatMap(({ label, steps }, index) => [
      `${index === 0 ? keyword : writer.dividers[keyword] ?? "else"} ${writer.clean(label)}`.trimEnd(),
      ...stepLines(steps, writer).map((line) => INDENT + line),
    ]),
    "end",
  ];
}

/** Characters that mean something to Mermaid, and the codes that it shows them for. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/#/g, "#35;"],
  [/(?<!#35);/g, "#59;"],
  // Comments and directives begin with two percent signs.
  [/%(?=%)/g, "#37;"],
  // Mermaid's own spelling of a code.
  [/\uFB02(?=\u00B0)/g, "#64258;"],
];

/** A text on one line, with the characters that Mermaid reads as its own written as codes. */
function clean(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const coded = CODES.reduce((result, [pattern, code]) => result.replaceAll(pattern, code), line);
  // A line with such a word, a colon and a code loses its last character.
  return /style|classDef/.test(coded) ? coded.replaceAll(":", "#58;") : coded;
}
