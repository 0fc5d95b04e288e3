/**
 * What a document says about each tagged thing, and what an operation refers to.
 *
 * @module
 */
import type { MachineOp, StateMachineDefinition } from "@loom/protocol";
import { type Members, type TaggedThing, tagOf, thingsIn } from "./tagged_machine.ts";

/** A thing as it is in a document. */
export interface Observed {
  /** What it is. */
  readonly kind: string;
  /** The list it is in and the tag of what owns that. */
  readonly within: string;
  /** The tags of everything above it. */
  readonly above: readonly string[];
  /** Its members as JSON texts; the lists of other things are left out. */
  readonly members: ReadonlyMap<string, string>;
}

const LISTS = new Set(["states", "transitions", "onEntry", "onExit", "events", "timers", "parameters"]);

/** Everything in a document by its tag. */
export function observe(def: StateMachineDefinition): Map<string, Observed> {
  const observed = new Map<string, Observed>();
  for (const { tag, kind, item, within, owner } of thingsIn(def)) {
    const above = owner === "" ? [] : [owner, ...(observed.get(owner)?.above ?? [])];
    observed.set(tag, { kind, within, above, members: membersOf(item) });
  }
  return observed;
}

function membersOf(item: Members): Map<string, string> {
  const members = new Map<string, string>();
  for (const [key, value] of Object.entries(item)) {
    if (LISTS.has(key)) continue;
    if (key !== "parallel") members.set(key, JSON.stringify(value));
    else if ("nextState" in (value as Members)) {
      members.set("parallel.nextState", JSON.stringify((value as Members).nextState));
    }
  }
  return members;
}

/** The tags in each list, in order. */
export function listsIn(def: StateMachineDefinition): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { tag, within } of thingsIn(def)) lists.set(within, [...lists.get(within) ?? [], tag]);
  return lists;
}

/** The tags of what an operation refers to in the document it meets: its target, the owners of its lists. */
export function tagsHit(def: StateMachineDefinition, op: MachineOp): string[] {
  const things = [...thingsIn(def)];
  const state = (name: string | null) =>
    things.find(({ kind, item, within }) =>
      kind === "state" && (name === null ? within === "root of " : item.name === name)
    );
  const declared = (id: string, ...kinds: string[]) =>
    things.find(({ kind, item }) => kinds.includes(kind) && item.id === id);
  const item = (owner: TaggedThing | undefined, list: string, index: number) =>
    things.find((thing) => owner && thing.within === `${list} of ${owner.tag}` && thing.index === index);
  const source = (index: number) => things.find((thing) => thing.kind === "source" && thing.index === index);
  const hit = (): (TaggedThing | undefined)[] => {
    switch (op.op) {
      case "state.add":
        return [state(op.parent)];
      case "state.update":
      case "state.remove":
      case "state.rename":
        return [state(op.name)];
      case "state.nest":
        return [state(op.child), state(op.newParent)];
      case "state.move":
        return [state(op.name), state(op.parent)];
      case "parallel.set":
      case "parallel.update":
      case "transition.add":
      case "action.add":
        return [state(op.state)];
      case "eventSource.update":
      case "eventSource.remove":
      case "eventSource.move":
        return [source(op.index)];
      case "event.add":
      case "timer.add":
        return [source(op.sourceIndex)];
      case "event.update":
      case "event.remove":
        return [declared(op.id, "event")];
      case "event.rename":
        return [declared(op.id, "event", "timer")];
      case "event.move":
        return [declared(op.id, "event"), source(op.sourceIndex)];
      case "parameter.add":
        return [declared(op.eventId, "event")];
      case "parameter.update":
      case "parameter.remove":
        return [item(declared(op.eventId, "event"), "parameters", op.index)];
      case "timer.update":
      case "timer.remove":
        return [declared(op.id, "timer")];
      case "transition.update":
      case "transition.remove":
        return [item(state(op.state), "transitions", op.index)];
      case "transition.move":
        return [item(state(op.state), "transitions", op.index), state(op.toState ?? op.state)];
      case "action.update":
      case "action.remove":
        return [item(state(op.state), op.hook, op.index)];
      case "runtime.enter":
        return [state(op.state)];
      default:
        return [];
    }
  };
  return hit().map((thing) => thing ? tagOf(thing.item) : "nothing");
}
