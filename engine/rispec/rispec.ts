import {
  counted,
  isObject,
  noteText,
  oneLine,
  type State,
  type StateMachineDefinition,
  walkStates,
} from "@loom/protocol";
import { childrenOf, kindOf, regionsOf, transitionsOf } from "../members.ts";
import { enrich } from "../model.ts";
import { validate } from "../validate/validate.ts";
import { describeBehaviour, nameOf } from "./behaviour.ts";
import type { Decomposition } from "./decomposition.ts";
import { bold, codeSpan, filled, heading, paragraph, plain, prose, quote } from "./markdown.ts";

/** Options of a rispec. */
export interface RispecOptions {
  /** The purpose of the machine in the words of the person who asks; it takes precedence over the documents. */
  readonly intent?: string | undefined;
  /** The decomposition of the prompt that the machine was made from. */
  readonly decomposition?: Decomposition | undefined;
  /** The document's absolute path, for the commands to go on with. */
  readonly path?: string | undefined;
}

/** Inputs of the parts of a rispec. */
interface Subject {
  readonly definition: StateMachineDefinition;
  readonly name: string;
  /** Members of the settings, of whatever type they are. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Members of the settings' `_source`. */
  readonly source: Readonly<Record<string, unknown>>;
  readonly decomposition: Decomposition | undefined;
  /** The purpose of the machine from the first source that has one: the intent, the decomposition, the original prompt. */
  readonly outcome: string | undefined;
  readonly path: string | undefined;
}

/** The directions that a machine's topmost states can be named after, in the order of the work. */
const DIRECTIONS: readonly (readonly [string, string])[] = [
  ["South", "🔥"],
  ["East", "🌅"],
  ["North", "❄️"],
  ["West", "🌊"],
];

/**
 * Writes a machine as a RISE specification, in Markdown: reverse engineering, intent, specifications, exportation.
 * It says all that the definition does, in words and lists that do not need the loom.
 *
 * @param definition The machine, valid or not.
 * @returns The document, with a line end at its end.
 *
 * @example
 * ```ts
 * import { writeRispec } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const text = writeRispec({
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: { name: "Root", states: [{ name: "Open" }] },
 * }, { intent: "Doors that close by themselves." });
 * assertStringIncludes(text, "# Door — RISE rispec\n\n> Doors that close by themselves.\n");
 * ```
 */
export function writeRispec(definition: StateMachineDefinition, options: RispecOptions = {}): string {
  const subject = subjectOf(definition, options);
  const parts = [
    ...titleParts(subject),
    ...reverseEngineering(subject),
    ...intent(subject),
    heading(2, "S — Specifications"),
    describeBehaviour(definition),
    ...actionSteps(subject),
    ...openQuestions(subject),
    ...exportation(subject),
  ];
  return parts.join("\n\n") + "\n";
}

function subjectOf(definition: StateMachineDefinition, options: RispecOptions): Subject {
  const settings: Record<string, unknown> = isObject(definition.settings) ? { ...definition.settings } : {};
  const source = isObject(settings._source) ? settings._source : {};
  const { decomposition, intent, path } = options;
  return {
    definition,
    name: filled(settings.name) ?? "State machine",
    settings,
    source,
    decomposition,
    outcome: filled(intent) ?? filled(decomposition?.target) ?? filled(source.originalPrompt),
    path,
  };
}

function titleParts({ name, settings, source, outcome }: Subject): string[] {
  const facts = [
    `**Namespace:** ${codeSpan(filled(settings.namespace) ?? "")}`,
    `**Async:** ${settings.asynchronous === true}`,
  ];
  const pdeId = filled(source.pdeId);
  return [
    heading(1, `${plain(name)} — RISE rispec`),
    quote(outcome ?? `${name} state machine`).join("\n"),
    facts.join(" · ") + (pdeId === undefined ? "" : `  \n**Source PDE:** ${codeSpan(pdeId)}`),
    "---",
  ];
}

function reverseEngineering({ definition, name, settings, decomposition }: Subject): string[] {
  const description = filled(settings.description);
  const notes = noteText(settings.notes)?.trim() ?? "";
  const prompt = decomposition?.prompt;
  return [
    heading(2, "R — Reverse Engineering"),
    `${bold(name)} has ${countsText(definition)}.`,
    ...(description === undefined ? [] : [paragraph(description)]),
    ...(prompt === undefined ? [] : ["**Source Prompt**", quote(prompt).join("\n")]),
    ...(notes === "" ? [] : ["**Notes**", quote(notes).join("\n")]),
  ];
}

function countsText({ state, events }: StateMachineDefinition): string {
  let states = 0, levels = 0, transitions = 0;
  for (const visit of walkStates(state)) {
    if (visit.slot !== "root") states++;
    levels = Math.max(levels, visit.depth);
    transitions += transitionsOf(visit.state).length;
  }
  const sources: readonly unknown[] = Array.isArray(events) ? events : [];
  const declared = (key: "events" | "timers"): number =>
    sources.reduce<number>((sum, source) => sum + (isObject(source) ? lengthOf(source[key]) : 0), 0);
  const timers = declared("timers");
  return `${counted(states, "state")} on ${counted(levels, "level")}, ${
    counted(declared("events"), "event")
  }` +
    `${timers > 0 ? `, ${counted(timers, "timer")}` : ""} and ${counted(transitions, "transition")}`;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.filter(isObject).length : 0;
}

function intent({ definition, decomposition, outcome }: Subject): string[] {
  const vision = decomposition?.vision ?? [];
  const desired = outcome ?? "every state has a way to a final one, and each step of it is specified.";
  return [
    heading(2, "I — Intent"),
    "**Desired Outcome**",
    outcome === undefined
      ? "*Say in a sentence what there will be once this machine runs.*"
      : quote(outcome).join("\n"),
    ...(vision.length > 0
      ? ["**Vision (🌅 East)**", vision.map((text) => `- ${prose(text)}`).join("\n")]
      : []),
    "**Structural Tension**",
    `- *Current:* ${currentText(definition)}\n- *Desired:* ${prose(desired)}`,
  ];
}

/** The state of the design: finished when some run can end. */
function currentText(definition: StateMachineDefinition): string {
  const finals = Array.from(walkStates(definition.state)).filter(({ state }) => kindOf(state) === "final");
  if (finals.length === 0) return "partially modelled: no state is final.";
  const unreachable = validate(enrich(definition), { only: new Set(["W101"]) }).map(({ path }) => path);
  const isReached = (path: string): boolean =>
    !unreachable.some((top) => path === top || path.startsWith(`${top}/`));
  return finals.some(({ path }) => isReached(path))
    ? "designed; a final state can be reached."
    : "partially modelled: no final state can be reached.";
}

/** The work by direction, as the topmost states have it, else as the decomposition has it. */
function actionSteps({ definition, decomposition }: Subject): string[] {
  const root = definition.state;
  const top = isObject(root) ? [...childrenOf(root), ...regionsOf(root)] : [];
  const steps = DIRECTIONS.flatMap(([name, glyph]) => {
    const state = top.find((state) => state.name === name);
    return state === undefined ? [] : [stepText(state, glyph)];
  });
  const stack = decomposition?.actions ?? [];
  if (steps.length === 0 && stack.length === 0) return [];
  const listed = stack.map(({ text, direction }) => `- *(${prose(direction ?? "?")})* ${prose(text)}`);
  return [heading(3, "Action Steps"), ...(steps.length > 0 ? steps : [listed.join("\n")])];
}

function stepText(state: State, glyph: string): string {
  const about = filled(state.description);
  const steps = [...childrenOf(state), ...regionsOf(state)];
  return [
    `**${glyph} ${plain(nameOf(state))}**${about === undefined ? "" : ` — ${prose(about)}`}`,
    ...(steps.length > 0
      ? [steps.map((step) => `1. ${prose(filled(step.description) ?? nameOf(step))}`).join("\n")]
      : []),
  ].join("\n\n");
}

function openQuestions({ decomposition }: Subject): string[] {
  const questions = decomposition?.ambiguities ?? [];
  if (questions.length === 0) return [];
  const lines = questions.map(({ text, suggestion }) =>
    `- ${prose(text)}${suggestion === undefined ? "" : ` *${plain(suggestion)}*`}`
  );
  return [heading(3, "Open Questions"), lines.join("\n")];
}

function exportation({ path }: Subject): string[] {
  const document = path === undefined ? "<document>" : shellWord(oneLine(path));
  return [
    heading(2, "E — Exportation"),
    [
      `- Code: the tool ${codeSpan("generate_code")} (TypeScript or Python), or ${
        codeSpan(`loom generate ${document}`)
      }.`,
      `- Designer: start it with ${codeSpan(`LOOM_PROJECT_FILE=${document}`)}.`,
      `- Definition: the tool ${codeSpan("get_definition")}, or the resource ${
        codeSpan("loom://definition")
      }.`,
    ].join("\n"),
  ];
}

/** A path as a shell takes it. */
function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
