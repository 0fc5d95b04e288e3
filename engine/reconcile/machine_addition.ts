import { isObject, type MachineOp, type State, type StateMachineDefinition } from "@loom/protocol";
import { enrich } from "../model.ts";
import { childrenOf } from "../members.ts";
import type { ReplayStep } from "../scenario/report.ts";
import { capitalized, objectionTo, sourceNameOf } from "./names.ts";

/** A step that stops a path, and the message behind it. */
export interface Failure {
  /** The step. */
  readonly step: ReplayStep;
  /** The sender of the message. */
  readonly sender: string;
  /** The state that the message claims; empty when it claims none. */
  readonly claim: string;
  /** The machine that the message names; empty when it names none. */
  readonly named: string;
  /** Number of machines that have the event. */
  readonly hearing: number;
  /** True when another machine has the claimed state. */
  readonly isClaimElsewhere: boolean;
}

/** The additions that let a machine take a message, or the reason why a person has to decide. */
export type Decision =
  | { readonly ops: readonly MachineOp[]; readonly reasons: readonly string[] }
  | { readonly open: string };

/** The event that a message names, which the machine does not have. */
export function addEvent(definition: StateMachineDefinition, { step, sender, claim }: Failure): Decision {
  const event = step.event ?? "";
  const { eventMap } = enrich(definition);
  const objection = objectionTo("event", event, eventMap.keys());
  if (objection !== undefined) return { open: objection };
  if (claim === "") return { open: `no machine has the event ${event}: say with \`state\` where it leads` };
  const source = sourceNameOf(sender);
  const sources: readonly unknown[] = Array.isArray(definition.events) ? definition.events : [];
  const names = [source, capitalized(sender), sender];
  const sourceIndex = sources.findIndex((one) =>
    isObject(one) &&
    (names.some((name) => name !== "" && name === one.name) || (sender !== "" && one.feeder === sender))
  );
  const op: MachineOp = sourceIndex >= 0
    ? { op: "event.add", sourceIndex, event: { id: event } }
    : { op: "eventSource.add", source: { name: source, events: [{ id: event }] } };
  return { ops: [op], reasons: [`the event ${event}`] };
}

/** The transition that a message needs, with the state that it leads to. */
export function addTransition(definition: StateMachineDefinition, failure: Failure): Decision {
  const { step, claim, named, hearing, isClaimElsewhere } = failure;
  const event = step.event ?? "";
  const [leaf, ...others] = step.from;
  if (claim === "") {
    return { open: `${event} is refused in ${step.from.join(" or ")}: say with \`state\` where it leads` };
  }
  if (leaf === undefined || others.length > 0) {
    return {
      open: `${event} may find the machine in ${
        step.from.join(" or ")
      }: say in an earlier message which it is`,
    };
  }
  if (step.note?.includes("timer")) {
    return { open: `${event} comes from a timer that does not run in ${leaf}: start it` };
  }
  const { stateMap, parentMap } = enrich(definition);
  const isNew = !stateMap.has(claim);
  if (isNew && named === "" && (isClaimElsewhere || hearing > 1)) {
    return {
      open: `several machines may be meant by ${event} and ${claim}: name the machine in the message`,
    };
  }
  const objection = isNew ? objectionTo("state", claim, stateMap.keys()) : undefined;
  if (objection !== undefined) return { open: objection };
  const above = ancestorsOf(leaf, parentMap);
  if (leaf.includes("|") || above.some((name) => isParallel(stateMap.get(name)))) {
    return {
      open: `${event} is refused in ${leaf}, which is inside regions: add the transition where it belongs`,
    };
  }
  const root: unknown = definition.state;
  if (isNew && isObject(root) && root.name === leaf && childrenOf(root as State).length === 0) {
    return { ops: [addState(null, claim)], reasons: [`the state ${claim}, where the machine begins`] };
  }
  const parent = above[0];
  const isRoot = parent === undefined || parentMap.get(parent) === null;
  // A state around the present one stays as it is: the transition is internal.
  const stays = claim === leaf || above.includes(claim);
  const target = stays ? {} : { nextState: claim };
  return {
    ops: [
      ...(isNew ? [addState(isRoot ? null : parent, claim)] : []),
      { op: "transition.add", state: leaf, transition: { event, ...target } },
    ],
    reasons: [
      ...(isNew ? [`the state ${claim}${isRoot ? "" : ` in ${parent}`}`] : []),
      `a transition of ${leaf} on ${event}${stays ? "" : ` to ${claim}`}`,
    ],
  };
}

function addState(parent: string | null, name: string): MachineOp {
  return { op: "state.add", parent, state: { name, transitions: [] } };
}

function ancestorsOf(name: string, parents: ReadonlyMap<string, string | null>): string[] {
  const names: string[] = [];
  for (
    let one = parents.get(name);
    one !== undefined && one !== null && !names.includes(one);
    one = parents.get(one)
  ) {
    names.push(one);
  }
  return names;
}

function isParallel(state: State | undefined): boolean {
  return isObject(state?.parallel) && Array.isArray(state.parallel.states) &&
    state.parallel.states.length > 0;
}
