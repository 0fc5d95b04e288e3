import { isObject } from "../../json/value.ts";
import { setMember } from "../../json/clone.ts";
import { renameInStateCalls } from "./in_state_text.ts";
import type { Members } from "./members.ts";

/** What a rename does to each kind of text in a document. */
interface Renaming {
  /** The name of a state. */
  state(name: unknown): unknown;
  /** The id of an event. */
  event(id: unknown): unknown;
  /** A guard, an action or a duration. */
  expression(text: unknown): unknown;
}

/** The event that says that a state is complete. */
export function completionEvent(state: string): string {
  return `done.state.${state}`;
}

/**
 * Renames a state wherever it is referred to: targets, joins, initial states, the event of its completion, and
 * `in_state` in guards and actions. The state itself keeps its name.
 */
export function renameStateReferences(top: Members, name: string, to: string): Members {
  const completion = completionEvent(name);
  const renaming: Renaming = {
    state: (value) => value === name ? to : value,
    event: (value) => value === completion ? completionEvent(to) : value,
    expression: (value) => typeof value === "string" ? renameInStateCalls(value, name, to) : value,
  };
  return withMembers(top, {
    state: (root) => renameInState(root, renaming),
    events: (sources) => renameDeclarations(sources, renaming, ["events"]),
  });
}

/** Renames an event or timer wherever it is declared or referred to. */
export function renameEventReferences(top: Members, id: string, to: string): Members {
  const renaming: Renaming = {
    state: (value) => value,
    event: (value) => value === id ? to : value,
    expression: (value) => value,
  };
  return withMembers(top, {
    state: (root) => renameInState(root, renaming),
    events: (sources) => renameDeclarations(sources, renaming, ["events", "timers"]),
  });
}

function renameDeclarations(sources: unknown, renaming: Renaming, lists: readonly string[]): unknown {
  const declaration = (value: unknown) => withMembers(value, { id: renaming.event });
  const list = (value: unknown) => withItems(value, declaration);
  return withItems(
    sources,
    (source) => withMembers(source, Object.fromEntries(lists.map((key) => [key, list]))),
  );
}

function renameInState(state: unknown, renaming: Renaming): unknown {
  const states = (list: unknown) => withItems(list, (child) => renameInState(child, renaming));
  const actions = (list: unknown) => withItems(list, (action) => renameInAction(action, renaming));
  const block = (value: unknown) => withMembers(value, { actions });
  return withMembers(state, {
    initial: renaming.state,
    onEntry: block,
    onExit: block,
    transitions: (list) => withItems(list, (transition) => renameInTransition(transition, renaming, actions)),
    states,
    parallel: (parallel) => withMembers(parallel, { nextState: renaming.state, states }),
  });
}

function renameInTransition(transition: unknown, renaming: Renaming, actions: Rewrite): unknown {
  return withMembers(transition, {
    event: renaming.event,
    nextState: renaming.state,
    condition: renaming.expression,
    actions,
    // Older documents have a single action here.
    action: (action) => renameInAction(action, renaming),
  });
}

function renameInAction(action: unknown, renaming: Renaming): unknown {
  if (typeof action === "string") return renaming.expression(action);
  return withMembers(action, {
    code: renaming.expression,
    raise: renaming.event,
    timerStart: (start) => withMembers(start, { duration: renaming.expression, repeat: renaming.expression }),
  });
}

type Rewrite = (value: unknown) => unknown;

/** A copy of the object with some members rewritten; the object itself when nothing changes. */
function withMembers<T>(value: T, rewrites: { readonly [key: string]: Rewrite }): T {
  if (!isObject(value)) return value;
  let copy: (T & Members) | undefined;
  for (const [key, rewrite] of Object.entries(rewrites)) {
    if (!Object.hasOwn(value, key)) continue;
    const before = value[key];
    const after = rewrite(before);
    if (after !== before) setMember(copy ??= { ...value }, key, after);
  }
  return copy ?? value;
}

/** A copy of the list with its items rewritten; the list itself when nothing changes. */
function withItems(list: unknown, rewrite: Rewrite): unknown {
  if (!Array.isArray(list)) return list;
  let copy: unknown[] | undefined;
  for (const [index, before] of list.entries()) {
    const after = rewrite(before);
    if (after !== before) (copy ??= list.slice())[index] = after;
  }
  return copy ?? list;
}
