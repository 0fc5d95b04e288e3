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
  const participants = byName(participantsOf(def));
  const names = endNamesOf(def);
  const ids = new Map(names.map((name, index) => [name, `p${index + 1}`]));
  const heads = names.map((name) => {
    const participant = participants.get(name);
    const keyword = participant && participantKind(participant) === "actor" ? "actor" : "participant";
    return `${keyword} ${ids.get(name)} as ${clean(name) || "no name"}`;
  });
  const lines = [...heads, ...stepLines(stepsOf(def), { idOf: (name) => ids.get(name) ?? "p1" })];
  return ["sequenceDiagram", ...lines.map((line) => INDENT + line)].join("\n");
}

interface Names {
  idOf(participant: string): string;
}

function stepLines(steps: readonly Step[], names: Names): string[] {
  return steps.flatMap((step) => step.is === "message" ? messageLines(step, names) : frameLines(step, names));
}

function messageLines({ message: { value, ref } }: MessageStep, { idOf }: Names): string[] {
  const [from, to] = [idOf(textOf(value.from)), idOf(textOf(value.to))];
  const event = textOf(value.event);
  const text = `${ref} ${clean(textOf(value.label))}${event === "" ? "" : ` · ${clean(event)}`}`;
  const span = from === to ? from : `${from},${to}`;
  const notes = [
    textOf(value.carries) === "" ? "" : `Note over ${span}: carries ${clean(textOf(value.carries))}`,
    textOf(value.state) === "" ? "" : `Note over ${to}: → ${clean(textOf(value.state))}`,
    textOf(value.notes).trim() === "" ? "" : `Note over ${span}: ${clean(textOf(value.notes))}`,
  ].filter((line) => line !== "");
  const lines = [`${from}${value.reply === true ? "-->>" : "->>"}${to}: ${text}`, ...notes];
  return value.optional === true ? ["opt optional", ...lines.map((line) => INDENT + line), "end"] : lines;
}

/** The words between the operands of a frame. */
const DIVIDER: Readonly<Record<string, string>> = { alt: "else", par: "and" };

function frameLines({ kind, operands }: FrameStep, names: Names): string[] {
  // Another kind would be a syntax error.
  const keyword = (FRAGMENT_KINDS as readonly string[]).includes(kind) ? kind : "opt";
  return [
    ...operands.flatMap(({ label, steps }, index) => [
      `${index === 0 ? keyword : DIVIDER[keyword] ?? "else"} ${clean(label)}`.trimEnd(),
      ...stepLines(steps, names).map((line) => INDENT + line),
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
