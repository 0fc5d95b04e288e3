import {
  ADD_EVENT_COMMAND,
  ADD_STATE_COMMAND,
  ADD_TRANSITION_COMMAND,
  type AnyOp,
  applyPatchOps,
  buildParentMap,
  collectEventIds,
  collectStateNames,
  findState,
  type MachineOp,
  MOVE_STATE_COMMAND,
  readTriggerText,
  type Refusal,
  refusalText,
  REMOVE_STATE_COMMAND,
  RENAME_STATE_COMMAND,
  type StateMachineDefinition,
  type Transition,
  triggerText,
  UPDATE_STATE_COMMAND,
  UPDATE_TRANSITION_COMMAND,
  walkStates,
} from "@loom/protocol";
import type { CanvasElements, EnteredTransition } from "../canvas/mod.ts";
import { freeName } from "../canvas/clipboard.ts";

/** An edit of a machine that a canvas asks for: its operations with a sentence, or the reason why it cannot be. */
export type CanvasEdit =
  | { readonly ops: readonly MachineOp[]; readonly summary: string }
  | { readonly refusal: string };

/** Collects the operations of several commands, each on what the ones before have made. */
export class Plan {
  def: StateMachineDefinition;
  readonly ops: MachineOp[] = [];
  readonly summaries: string[] = [];

  constructor(def: StateMachineDefinition) {
    this.def = def;
  }

  /** Runs a command; returns the reason why it is refused. */
  run<Values>(
    command: {
      run(document: StateMachineDefinition, values: Values):
        | {
          readonly ok: true;
          readonly value: { readonly ops: readonly MachineOp[]; readonly summary: string };
        }
        | { readonly ok: false; readonly refusal: Refusal };
    },
    values: Values,
  ): string | undefined {
    const result = command.run(this.def, values);
    if (!result.ok) {
      return refusalText(result.refusal, (part) => "argument" in part ? part.argument : part.command);
    }
    this.add(result.value.ops, result.value.summary);
    return undefined;
  }

  add(ops: readonly MachineOp[], summary: string): void {
    this.def = applyPatchOps(this.def, ops);
    this.ops.push(...ops);
    this.summaries.push(summary);
  }

  /** The whole edit. */
  get edit(): CanvasEdit {
    return { ops: this.ops, summary: this.summaries.join(" ") };
  }
}

/** Adds a state with a name of its own. */
export function addedState(
  def: StateMachineDefinition,
  parent: string | undefined,
): CanvasEdit & { readonly name?: string } {
  const plan = new Plan(def);
  const name = freeName(collectStateNames(def.state));
  const refusal = plan.run(ADD_STATE_COMMAND, parent === undefined ? { name } : { name, parent });
  return refusal === undefined ? { ...plan.edit, name } : { refusal };
}

/**
 * Renames a state with every reference to it.
 *
 * @param key Its name; its path in the document for one that has the name of an earlier state.
 */
export function renamedState(def: StateMachineDefinition, key: string, newName: string): CanvasEdit {
  if (newName === "") return { refusal: "A state needs a name." };
  const plan = new Plan(def);
  const visit = Array.from(walkStates(def.state)).find(({ path }) => path === key);
  const name = visit?.state.name ?? key;
  const earlier = visit ? earlierOf(def, visit.path, name) : 0;
  if (earlier > 1 || (earlier > 0 && earlierOf(def, undefined, name) > earlier + 1)) {
    return { refusal: `More than two states are named "${name}": rename the first of them before this one.` };
  }
  const refusal = plan.run(RENAME_STATE_COMMAND, { name, newName });
  if (refusal !== undefined || earlier === 0) return refusal === undefined ? plan.edit : { refusal };
  // Operations find the first state of a name: that one steps aside, with the references, which are to it.
  const aside = freeName([...collectStateNames(def.state), newName], `${name}1`);
  const ops = [[name, aside], [name, newName], [aside, name]] as const;
  return {
    ops: ops.map(([from, to]) => ({ op: "state.rename", name: from, to })),
    summary: `Renamed the second "${name}" to "${newName}".`,
  };
}

/** The number of states of a name before a path, or in all. */
function earlierOf(
  { state: root }: StateMachineDefinition,
  before: string | undefined,
  name: string,
): number {
  const visits = Array.from(walkStates(root));
  const end = before === undefined ? visits.length : visits.findIndex(({ path }) => path === before);
  return visits.slice(0, end).filter(({ state }) => state.name === name).length;
}

/**
 * Moves states, with all that is inside of them, into another state.
 *
 * @param parent Its name; `undefined` for the root.
 */
export function nestedStates(
  def: StateMachineDefinition,
  names: readonly string[],
  parent: string | undefined,
): CanvasEdit {
  const plan = new Plan(def);
  for (const name of names) {
    const refusal = plan.run(MOVE_STATE_COMMAND, { name, parent: parent ?? def.state.name });
    if (refusal !== undefined) return { refusal };
  }
  return plan.edit;
}

/** Adds a transition or changes one; an event that is not there yet is declared. */
export function enteredTransition(
  def: StateMachineDefinition,
  about: { readonly from: string } | { readonly id: string },
  { to, event, guard }: EnteredTransition,
): CanvasEdit {
  const plan = new Plan(def);
  const trigger = readTriggerText(event);
  for (const id of eventsOf(trigger)) {
    const refusal = isNewEvent(plan.def, id) ? plan.run(ADD_EVENT_COMMAND, { id }) : undefined;
    if (refusal !== undefined) return { refusal };
  }
  const refusal = "from" in about
    ? plan.run(ADD_TRANSITION_COMMAND, {
      state: about.from,
      event: "",
      ...trigger,
      ...(to === "" ? {} : { nextState: to }),
      ...(guard === "" ? {} : { condition: guard }),
    })
    : changedTransition(plan, about.id, { nextState: to, condition: guard }, event);
  return refusal === undefined ? plan.edit : { refusal };
}

/** The events of a transition. */
export function eventsOf({ event, events = [] }: Pick<Transition, "event" | "events">): string[] {
  return [...event === undefined ? [] : [event], ...events];
}

/** Checks whether an event is declared nowhere. */
export function isNewEvent(def: StateMachineDefinition, event: string): boolean {
  if (event.includes("*") || /^(?:done|error)\./.test(event)) return false;
  const timers = (Array.isArray(def.events) ? def.events : []).flatMap(({ timers = [] }) =>
    timers.map(({ id }) => id)
  );
  return !collectEventIds(def).includes(event) && !timers.includes(event);
}

function changedTransition(
  plan: Plan,
  id: string,
  texts: Readonly<Record<string, string>>,
  event: string,
): string | undefined {
  const { state, index } = placeOfTransition(id);
  const now = findState(plan.def.state, state)?.transitions?.[index];
  const isKept = now !== undefined && triggerText({ ...now }) === event;
  const fields: [string, unknown][] = isKept
    ? []
    : Object.entries({ event: undefined, events: undefined, after: undefined, ...readTriggerText(event) });
  for (const [name, text] of Object.entries(texts)) fields.push([name, text === "" ? undefined : text]);
  const patch = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const unset = fields.flatMap(([name, value]) => value === undefined && now && name in now ? [name] : []);
  return plan.run(UPDATE_TRANSITION_COMMAND, { state, index, changes: { patch, unset } });
}

/** The state and the index that the id of a transition names. */
export function placeOfTransition(id: string): { readonly state: string; readonly index: number } {
  const at = id.lastIndexOf(":");
  return { state: id.slice(0, at), index: Number(id.slice(at + 1)) };
}

/** The kinds of states, as a menu names them. */
export const STATE_KINDS = ["normal", "final", "history", "choice"] as const;

/** Gives a state another kind. */
export function withKind(
  def: StateMachineDefinition,
  name: string,
  kind: typeof STATE_KINDS[number],
): CanvasEdit {
  const plan = new Plan(def);
  const changes = kind === "normal" ? { patch: {}, unset: ["kind"] } : { patch: { kind } };
  const refusal = plan.run(UPDATE_STATE_COMMAND, { name, changes });
  return refusal === undefined ? plan.edit : { refusal };
}

/** Makes a state the one that its parent begins with. */
export function asInitial(def: StateMachineDefinition, name: string): CanvasEdit {
  const parent = buildParentMap(def.state).get(name);
  if (parent === undefined || parent === null) return { refusal: "The root has nothing around it." };
  const plan = new Plan(def);
  const refusal = plan.run(UPDATE_STATE_COMMAND, { name: parent, changes: { patch: { initial: name } } });
  return refusal === undefined ? plan.edit : { refusal };
}

/** Adds a region to a state. */
export function addedRegion(
  def: StateMachineDefinition,
  parent: string,
): CanvasEdit & { readonly name?: string } {
  const plan = new Plan(def);
  const name = freeName(collectStateNames(def.state), "Region1");
  const refusal = plan.run(ADD_STATE_COMMAND, { name, parent, region: true });
  return refusal === undefined ? { ...plan.edit, name } : { refusal };
}

/** Removes states with what leads to them, and transitions. */
export function removedElements(
  def: StateMachineDefinition,
  { states, transitions }: CanvasElements,
): CanvasEdit {
  const plan = new Plan(def);
  const places = transitions.map(placeOfTransition).sort((a, b) => b.index - a.index);
  for (const { state, index } of places) {
    plan.add([{ op: "transition.remove", state, index }], `Removed a transition of "${state}".`);
  }
  for (const name of states) {
    const refusal = plan.run(REMOVE_STATE_COMMAND, { name, cascade: true });
    if (refusal !== undefined) return { refusal };
  }
  return plan.edit;
}

/** Operations for a session, which takes those of every kind. */
export function opsOf(edit: { readonly ops: readonly MachineOp[] }): readonly AnyOp[] {
  return edit.ops as readonly AnyOp[];
}
