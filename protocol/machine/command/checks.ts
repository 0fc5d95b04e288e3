import type { EditCommand } from "../../command.ts";
import { isObject } from "../../json/value.ts";
import { checkName, refuse, refuseUnknown } from "../../plan.ts";
import type { Phrase } from "../../refusal.ts";
import { checkShape } from "../../shape/check.ts";
import { objectsIn, timersIn, triggerIds } from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import { MACHINE_SHAPE } from "../shape.ts";
import { type StateVisit, walkStates } from "../tree.ts";
import type { Action, EventSource, State, StateMachineDefinition } from "../types.ts";

/** An edit of a state machine. */
export type MachineCommand<Arguments extends object> = EditCommand<
  StateMachineDefinition,
  MachineOp,
  Arguments
>;

/** Events that need no declaration: the ends of invoked work, errors, and wildcards. */
const UNDECLARED = /^(?:(?:done|error)\.invoke\.|error\.action$)|^\*$|\.\*$/;

/** Forms of an action. */
const ACTION_MEMBERS = [
  "code",
  "raise",
  "timerStart",
  "timerStop",
  "assign",
  "if",
  "forEach",
  "send",
  "cancel",
  "log",
] as const;

/** The most names in a message. */
const MOST_NAMES = 12;

/** The first of some texts, with commas between. */
export function someOf(texts: readonly string[], most: number = MOST_NAMES): string {
  return texts.slice(0, most).join(", ") + (texts.length > most ? ", …" : "");
}

/** The state of a name, which must be the only one. */
export function stateNamed(machine: StateMachineDefinition, name: string): StateVisit {
  const found = statesIn(machine).filter((visit) => visit.state.name === name);
  const [first, ...others] = found;
  if (first === undefined) refuseState(machine, name, [{ command: "state.list" }, " shows all"]);
  if (others.length === 0) return first;
  refuse(
    "ambiguous_name",
    `${found.length} states are called "${name}" (${someOf(found.map(({ path }) => path))})`,
    { remedy: ["use ", { command: "state.rename" }, ", which takes the first, and then try again"] },
  );
}

/** The first state of a name. */
export function firstStateNamed(machine: StateMachineDefinition, name: string): StateVisit {
  return statesIn(machine).find((visit) => visit.state.name === name) ?? stateNamed(machine, name);
}

/** The parent of a new state: the named one, else the root. */
export function parentNamed(machine: StateMachineDefinition, name: string | undefined): StateVisit {
  const [root] = statesIn(machine);
  if (root === undefined) {
    refuse("no_root", "The machine has no root state to put it into", {
      remedy: ["use ", { command: "document.load" }, " with a definition that has one"],
    });
  }
  return name === undefined || name === root.state.name ? root : stateNamed(machine, name);
}

/** Refuses a parent that can have no children. */
export function checkParent({ name, kind }: State): void {
  if (kind !== "final" && kind !== "history" && kind !== "choice") return;
  refuse("bad_parent", `"${name}" is a ${kind} state, which has no children`, {
    remedy: ["choose another parent, or use ", {
      command: "state.update",
      arguments: { name, kind: "normal" },
    }],
  });
}

/** Refuses the name of a new state that is none, or taken. */
export function checkNewState(machine: StateMachineDefinition, name: string): void {
  checkName("state", name);
  const visit = statesIn(machine).find((one) => one.state.name === name);
  if (visit === undefined) return;
  const where = visit.parent === null ? "it is the root" : `inside "${visit.parent.name}"`;
  refuse("duplicate", `There is a state "${name}" already (${where})`, {
    path: visit.path,
    remedy: ["choose another name, or use ", { command: "state.update" }],
  });
}

/** Refuses the id of a new event or timer that is none, or taken. */
export function checkNewTrigger(machine: StateMachineDefinition, id: string): void {
  checkName("event", id);
  if (!triggerIds(machine).includes(id)) return;
  const source = objectsIn<EventSource>(machine.events).find((one) =>
    [...objectsIn<{ id: string }>(one.events), ...objectsIn<{ id: string }>(one.timers)]
      .some((it) => it.id === id)
  );
  refuse("duplicate", `There is an event "${id}" already (source "${source?.name ?? ""}")`, {
    remedy: ["choose another id, or use ", { command: "event.update" }],
  });
}

/** Refuses a target that is no state. */
export function checkTarget(
  machine: StateMachineDefinition,
  name: unknown,
  allowUnknown: boolean | undefined,
): void {
  if (typeof name !== "string" || name === "" || allowUnknown) return;
  if (!stateNames(machine).includes(name)) refuseState(machine, name, unknownRemedy("state.add"));
}

/** Refuses an id that no transition can wait for: no event, no timer, no completion, no error, no wildcard. */
export function checkTrigger(
  machine: StateMachineDefinition,
  id: unknown,
  allowUnknown: boolean | undefined,
): void {
  if (typeof id !== "string" || id === "" || allowUnknown) return;
  const ids = triggerIds(machine);
  if (ids.includes(id)) return;
  const completed = /^done\.state\.(.+)$/.exec(id)?.[1];
  if (completed !== undefined) return void stateNamed(machine, completed);
  if (UNDECLARED.test(id)) return;
  refuseUnknown("event", id, ids, unknownRemedy("event.add"));
}

/** Refuses the name of a timer that does not exist. */
export function checkTimer(
  machine: StateMachineDefinition,
  name: unknown,
  allowUnknown: boolean | undefined,
): void {
  if (typeof name !== "string" || name === "" || allowUnknown) return;
  const names = timersIn(machine).map((timer) => String(timer.name));
  if (!names.includes(name)) refuseUnknown("timer", name, names, unknownRemedy("timer.add"));
}

/** The type of the trigger with an id. */
export function triggerNamed(machine: StateMachineDefinition, id: string): "event" | "timer" {
  const ids = triggerIds(machine);
  if (!ids.includes(id)) refuseUnknown("event", id, ids, ["use ", { command: "event.add" }, " to add one"]);
  return timersIn(machine).some((timer) => timer.id === id) ? "timer" : "event";
}

/** Takes actions: a text is code, an object is an action as documents have it. */
export function checkedActions(values: readonly unknown[] | undefined): Action[] | undefined {
  return values?.map((value, index) => {
    if (typeof value === "string" && value.trim() !== "") return { code: value };
    const kinds = isObject(value) ? ACTION_MEMBERS.filter((key) => key in value) : [];
    const issue = kinds.length === 1 ? checkShape(MACHINE_SHAPE, "Action", value)[0] : undefined;
    if (kinds.length === 1 && issue === undefined) return value as Action;
    refuse("bad_action", `Action ${index} is none${issue === undefined ? "" : ` (${issue.message})`}`, {
      remedy:
        'give code as text, or {"raise": "event"}, {"timerStart": {"timer": "name", "duration": 1000}}, ' +
        '{"timerStop": "name"}, {"send": {"event": "id", "delay": 1000}}, {"cancel": "id"}, ' +
        '{"if": {"condition": "guard", "then": []}}, {"forEach": {"list": "items", "item": "one", "actions": []}}, ' +
        '{"assign": {"target": "name", "value": "expression"}} or {"log": "expression"}',
    });
  });
}

function statesIn(machine: StateMachineDefinition): StateVisit[] {
  return isObject(machine.state) ? Array.from(walkStates(machine.state)) : [];
}

function stateNames(machine: StateMachineDefinition): string[] {
  return statesIn(machine).map(({ state }) => String(state.name));
}

function refuseState(machine: StateMachineDefinition, name: string, remedy: Phrase): never {
  refuseUnknown("state", name, stateNames(machine), remedy);
}

function unknownRemedy(command: string): Phrase {
  return [{ command, words: "add it" }, " first, or give ", { argument: "allowUnknown", value: true }];
}
