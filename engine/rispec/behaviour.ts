import {
  type Event,
  isObject,
  noteText,
  type Parameter,
  type State,
  type StateMachineDefinition,
  type StateVisit,
  type Timer,
  type Transition,
  walkStates,
} from "@loom/protocol";
import { actionsOf, effectOf } from "../actions.ts";
import {
  conditionOf,
  delayOf,
  eventsOf,
  furtherTargetsOf,
  initialOf,
  type Invocation,
  invocationsOf,
  joinTargetOf,
  kindOf,
  outputOf,
  regionsOf,
  targetOf,
  textOf,
  transitionsOf,
} from "../members.ts";
import { bold, codeSpan, heading, plain, prose, quote } from "./markdown.ts";

/**
 * The behaviour of a machine as Markdown: its states with all that belongs to them, its events and timers, its transitions
 * as a flat list, its host objects. A rispec is written around it, of one machine or of a system of several.
 *
 * @param definition The machine, valid or not.
 * @param level The level of the headings. Default: 3.
 *
 * @example
 * ```ts
 * import { describeBehaviour } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const text = describeBehaviour({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: { name: "Door", states: [{ name: "Open", transitions: [{ event: "push", nextState: "Shut" }] }, { name: "Shut" }] },
 * });
 * assertStringIncludes(text, "- `Open` --[push]-- → `Shut`");
 * ```
 */
export function describeBehaviour(definition: StateMachineDefinition, level = 3): string {
  const visits = Array.from(walkStates(definition.state));
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["States", visits.flatMap(stateLines)],
    ["Events", sourceLines(definition)],
    [
      "Transitions (flat)",
      visits.flatMap(({ state }) => transitionsOf(state).map((way) => wayLine(state, way))),
    ],
    ["Objects", objectLines(definition)],
  ];
  return sections
    .filter(([title, lines]) => title !== "Objects" || lines.length > 0)
    .map(([title, lines]) => `${heading(level, title)}\n\n${lines.length > 0 ? lines.join("\n") : "*None.*"}`)
    .join("\n\n");
}

/** The name of a state that may not have one. */
export function nameOf(state: State): string {
  return textOf(state.name) ?? "(no name)";
}

/** A state's bullet with what belongs to it in bullets below; its children have bullets of their own. */
function stateLines(visit: StateVisit): string[] {
  const { state, depth } = visit;
  const margin = "  ".repeat(depth);
  const inner = `${margin}  `;
  const bullet = (text: string): string => `${inner}- ${text}`;
  const kind = kindText(visit);
  const initial = initialOf(state);
  const join = joinTargetOf(state);
  return [
    `${margin}- ${bold(nameOf(state))}${kind === "" ? "" : ` *(${kind})*`}${behindDash(state.description)}`,
    ...quoted("Prompt", textOf(state.prompt), inner),
    ...quoted("Notes", noteText(state.notes), inner),
    ...(initial === undefined ? [] : [bullet(`begins in ${codeSpan(initial)}`)]),
    ...doing("on entry", state.onEntry).map(bullet),
    ...doing("on exit", state.onExit).map(bullet),
    ...invocationsOf(state).map((work) => bullet(workText(work))),
    ...(kindOf(state) === "final" && outputOf(state) !== undefined
      ? [bullet(`output ${codeSpan(outputOf(state) ?? "")}`)]
      : []),
    ...transitionsOf(state).map((way) => bullet(reactionText(way))),
    ...(join === undefined ? [] : [bullet(`when every region is complete → ${codeSpan(join)}`)]),
  ];
}

function kindText({ state, slot }: StateVisit): string {
  const kind = state.kind === "choice" ? "choice" : kindOf(state);
  const words = [
    ...(slot === "child" ? [] : [slot]),
    ...(kind === "normal" ? [] : [kind === "history" && state.history === "deep" ? "deep history" : kind]),
    ...(regionsOf(state).length > 0 ? ["parallel"] : []),
  ];
  return words.join(", ");
}

function quoted(label: string, text: string | undefined, margin: string): string[] {
  if (text === undefined || text.trim() === "") return [];
  return [`${margin}- *${label}:*`, ...quote(text, `${margin}  `)];
}

function workText({ id, source, input }: Invocation): string {
  const [kind, name] = "task" in source ? ["task", source.task] : ["machine", source.machine];
  const called = name === id ? "" : ` as ${codeSpan(id)}`;
  return `invokes the ${kind} ${codeSpan(name)}${called}${
    input === undefined ? "" : ` with ${codeSpan(input)}`
  }`;
}

/** The events or the delay of a transition; `undefined` for an event-less one. */
function triggerText(way: Transition, written: (text: string) => string): string | undefined {
  const [events, after] = [eventsOf(way), delayOf(way)];
  if (events.length > 0) return events.map(written).join(" / ");
  return after === undefined ? undefined : `after ${written(String(after))} ms`;
}

function targetText(way: Transition): string {
  const target = targetOf(way);
  return target === undefined ? "(internal)" : [target, ...furtherTargetsOf(way)].map(codeSpan).join(" & ");
}

function reactionText(way: Transition): string {
  const trigger = triggerText(way, codeSpan);
  const guard = conditionOf(way);
  return [
    trigger === undefined ? "at once" : eventsOf(way).length > 0 ? `on ${trigger}` : trigger,
    targetOf(way) === undefined ? "(internal)" : `→ ${targetText(way)}`,
    ...(guard === undefined ? [] : [`*(when: ${codeSpan(guard)})*`]),
    ...doing("do", way.actions),
  ].join(" ") + behindDash(way.description);
}

function wayLine(state: State, way: Transition): string {
  const guard = conditionOf(way);
  return `- ${codeSpan(nameOf(state))} --[${triggerText(way, plain) ?? ""}]-- → ` +
    targetText(way) +
    (guard === undefined ? "" : ` *(when: ${codeSpan(guard)})*`) + behindDash(way.description);
}

/** The effects of actions behind a word that says when; empty when there are none. */
function doing(when: string, block: Parameters<typeof actionsOf>[0]): string[] {
  const texts = actionsOf(block).map(actionText).filter((text) => text !== "");
  return texts.length > 0 ? [`${when} ${texts.map(codeSpan).join(", ")}`] : [];
}

function actionText(action: Parameters<typeof effectOf>[0]): string {
  const effect = effectOf(action);
  switch (effect.kind) {
    case "code":
      return effect.code.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "").join("; ");
    case "timerStart": {
      const again = effect.repeat === undefined ? "" : `, then every ${effect.repeat} ms`;
      return `start ${effect.timer} for ${effect.duration} ms${again}`;
    }
    case "timerStop":
      return `stop ${effect.timer}`;
    case "raise":
      return `raise ${effect.event}${effect.data === undefined ? "" : ` with ${effect.data}`}`;
    case "send":
      return [
        `send ${effect.event}`,
        ...(effect.to === undefined ? [] : [`to ${effect.to}`]),
        ...(effect.data === undefined ? [] : [`with ${effect.data}`]),
        ...(effect.delay === undefined ? [] : [`after ${effect.delay} ms`]),
      ].join(" ");
    case "log":
      return `log ${effect.value}`;
    case "if": {
      const [then, otherwise] = [effect.then, effect.otherwise].map((list) =>
        list.map(actionText).join("; ")
      );
      return `if ${effect.condition}: ${then}${otherwise === "" ? "" : `; else: ${otherwise}`}`;
    }
    case "forEach":
      return `for each ${effect.item} of ${effect.list}: ${effect.actions.map(actionText).join("; ")}`;
    case "none":
      return "";
  }
}

/** The events and timers by source; a source without any is passed over. */
function sourceLines({ events }: StateMachineDefinition): string[] {
  return objects(events).flatMap((source) => {
    const lines = [
      ...objects(source.events).flatMap(eventLines),
      ...objects(source.timers).map(timerLine),
    ];
    if (lines.length === 0) return [];
    const feeder = textOf(source.feeder);
    const fed = feeder === undefined ? "" : ` *(feeder ${codeSpan(feeder)})*`;
    const title = `${bold(textOf(source.name) ?? "(no name)")}${fed}${behindDash(source.description)}`;
    return [title, "", ...lines, ""];
  }).slice(0, -1);
}

function eventLines({ id, parameters, description }: Event): string[] {
  const bullet = `- ${codeSpan(textOf(id) ?? "")}${behindDash(description)}`;
  return [bullet, ...objects(parameters).map((parameter) => `  ${parameterLine(parameter)}`)];
}

function parameterLine({ name, type, description }: Parameter): string {
  return `- ${codeSpan(textOf(name) ?? "")}: ${plain(textOf(type) ?? "?")}${behindDash(description)}`;
}

function timerLine({ id, name, description }: Timer): string {
  return `- ${codeSpan(textOf(id) ?? "")} *(timer ${codeSpan(textOf(name) ?? "")})*` +
    behindDash(description);
}

function objectLines({ settings }: StateMachineDefinition): string[] {
  const list = isObject(settings) ? objects(settings.objects) : [];
  return list.map((object) =>
    `- ${codeSpan(textOf(object.instance) ?? "")}: ${codeSpan(textOf(object.class) ?? "")}`
  );
}

function behindDash(description: unknown): string {
  const text = textOf(description)?.trim() ?? "";
  return text === "" ? "" : ` — ${prose(text)}`;
}

function objects<T>(list: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(list) ? list.filter((item: unknown): boolean => isObject(item)) : [];
}
