/**
 * Arbitrary machines in which every thing that can be addressed carries a tag of its own, so that a test can tell what
 * an operation hit.
 *
 * @module
 */
import { isObject, type State, type StateMachineDefinition } from "@loom/protocol";
import type fc from "fast-check";
import { arbitraryMachine } from "../arbitrary/machine.ts";

/** An object of a document. */
export type Members = Record<string, unknown>;

/** The unknown key that tags stand under. */
export const TAG = "x-id";

/** A thing of a document and where it stands. */
export interface TaggedThing {
  /** Its tag. */
  readonly tag: string;
  /** What it is. */
  readonly kind: "state" | "source" | "event" | "timer" | "parameter" | "transition" | "action";
  /** The thing itself. */
  readonly item: Members;
  /** The list it is in and the tag of what owns that. */
  readonly within: string;
  /** The tag of what owns the list. */
  readonly owner: string;
  /** Its index in the list. */
  readonly index: number;
}

/** Machines with two event sources more than usual, everything tagged. */
export const taggedMachine: fc.Arbitrary<StateMachineDefinition> = arbitraryMachine.map((machine) => {
  const def = structuredClone(machine);
  def.events.push(
    {
      name: "Second",
      events: [
        { id: "d", parameters: [{ name: "p", type: "int" }, { name: "q", type: "int" }] },
        { id: `done.state.${def.state.states?.[0]?.name ?? "S1"}` },
      ],
      timers: [{ id: "t1", name: "T1" }, { id: "t2", name: "T2" }],
    },
    { name: "Third", events: [{ id: "e" }] },
  );
  let count = 0;
  for (const { item } of thingsIn(def)) item[TAG] = `d${count++}`;
  return def;
});

/** Everything in a document that has, or could have, a tag, in document order. */
export function* thingsIn(def: StateMachineDefinition): Generator<TaggedThing, void> {
  for (const [index, source] of itemsOf(def.events)) {
    yield thing("source", source, "", "sources", index);
    for (const [at, event] of itemsOf(source.events)) {
      yield thing("event", event, tagOf(source), "events", at);
      for (const [place, parameter] of itemsOf(event.parameters)) {
        yield thing("parameter", parameter, tagOf(event), "parameters", place);
      }
    }
    for (const [at, timer] of itemsOf(source.timers)) {
      yield thing("timer", timer, tagOf(source), "timers", at);
    }
  }
  yield* thingsInState(def.state, "", "root", 0);
}

function* thingsInState(
  state: State,
  owner: string,
  list: string,
  index: number,
): Generator<TaggedThing, void> {
  const members = state as unknown as Members;
  yield thing("state", members, owner, list, index);
  const tag = tagOf(members);
  for (const [at, transition] of itemsOf(state.transitions)) {
    yield thing("transition", transition, tag, "transitions", at);
  }
  for (const hook of ["onEntry", "onExit"] as const) {
    for (const [at, action] of itemsOf(state[hook]?.actions)) yield thing("action", action, tag, hook, at);
  }
  for (const [at, child] of itemsOf(state.states)) {
    yield* thingsInState(child as unknown as State, tag, "states", at);
  }
  for (const [at, region] of itemsOf(state.parallel?.states)) {
    yield* thingsInState(region as unknown as State, tag, "regions", at);
  }
}

function thing(
  kind: TaggedThing["kind"],
  item: Members,
  owner: string,
  list: string,
  index: number,
): TaggedThing {
  return { tag: tagOf(item), kind, item, within: `${list} of ${owner}`, owner, index };
}

/** The tag of a thing. */
export function tagOf(item: Members): string {
  return String(item[TAG] ?? "");
}

function itemsOf(list: unknown): [number, Members][] {
  return Array.isArray(list) ? [...list.entries()].filter(([, item]) => isObject(item)) : [];
}
