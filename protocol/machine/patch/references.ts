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
  return renamed(top, renaming, ["events"]);
}

/** Renames an event or timer wherever it is declared or referred to. */
export function renameEventReferences(top: Members, id: string, to: string): Members {
  const renaming: Renaming = {
    state: (value) => value,
    event: (value) => value === id ? to : value,
    expression: (value) => value,
  };
  return renamed(top, renaming, ["events", "timers"]);
}

/** What a value becomes; the value itself where nothing changes. */
type Rewrite = (value: unknown) => unknown;

function renamed(top: Members, renaming: Renaming, declaring: readonly string[]): Members {
  const declarations = items(members({ id: renaming.event }));
  const sources = items(members(Object.fromEntries(declaring.map((key) => [key, declarations]))));
  return members({ state: inState(renaming), events: sources })(top) as Members;
}

function inState(renaming: Renaming): Rewrite {
  const actions = items(inAction(renaming));
  const block = members({ actions });
  const states = items((child) => state(child));
  const state = members({
    initial: renaming.state,
    onEntry: block,
    onExit: block,
    transitions: items(inTransition(renaming, actions)),
    states,
    parallel: members({ nextState: renaming.state, states }),
  });
  return state;
}

function inTransition(renaming: Renaming, actions: Rewrite): Rewrite {
  return members({
    event: renaming.event,
    nextState: renaming.state,
    condition: renaming.expression,
    actions,
    // Older documents have a single action here.
    action: inAction(renaming),
  });
}

function inAction(renaming: Renaming): Rewrite {
  const action = members({
    code: renaming.expression,
    raise: renaming.event,
    timerStart: members({ duration: renaming.expression, repeat: renaming.expression }),
  });
  return (value) => typeof value === "string" ? renaming.expression(value) : action(value);
}

/** Rewrites some members of an object, in a copy of it when one changes. */
function members(rewrites: { readonly [key: string]: Rewrite }): Rewrite {
  const table = new Map(Object.entries(rewrites));
  return (value) => {
    if (!isObject(value)) return value;
    let copy: Members | undefined;
    for (const key of Object.keys(value)) {
      const rewrite = table.get(key);
      if (rewrite === undefined) continue;
      const before = value[key];
      const after = rewrite(before);
      if (after !== before) setMember(copy ??= { ...value }, key, after);
    }
    return copy ?? value;
  };
}

/** Rewrites the items of a list, in a copy of it when one changes. */
function items(rewrite: Rewrite): Rewrite {
  return (list) => {
    if (!Array.isArray(list)) return list;
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const before: unknown = list[index];
      const after = rewrite(before);
      if (after !== before) (copy ??= list.slice())[index] = after;
    }
    return copy ?? list;
  };
}
