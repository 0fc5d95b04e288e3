import { isObject } from "../json/value.ts";
import { noteText } from "../notes.ts";
import { oneLine } from "../text/terminal_text.ts";

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
  /** The event's id, several ids, or a delay as `after 500 ms`; `""` for an event-less transition. */
  readonly event: string;
  /** The target's name; `""` for an internal transition. */
  readonly target: string;
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
  return {
    event: triggerText(transition),
    target: textOf(transition.nextState),
    guard: textOf(transition.condition).trim(),
    actions: actionTexts(transition.actions),
  };
}

/** What a transition waits for: its events, else its delay. */
function triggerText({ event, events, after }: Record<string, unknown>): string {
  const further = Array.isArray(events) ? events.map(textOf) : [];
  const ids = [textOf(event), ...further].filter((id) => id !== "");
  if (ids.length > 0) return ids.join(" / ");
  const delay = textOf(after);
  return delay === "" ? "" : `after ${delay}${Number.isNaN(Number(delay)) ? "" : " ms"}`;
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
  return textOf(action.raise) === "" ? "" : `raise ${textOf(action.raise)}`;
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
