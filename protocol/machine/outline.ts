import { durationText, parseDuration } from "../duration.ts";
import { isObject } from "../json/value.ts";
import { noteText } from "../notes.ts";
import { oneLine } from "../text/terminal_text.ts";
import type { Transition } from "./types.ts";

/** A state as drawings show it: whatever oddities the document has, every member is there and of its type. */
export interface OutlineState {
  readonly name: string;
  /** `normal` by default. */
  readonly kind: string;
  /** For a history state: whether it remembers more than its siblings. */
  readonly deep: boolean;
  /** The note; `""` when there is none. */
  readonly notes: string;
  /** The initial descendant where the document names one, else `""`. */
  readonly initial: string;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** The tasks and machines that it invokes. */
  readonly work: readonly string[];
  readonly transitions: readonly OutlineTransition[];
  readonly children: readonly OutlineState[];
  readonly regions: readonly OutlineState[];
  /** The states that can be active inside: one list for a composite, one list per region for a parallel state. */
  readonly sections: readonly (readonly OutlineState[])[];
  /** The target of completed regions, else `""`. */
  readonly join: string;
}

/** A transition as drawings show it. */
export interface OutlineTransition {
  /** The event's id, several ids, or a delay as `after 5s`; `""` for an event-less transition. */
  readonly event: string;
  /** The ids of all its events. */
  readonly events: readonly string[];
  /** The milliseconds in place of an event, where they are written as a number. */
  readonly delay: number | undefined;
  /** The target's name; `""` for an internal transition. */
  readonly target: string;
  /** The names of further targets. */
  readonly further: readonly string[];
  /** The guard; `""` when there is none. */
  readonly guard: string;
  readonly actions: readonly string[];
}

/** Reads a state of a definition, valid or not, for drawing. */
export function outlineOf(state: unknown): OutlineState {
  const source = isObject(state) ? state : {};
  const parallel = isObject(source.parallel) ? source.parallel : {};
  const children = objectsOf(source.states).map(outlineOf);
  const regions = objectsOf(parallel.states).map(outlineOf);
  return {
    name: textOf(source.name),
    kind: textOf(source.kind) || "normal",
    deep: source.history === "deep",
    notes: (noteText(source.notes) ?? "").trim(),
    initial: textOf(source.initial),
    entry: actionTexts(source.onEntry),
    exit: actionTexts(source.onExit),
    work: objectsOf(source.invoke).map(workText).filter((text) => text !== ""),
    transitions: objectsOf(source.transitions).map(transitionOf),
    children,
    regions,
    sections: regions.length > 0 ? regions.map((region) => [region]) : [children],
    join: textOf(parallel.nextState),
  };
}

/** The child that a composite enters by default: its `initial`, else its first child. */
export function initialOf(state: OutlineState): OutlineState | undefined {
  return descendant(state, state.initial) ?? state.children.find((child) => child.kind !== "history");
}

/** The first state of that name that can be active below `state`, in document order. */
function descendant(state: OutlineState, name: string): OutlineState | undefined {
  if (name === "") return undefined;
  for (const inner of state.sections.flat()) {
    const found = inner.name === name ? inner : descendant(inner, name);
    if (found) return found;
  }
  return undefined;
}

function transitionOf(transition: Record<string, unknown>): OutlineTransition {
  const more = Array.isArray(transition.nextStates) ? transition.nextStates.map(textOf) : [];
  const [target = "", ...further] = [textOf(transition.nextState), ...more].filter((name) => name !== "");
  return {
    event: triggerText(transition),
    events: idsOf(transition),
    delay: delayOf(transition),
    target,
    further: further.filter((name) => name !== target),
    guard: textOf(transition.condition).trim(),
    actions: actionTexts(transition.actions),
  };
}

/** The task or the machine of an entry of `invoke`, after its id where that is another word. */
function workText({ id, machine, task }: Record<string, unknown>): string {
  const [name, what] = [textOf(id), textOf(machine) || textOf(task)];
  return name === "" || name === what || what === "" ? what || name : `${name}: ${what}`;
}

/** The delay of a transition without events, where it is a number of milliseconds. */
function delayOf(transition: Record<string, unknown>): number | undefined {
  const text = idsOf(transition).length > 0 ? "" : textOf(transition.after).trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Trigger of a transition, valid or not: its events (`open / close`), else its delay (`after 5s`), else `""`. */
export function triggerText(transition: Record<string, unknown>): string {
  const ids = idsOf(transition);
  if (ids.length > 0) return ids.join(" / ");
  const delay = textOf(transition.after);
  if (delay === "") return "";
  return `after ${Number.isNaN(Number(delay)) ? delay : durationText(Number(delay))}`;
}

/**
 * Reads a trigger as {@linkcode triggerText} writes it: `open`, `open / close`, `after 5s`, `after 5000`, `after limit * 2`, or
 * nothing.
 *
 * @example
 * ```ts
 * import { readTriggerText } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readTriggerText("open / close"), { event: "open", events: ["close"] });
 * assertEquals(readTriggerText("after 5s"), { after: 5000 });
 * ```
 */
export function readTriggerText(text: string): Pick<Transition, "event" | "events" | "after"> {
  const [, delay] = /^after\s+(\S.*)$/.exec(text.trim()) ?? [];
  if (delay !== undefined) {
    return { after: parseDuration(delay) ?? (/^\d{1,15}$/.test(delay) ? Number(delay) : delay) };
  }
  const [event, ...events] = text.split(" / ").map((id) => id.trim()).filter((id) => id !== "");
  return { ...(event === undefined ? {} : { event }), ...(events.length > 0 ? { events } : {}) };
}

function idsOf({ event, events }: Record<string, unknown>): string[] {
  const further = Array.isArray(events) ? events.map(textOf) : [];
  return [textOf(event), ...further].filter((id) => id !== "");
}

/** The actions of a block, or of a plain list of actions, as texts. */
function actionTexts(block: unknown): string[] {
  const actions = isObject(block) ? block.actions : block;
  return Array.isArray(actions) ? actions.map(actionText).filter((text) => text !== "") : [];
}

function actionText(action: unknown): string {
  if (!isObject(action)) return statementsText(textOf(action));
  if (textOf(action.code) !== "") return statementsText(textOf(action.code));
  if (isObject(action.timerStart)) return timerStartText(action.timerStart);
  if (textOf(action.timerStop) !== "") return `stop ${textOf(action.timerStop)}`;
  if (textOf(action.raise) !== "") return `raise ${textOf(action.raise)}`;
  return structuredText(action);
}

/** An action that has others inside, or members of its own. */
function structuredText({ assign, if: either, forEach, send, cancel, log }: Record<string, unknown>): string {
  if (isObject(assign)) return `${textOf(assign.target)} = ${textOf(assign.value)}`;
  if (isObject(either)) {
    const otherwise = actionTexts(either.else);
    const rest = otherwise.length === 0 ? "" : ` else { ${otherwise.join("; ")} }`;
    return `if ${textOf(either.condition)} { ${actionTexts(either.then).join("; ")} }${rest}`;
  }
  if (isObject(forEach)) {
    return `for ${textOf(forEach.item)} in ${textOf(forEach.list)} { ${
      actionTexts(forEach.actions).join("; ")
    } }`;
  }
  if (isObject(send)) {
    const [to, delay] = [textOf(send.to), textOf(send.delay)];
    return `send ${textOf(send.event)}${to === "" ? "" : ` to ${to}`}${
      delay === "" ? "" : ` after ${delay}`
    }`;
  }
  if (textOf(cancel) !== "") return `cancel ${textOf(cancel)}`;
  return textOf(log) === "" ? "" : `log ${textOf(log)}`;
}

/** Statements on lines of their own become statements in one line. */
function statementsText(code: string): string {
  return code.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "").join("; ");
}

function timerStartText(start: Record<string, unknown>): string {
  const repeat = textOf(start.repeat);
  return `start ${textOf(start.timer)} ${textOf(start.duration)}${repeat === "" ? "" : ` repeat ${repeat}`}`;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The name of a state as drawings show it: one line; `(unnamed)` for an empty name. */
export function shownName(name: string): string {
  return oneLine(name) || "(unnamed)";
}
