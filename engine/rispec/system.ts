import {
  actorsOf,
  allMessages,
  attributesOf,
  endsOf,
  entitiesOf,
  isObject,
  type JsonObject,
  noteText,
  relationshipsOf,
  type StateMachineDefinition,
  systemName,
} from "@loom/protocol";
import { reconcile } from "../reconcile/mod.ts";
import type { MemberDocument, SystemDocuments } from "../reconcile/proposal.ts";
import type { ReplayedPath, ReplayStep } from "../scenario/report.ts";
import { replayScenario } from "../scenario/replay.ts";
import { machineName } from "../scenario/stage.ts";
import { describeBehaviour } from "./behaviour.ts";
import { bold, codeSpan, filled, heading, paragraph, plain, prose, quote } from "./markdown.ts";

/** Options of the rispec of a system. */
export interface SystemRispecOptions {
  /** The purpose of the system in the words of the person who asks. */
  readonly intent?: string | undefined;
  /** The path of the only member that is described, such as a scenario. Default: the system with all of them. */
  readonly member?: string | undefined;
  /** Sentences about what is open, such as findings of the check; what reconciling leaves open is added. */
  readonly open?: readonly string[] | undefined;
}

/**
 * Writes a system as a specification in Markdown: intent, actors, data, the behaviour of each machine, one block for each
 * path of each scenario, and the open questions.
 *
 * @param documents The documents, valid or not.
 * @returns The specification, with a line end at its end.
 *
 * @example
 * ```ts
 * import { writeSystemRispec } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const text = writeSystemRispec({
 *   machines: [{
 *     path: "door.smdf.json",
 *     def: {
 *       settings: { namespace: "Home", name: "Door" },
 *       events: [{ name: "Hand", events: [{ id: "open" }] }],
 *       state: {
 *         name: "Root",
 *         states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
 *       },
 *     },
 *   }],
 *   erds: [],
 *   scenarios: [{
 *     path: "come_in.sqdf.json",
 *     def: {
 *       settings: { namespace: "Home", name: "Come in" },
 *       participants: [{ name: "Guest" }, { name: "Door" }],
 *       messages: [{ from: "Guest", to: "Door", label: "opens", event: "open" }],
 *     },
 *   }],
 * });
 * assertStringIncludes(text, "1. Guest → Door: opens (`Door`: `Closed` → `Open`)");
 * ```
 */
export function writeSystemRispec(documents: SystemDocuments, options: SystemRispecOptions = {}): string {
  const { member } = options;
  const shown = (one: MemberDocument) => member === undefined || one.path === member;
  const whole = [...documents.machines, ...documents.erds, ...documents.scenarios];
  const subject = member === undefined ? documents.system : whole.find(shown);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Actors", member === undefined ? actorLines(documents.system?.def) : []],
    ["Data", documents.erds.filter(shown).flatMap(({ def }) => dataParts(def))],
    ["Behaviour", documents.machines.filter(shown).flatMap(({ def }, index) => machineParts(def, index))],
    ["Scenarios", documents.scenarios.filter(shown).flatMap((one) => scenarioParts(one, documents))],
    ["Open Questions", bullets([...options.open ?? [], ...openOf(documents, member)])],
  ];
  return [
    ...titleParts(subject?.def, options.intent),
    ...sections.flatMap(([title, parts]) => parts.length === 0 ? [] : [heading(2, title), ...parts]),
  ].join("\n\n") + "\n";
}

function titleParts(def: JsonObject | undefined, intent: string | undefined): string[] {
  const settings = isObject(def?.settings) ? def.settings : {};
  const name = systemName(def) || "System";
  const outcome = filled(intent) ?? filled(settings.description);
  const namespace = filled(settings.namespace);
  const notes = noteText(settings.notes)?.trim() ?? "";
  return [
    heading(1, `${plain(name)} — RISE rispec`),
    ...(namespace === undefined ? [] : [`**Namespace:** ${codeSpan(namespace)}`]),
    heading(2, "Intent"),
    "**Desired Outcome**",
    outcome === undefined
      ? "*Say in a sentence what there will be once this system runs.*"
      : quote(outcome).join("\n"),
    ...(notes === "" ? [] : ["**Notes**", quote(notes).join("\n")]),
  ];
}

function actorLines(def: JsonObject | undefined): string[] {
  return bullets(
    actorsOf(def).map(({ name, value }) => `${bold(name)} (${plain(String(value.kind))})${about(value)}`),
  );
}

function dataParts(def: JsonObject): string[] {
  const entities = entitiesOf(def).flatMap((entity) => {
    const lines = attributesOf(entity).map(({ name, value }) => {
      const marks = [
        ...(value.key === "pk" ? ["primary key"] : value.key === "uk" ? ["unique"] : []),
        ...(typeof value.references === "string" ? [`refers to ${codeSpan(value.references)}`] : []),
        ...(value.nullable === true ? ["may be missing"] : []),
      ];
      const marked = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
      return `${codeSpan(name)}: ${codeSpan(String(value.type))}${marked}${about(value)}`;
    });
    const text = filled(entity.value.description);
    return [
      heading(3, plain(entity.name)),
      ...(text === undefined ? [] : [paragraph(text)]),
      ...bullets(lines),
    ];
  });
  const ways = relationshipsOf(def).map(({ value }) => relationshipLine(value));
  return [...entities, ...(ways.length === 0 ? [] : [heading(3, "Relationships"), ...bullets(ways)])];
}

/** A relationship as a sentence: `Member` takes out any number of `Loan`. */
function relationshipLine(value: JsonObject): string {
  const [, { maximum, minimum }] = endsOf(value);
  const count = maximum === "many"
    ? minimum === 1 ? "one or more of" : "any number of"
    : minimum === 1
    ? "exactly one"
    : "at most one";
  const verb = filled(value.label) ?? "has";
  return `${codeSpan(String(value.from))} ${prose(verb)} ${count} ${codeSpan(String(value.to))} ` +
    `(${plain(String(value.cardinality))})${about(value)}`;
}

function machineParts(def: JsonObject, index: number): string[] {
  const machine = def as StateMachineDefinition;
  const text = isObject(def.settings) ? filled(def.settings.description) : undefined;
  return [
    heading(3, plain(machineName(machine, index))),
    ...(text === undefined ? [] : [paragraph(text)]),
    describeBehaviour(machine, 4),
  ];
}

/** One block for each path: what it is for, where it begins, how it goes on, where it ends. */
function scenarioParts({ def }: MemberDocument, { machines }: SystemDocuments): string[] {
  const report = replayScenario(def, machines.map((machine) => machine.def as StateMachineDefinition));
  const parties = messageParties(def);
  const text = isObject(def.settings) ? filled(def.settings.description) : undefined;
  return report.paths.flatMap((path) => {
    const main = path.kind === "main" ? "" : `, ${plain(path.name)}`;
    return [
      heading(3, `Creative Advancement Scenario: ${plain(report.scenario)}${main}`),
      `**Desired Outcome:** ${prose(text ?? `${report.scenario} runs to its end.`)}`,
      `**Current Reality:** ${statesText(startOf(path))}`,
      "**Natural Progression**",
      progression(path, parties),
      `**Resolution:** ${statesText(path.end)}${
        path.stops.map(({ ref, reason }) => ` It stops at ${plain(ref)}: ${prose(reason)}.`).join("")
      }`,
    ];
  });
}

/** The states in which each machine of a path begins. */
function startOf({ steps, end }: ReplayedPath): Record<string, readonly string[]> {
  const start: Record<string, readonly string[]> = {};
  for (const { machine, from } of steps) if (machine !== undefined) start[machine] ??= from;
  return { ...end, ...start };
}

function statesText(states: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(states).map(([machine, names]) =>
    `${codeSpan(machine)} is in ${namesText(names) || "no state"}`
  );
  return parts.length === 0 ? "No machine takes part." : `${parts.join("; ")}.`;
}

/** The states that a machine may be in; those of regions side by side belong together. */
function namesText(names: readonly string[]): string {
  return names.map((name) => name.split("|").map(codeSpan).join(" with ")).join(" or ");
}

/** A numbered line for each message, with the moves of all machines that it reaches. */
function progression({ steps }: ReplayedPath, parties: ReadonlyMap<string, string>): string {
  const lines: { readonly ref: string; readonly head: string; readonly moves: Map<string, string> }[] = [];
  for (const step of steps) {
    const last = lines.at(-1);
    const { ref, machine = "" } = step;
    // A machine hears a message again in the next pass of a loop.
    const isSame = last?.ref === ref && machine !== "" && !last.moves.has(machine);
    const line = isSame ? last : { ref, head: headOf(step, parties), moves: new Map() };
    if (!isSame) lines.push(line);
    const move = moveText(step);
    if (move !== undefined) line.moves.set(machine, move);
  }
  if (lines.length === 0) return "*No message.*";
  return lines.map(({ head, moves }, index) =>
    `${index + 1}. ${head}${moves.size === 0 ? "" : ` (${[...moves.values()].join("; ")})`}`
  ).join("\n");
}

function headOf({ ref, label }: ReplayStep, parties: ReadonlyMap<string, string>): string {
  const between = parties.get(ref);
  return between === undefined ? prose(label) : `${between}: ${prose(label)}`;
}

function moveText({ machine, from, to, result, guards = [], note }: ReplayStep): string | undefined {
  if (machine === undefined) return note === undefined || result === "data" ? undefined : prose(note);
  if (result === "ignored") return undefined;
  const if_ = guards.length === 0 ? "" : ` if ${guards.map(codeSpan).join(" and ")}`;
  if (result === "moved") return `${codeSpan(machine)}: ${namesText(from)} → ${namesText(to)}${if_}`;
  if (result === "stayed") return `${codeSpan(machine)} stays in ${namesText(to)}${if_}`;
  return `${codeSpan(machine)} in ${namesText(from)}: ${result}`;
}

function messageParties(def: JsonObject): Map<string, string> {
  return new Map(
    allMessages(def).flatMap(({ ref, value }) =>
      value === undefined ? [] : [[ref, `${plain(String(value.from))} → ${plain(String(value.to))}`] as const]
    ),
  );
}

/** Questions that reconciling leaves open, and those of documents. */
function openOf(documents: SystemDocuments, member: string | undefined): readonly string[] {
  const isScenario = documents.scenarios.some(({ path }) => path === member);
  if (member !== undefined && !isScenario) return [];
  return reconcile(documents, isScenario && member !== undefined ? { scenario: member } : {}).unresolved;
}

/** The description of something, behind its line. */
function about({ description }: JsonObject): string {
  const text = filled(description);
  return text === undefined ? "" : ` — ${prose(text)}`;
}

function bullets(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join("\n")];
}
