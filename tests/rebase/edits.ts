/**
 * Arbitrary lists of operations that apply to a tagged machine.
 *
 * @module
 */
import { applyPatchOps, type MachineOp, PatchError, type StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { type Members, TAG, type TaggedThing, tagOf, thingsIn } from "./tagged_machine.ts";

/** One operation in the making: its kind, and numbers to choose its fields by. */
export interface Sketch {
  /** Which kind. */
  readonly kind: number;
  /** Choices, used from the first on. */
  readonly choices: readonly number[];
}

/** How narrow the ground is on which authors meet. */
export interface Ground {
  /** The kinds of operations that they use. */
  readonly kinds: readonly number[];
  /** The greatest choice: with 1, only the first two of everything are chosen. */
  readonly reach: number;
}

/** Grounds from a few things and kinds of operations to all of them. */
export const grounds: fc.Arbitrary<Ground> = fc.record({
  kinds: fc.oneof(
    fc.constant([]),
    fc.array(fc.nat({ max: 999 }), { minLength: 2, maxLength: 5, size: "max" }),
  ),
  reach: fc.constantFrom(1, 2, 7, 40),
});

/** Sketches of at most that many operations, most often of that many. */
export function sketches(maxLength: number, { kinds, reach }: Ground): fc.Arbitrary<Sketch[]> {
  const choices = fc.array(fc.nat({ max: reach }), { minLength: 8, maxLength: 8 });
  const kind = kinds.length > 0 ? fc.constantFrom(...kinds) : fc.nat({ max: 999 });
  return fc.array(fc.record({ kind, choices }), { minLength: 1, maxLength, size: "max" });
}

/** Operations that apply one after the other, the documents before each of them, and the last one. */
export interface Edits {
  /** The operations, each numbered under the unknown key `x-n`. */
  readonly ops: MachineOp[];
  /** `documents[n]` is the one that `ops[n]` meets. */
  readonly documents: StateMachineDefinition[];
}

/**
 * Makes operations of sketches.
 *
 * @param author A letter for the tags of what is added; names are shared, so that authors meet.
 */
export function editsOf(def: StateMachineDefinition, plan: readonly Sketch[], author: string): Edits {
  const ops: MachineOp[] = [];
  const documents = [def];
  for (const sketch of plan) {
    const now = documents.at(-1) ?? def;
    const op = { ...opOf(now, sketch, `${author}${ops.length}`), "x-n": ops.length } as unknown as MachineOp;
    const next = applied(now, op);
    if (!next) continue;
    ops.push(op);
    documents.push(next);
  }
  return { ops, documents };
}

/** The number that {@linkcode editsOf} gave an operation. */
export function numberOf(op: MachineOp): number {
  return (op as unknown as { "x-n": number })["x-n"];
}

/** The document after an operation; `undefined` when it is refused. */
export function applied(def: StateMachineDefinition, op: MachineOp): StateMachineDefinition | undefined {
  try {
    return applyPatchOps(def, [op]);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}

/** What a sketch chooses from. */
class Chooser {
  readonly things: readonly TaggedThing[];
  readonly #choices: readonly number[];
  #next = 0;

  constructor(def: StateMachineDefinition, { choices }: Sketch) {
    this.things = [...thingsIn(def)];
    this.#choices = choices;
  }

  number(below: number): number {
    return (this.#choices[this.#next++] ?? 0) % Math.max(1, below);
  }

  one(kind: TaggedThing["kind"]): Members {
    const all = this.things.filter((thing) => thing.kind === kind);
    return all[this.number(all.length)]?.item ?? {};
  }

  placed(
    kind: TaggedThing["kind"],
  ): { readonly owner: Members; readonly index: number; readonly list: string } {
    const all = this.things.filter((thing) => thing.kind === kind);
    const { owner, index, within } = all[this.number(all.length)] ?? { owner: "", index: 0, within: "" };
    const item = this.things.find(({ tag }) => tag === owner)?.item ?? {};
    return { owner: item, index, list: within.split(" ")[0] ?? "" };
  }

  /** An optional index: most often in the list, sometimes past it or from its end. */
  index(): Members {
    const chosen = this.number(9);
    return chosen < 3 ? {} : { index: chosen === 8 ? -1 : chosen === 7 ? 99 : chosen - 3 };
  }
}

type Maker = (choose: Chooser, tag: string) => Members;

const name = (choose: Chooser) => choose.one("state").name;
const id = (choose: Chooser) => choose.one("event").id;
const fresh = (choose: Chooser) => `New${choose.number(6)}`;

function patch(choose: Chooser, tag: string): Members {
  const shared = { description: tag };
  const own = { [`x-${tag}`]: tag };
  return {
    patch: choose.number(2) === 0 ? shared : own,
    ...(choose.number(6) === 0 && { unset: ["description"] }),
  };
}

function transition(choose: Chooser, tag: string): Members {
  return { event: id(choose), nextState: name(choose), [TAG]: tag };
}

function state(choose: Chooser, tag: string): Members {
  const below = choose.number(3) === 0 ? { states: [{ name: fresh(choose) + "b", [TAG]: `${tag}b` }] } : {};
  return { name: fresh(choose), [TAG]: tag, transitions: [transition(choose, `${tag}t`)], ...below };
}

/** How to make each kind of operation; kinds that meet often stand here more than once. */
const MAKERS: readonly Maker[] = [
  (choose, tag) => ({ op: "settings.update", ...patch(choose, tag) }),
  (choose, tag) => ({
    op: "state.add",
    parent: choose.number(8) === 0 ? null : name(choose),
    state: state(choose, tag),
    ...choose.index(),
    ...(choose.number(4) === 0 && { region: true }),
  }),
  (choose, tag) => ({ op: "state.update", name: name(choose), ...patch(choose, tag) }),
  (choose) => ({ op: "state.update", name: name(choose), patch: { name: fresh(choose) } }),
  (choose, tag) => ({ op: "state.update", name: name(choose), patch: { states: [state(choose, tag)] } }),
  (choose, tag) => ({
    op: "state.update",
    name: name(choose),
    patch: { transitions: [transition(choose, tag)] },
  }),
  (choose) => ({ op: "state.update", name: name(choose), patch: {}, unset: ["onEntry"] }),
  (choose) => ({ op: "state.remove", name: name(choose) }),
  (choose) => ({ op: "state.remove", name: name(choose) }),
  (choose) => ({ op: "state.nest", child: name(choose), newParent: name(choose) }),
  (choose) => ({ op: "state.rename", name: name(choose), to: fresh(choose) }),
  (choose) => ({ op: "state.rename", name: name(choose), to: fresh(choose) }),
  (choose) => ({
    op: "state.move",
    name: name(choose),
    parent: choose.number(8) === 0 ? null : name(choose),
    ...choose.index(),
    ...(choose.number(4) === 0 && { region: true }),
  }),
  (choose, tag) => ({
    op: "parallel.set",
    state: name(choose),
    parallel: choose.number(2) === 0 ? null : { states: [state(choose, tag)] },
  }),
  (choose) => ({ op: "parallel.update", state: name(choose), patch: { nextState: name(choose) } }),
  (choose, tag) => ({
    op: "eventSource.add",
    source: { name: "n", [TAG]: tag, events: [{ id: fresh(choose), [TAG]: `${tag}e` }] },
    ...choose.index(),
  }),
  (choose, tag) => ({ op: "eventSource.update", index: choose.number(4), ...patch(choose, tag) }),
  (choose, tag) => ({
    op: "eventSource.update",
    index: choose.number(4),
    patch: { events: [{ id: fresh(choose), [TAG]: tag }] },
  }),
  (choose) => ({ op: "eventSource.remove", index: choose.number(4) }),
  (choose) => ({ op: "eventSource.move", index: choose.number(4), to: choose.number(4) }),
  (choose, tag) => ({
    op: "event.add",
    sourceIndex: choose.number(4),
    event: { id: fresh(choose), [TAG]: tag },
    ...choose.index(),
  }),
  (choose, tag) => ({ op: "event.update", id: id(choose), ...patch(choose, tag) }),
  (choose) => ({ op: "event.update", id: id(choose), patch: { id: fresh(choose) } }),
  (choose) => ({ op: "event.remove", id: id(choose) }),
  (choose) => ({ op: "event.rename", id: id(choose), to: fresh(choose) }),
  (choose) => ({ op: "event.rename", id: choose.one("timer").id, to: fresh(choose) }),
  (choose) => ({ op: "event.move", id: id(choose), sourceIndex: choose.number(4), ...choose.index() }),
  (choose, tag) => ({
    op: "parameter.add",
    eventId: id(choose),
    parameter: { name: "n", type: "int", [TAG]: tag },
    ...choose.index(),
  }),
  (choose, tag) => {
    const { owner, index } = choose.placed("parameter");
    return { op: "parameter.update", eventId: owner.id, index, ...patch(choose, tag) };
  },
  (choose) => {
    const { owner, index } = choose.placed("parameter");
    return { op: "parameter.remove", eventId: owner.id, index };
  },
  (choose, tag) => ({
    op: "timer.add",
    sourceIndex: choose.number(4),
    timer: { id: fresh(choose), name: "n", [TAG]: tag },
    ...choose.index(),
  }),
  (choose, tag) => ({ op: "timer.update", id: choose.one("timer").id, ...patch(choose, tag) }),
  (choose) => ({ op: "timer.update", id: choose.one("timer").id, patch: { id: fresh(choose) } }),
  (choose) => ({ op: "timer.remove", id: choose.one("timer").id }),
  ...several(3, (choose, tag) => ({
    op: "transition.add",
    state: name(choose),
    transition: transition(choose, tag),
    ...choose.index(),
  })),
  ...several(3, (choose, tag) => {
    const { owner, index } = choose.placed("transition");
    return { op: "transition.update", state: owner.name, index, ...patch(choose, tag) };
  }),
  ...several(3, (choose) => {
    const { owner, index } = choose.placed("transition");
    return { op: "transition.remove", state: owner.name, index };
  }),
  ...several(3, (choose) => {
    const { owner, index } = choose.placed("transition");
    const toState = choose.number(2) === 0 ? {} : { toState: name(choose) };
    return { op: "transition.move", state: owner.name, index, to: choose.number(4), ...toState };
  }),
  ...several(2, (choose, tag) => ({
    op: "action.add",
    state: name(choose),
    hook: choose.number(2) === 0 ? "onEntry" : "onExit",
    action: { code: "x", [TAG]: tag },
    ...choose.index(),
  })),
  ...several(2, (choose, tag) => {
    const { owner, index, list } = choose.placed("action");
    const action = (owner[list] as { actions?: Members[] } | undefined)?.actions?.[index] ?? {};
    return {
      op: "action.update",
      state: owner.name,
      hook: list,
      index,
      action: { code: tag, [TAG]: tagOf(action) },
    };
  }),
  ...several(2, (choose) => {
    const { owner, index, list } = choose.placed("action");
    return { op: "action.remove", state: owner.name, hook: list, index };
  }),
  (_, tag) => ({ op: "document.update", patch: { [`x-${tag}`]: tag } }),
  (choose) => ({ op: "runtime.enter", state: name(choose) }),
];

/** Seldom, something big happens. */
const BIG_MAKERS: readonly Maker[] = [
  (choose, tag) => ({ op: "document.update", patch: { state: state(choose, tag) } }),
  (_, tag) => ({ op: "document.update", patch: { events: [{ name: "n", [TAG]: tag }] } }),
  (choose, tag) => ({
    op: "document.set",
    document: { settings: { namespace: "n", asynchronous: false }, events: [], state: state(choose, tag) },
  }),
];

function several(count: number, maker: Maker): Maker[] {
  return Array.from({ length: count }, () => maker);
}

function opOf(def: StateMachineDefinition, sketch: Sketch, tag: string): Members {
  const makers = sketch.kind % 97 === 0 ? BIG_MAKERS : MAKERS;
  const maker = makers[sketch.kind % makers.length];
  return maker?.(new Chooser(def, sketch), tag) ?? {};
}
