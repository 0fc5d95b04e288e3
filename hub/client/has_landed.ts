import {
  equalJson,
  findState,
  isObject,
  type JsonObject,
  type MachineOp,
  ownIdOf,
  type State,
} from "@loom/protocol";
import type { Entry } from "./replica.ts";

/**
 * Whether a document seems to hold a change already: everything that the change adds is there, and was not before. Asked
 * where the hub cannot tell, because it has begun anew. A change that adds nothing can be made twice without harm.
 *
 * @param under the document that the change was made on
 * @param def the document that may hold it
 */
export function hasLanded({ ops }: Pick<Entry, "ops">, under: JsonObject, def: JsonObject): boolean {
  const adding = (ops ?? []).filter(isAdding);
  return adding.length > 0 && adding.every((op) => count(op, def) > count(op, under));
}

/** The operations that add something which others do not add. */
export function addsBeyond(
  ops: readonly MachineOp[],
  others: readonly MachineOp[],
): ReadonlySet<MachineOp> {
  const added = new Set(others.filter(isAdding).map(markOf));
  return new Set(ops.filter((op) => isAdding(op) && !added.has(markOf(op))));
}

/** Whether something that is added cannot be there twice: a document takes its name once, or it has an id of its own. */
export function isOnce(op: MachineOp): boolean {
  if (op.op === "state.add" || op.op === "event.add" || op.op === "timer.add") return true;
  const item = addedBy(op);
  return isObject(item) && ownIdOf(item) !== undefined;
}

/** By what something that is added is known again: an id of its own, which no renaming changes, else all of it. */
function markOf(op: MachineOp): string {
  const item = addedBy(op);
  const id = isObject(item) ? ownIdOf(item) : undefined;
  return id === undefined ? JSON.stringify(item) : `${op.op} ${id}`;
}

function isAdding({ op }: MachineOp): boolean {
  return op.endsWith(".add");
}

function addedBy(op: MachineOp): unknown {
  switch (op.op) {
    case "state.add":
      return op.state;
    case "event.add":
      return op.event;
    case "timer.add":
      return op.timer;
    case "eventSource.add":
      return op.source;
    case "parameter.add":
      return op.parameter;
    case "transition.add":
      return op.transition;
    case "action.add":
      return op.action;
    default:
      return undefined;
  }
}

/** How often a document holds what an operation adds. */
function count(op: MachineOp, def: JsonObject): number {
  switch (op.op) {
    case "state.add":
      return stateOf(def, op.state.name) ? 1 : 0;
    case "event.add":
      return times(sources(def).flatMap((source) => list(source, "events")), ({ id }) => id === op.event.id);
    case "timer.add":
      return times(sources(def).flatMap((source) => list(source, "timers")), ({ id }) => id === op.timer.id);
    case "eventSource.add":
      return times(sources(def), (source) => equalJson(source, op.source));
    case "parameter.add": {
      const event = sources(def).flatMap((source) => list(source, "events")).find(({ id }) =>
        id === op.eventId
      );
      return times(list(event, "parameters"), (parameter) => equalJson(parameter, op.parameter));
    }
    case "transition.add":
      return times(list(stateOf(def, op.state), "transitions"), (one) => equalJson(one, op.transition));
    case "action.add":
      return times(
        list(stateOf(def, op.state)?.[op.hook], "actions"),
        (action) => equalJson(action, op.action),
      );
    default:
      return 0;
  }
}

type Members = Record<string, unknown>;

function sources(def: JsonObject): Members[] {
  return list(def, "events");
}

/** The objects in a list that a member holds; none where it holds no list. */
function list(owner: unknown, key: string): Members[] {
  const value = isObject(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function times(items: readonly Members[], fits: (item: Members) => boolean): number {
  return items.filter(fits).length;
}

function stateOf(def: JsonObject, name: string): Members | undefined {
  const root: unknown = def["state"];
  const state = isObject(root) ? findState(root as unknown as State, name) : undefined;
  return state as Members | undefined;
}
