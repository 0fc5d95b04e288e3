/**
 * What several people do to one machine at once: mostly words, now and then a transition, rarely a name.
 *
 * @module
 */
import { applyPatchOps, type MachineOp, type State, type StateMachineDefinition } from "@loom/protocol";
import { generatedMachine } from "../../layout/graphs/machine.ts";
import { Random } from "../../layout/graphs/random.ts";

/** About 50 kB of JSON. */
const STATES = 370;

/** The document that the edits are made on. */
export function documentToEdit(): StateMachineDefinition {
  return generatedMachine({ states: STATES, seed: 7, nested: true });
}

/** One change, and the document as who made it sees it then. */
export interface MadeEdit {
  readonly ops: readonly MachineOp[];
  readonly before: StateMachineDefinition;
  readonly after: StateMachineDefinition;
}

/** A way to edit a state; nothing where there is nothing to edit. */
type Row = readonly [weight: number, make: (state: State, words: Words) => MachineOp | undefined];

interface Words {
  readonly random: Random;
  readonly name: string;
  readonly number: number;
  readonly target: string;
}

const ROWS: readonly Row[] = [
  [35, ({ name }, { number }) => ({
    op: "state.update",
    name,
    patch: { notes: `Checked ${number} times, last by the person on duty.` },
  })],
  [25, ({ name, transitions = [] }, { random, number }) =>
    transitions.length === 0 ? undefined : {
      op: "transition.update",
      state: name,
      index: random.below(transitions.length),
      patch: { condition: `retries < ${number} and online` },
    }],
  [12, ({ name, transitions = [] }, { target, number }) =>
    transitions.length > 4 ? undefined : {
      op: "transition.add",
      state: name,
      transition: { event: "confirm", nextState: target, condition: `amount > ${number}` },
    }],
  [8, ({ name, transitions = [] }, { random }) =>
    transitions.length < 2 ? undefined : {
      op: "transition.remove",
      state: name,
      index: random.below(transitions.length),
    }],
  [15, ({ name, onEntry }, { number }) =>
    (onEntry?.actions ?? []).length > 4 ? undefined : {
      op: "action.add",
      state: name,
      hook: "onEntry",
      action: { code: `count = count + ${number}` },
    }],
  [5, ({ name }, words) => ({
    op: "state.rename",
    name,
    to: `${name.replace(/_.*/, "")}_${words.name}${words.number}`,
  })],
];

/**
 * Someone who edits a part of the document that nobody else edits, so that all changes can be made, in whatever order they meet.
 *
 * @param index which of `count` people
 */
export function* editsOf(
  start: StateMachineDefinition,
  index: number,
  count: number,
): Generator<MadeEdit, never> {
  const random = new Random(1_000 + index);
  const own = statesIn(start.state).flatMap(({ name }, at) => at > 0 && at % count === index ? [name] : []);
  let before = start;
  for (let number = 1;;) {
    const place = random.below(own.length);
    const state = statesIn(before.state).find(({ name }) => name === own[place]);
    if (state === undefined) throw new Error(`There is no state ${own[place]}.`);
    const words = { random, name: `by${index}n`, number, target: random.pick(own) };
    const op = rowFor(random)(state, words);
    if (op === undefined) continue;
    if (op.op === "state.rename") own[place] = op.to;
    const after = applyPatchOps(before, [op]);
    yield { ops: [op], before, after };
    before = after;
    number++;
  }
}

function rowFor(random: Random): Row[1] {
  let left = random.below(ROWS.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of ROWS) {
    if (left < weight) return make;
    left -= weight;
  }
  throw new Error("The weights have changed.");
}

function statesIn(state: State): State[] {
  return [state, ...[...state.states ?? [], ...state.parallel?.states ?? []].flatMap(statesIn)];
}
