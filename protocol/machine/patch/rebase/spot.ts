import { isObject } from "../../../json/value.ts";
import type { Draft } from "../draft.ts";
import { declarations, type Declared, declaredIn, findDeclaration, sourcesIn } from "../event_index.ts";
import { insertionIndex } from "../lists.ts";
import type { Members } from "../members.ts";
import { indexStates, nameOf, type Place, placesFrom, statesIn } from "../state_index.ts";
import type { Deed } from "./deed.ts";
import type { Descent, Spot, Vanished } from "./gone.ts";
import type { ListRef, Standing, Thing, Whole } from "./thing.ts";
import { sameList } from "./thing.ts";

/**
 * Looks up what only the document can tell about an operation.
 *
 * @param draft The document just before it.
 * @returns `undefined` when there is nothing to tell.
 */
export function findSpot(draft: Draft, deed: Deed): Spot | undefined {
  const { verb, target, place } = deed;
  if (verb === "runtime" || verb === "rename") return undefined;
  const takesOut = verb === "remove" || verb === "move";
  const from = takesOut && target ? standingOf(draft, target) : undefined;
  const to = place && destination(draft, deed, from);
  const gone = vanishing(draft, deed);
  const descent = from && to && descentOf(draft, deed, from, to);
  const emptied = from && lastRegionOf(draft, from, to);
  if (!from && !to && !gone) return undefined;
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(gone && { gone }),
    ...(descent && { descent }),
    ...(emptied !== undefined && { emptied }),
  };
}

/** Where a thing stands. */
function standingOf(draft: Draft, thing: Thing): Standing | undefined {
  if (thing.kind === "item") return { list: thing.list, index: thing.index };
  if (thing.kind === "state") return standingOfState(draft.place(thing.name));
  if (thing.kind !== "event" && thing.kind !== "timer") return undefined;
  const kind = thing.kind === "event" ? "events" : "timers";
  const { source, index } = findDeclaration(draft.top, kind, thing.name);
  return { list: { kind, of: source }, index };
}

function standingOfState({ state, parent, slot }: Place): Standing | undefined {
  const of = parent && nameOf(parent.state);
  if (!parent || typeof of !== "string") return undefined;
  const index = statesIn(parent.state, slot).indexOf(state);
  return { list: { kind: slot === "region" ? "regions" : "states", of }, index };
}

/** Where an insertion ends up, in the list from which a moved thing is taken out already. */
function destination(draft: Draft, deed: Deed, from: Standing | undefined): Standing | undefined {
  const { place, op } = deed;
  if (!place) return undefined;
  const root = nameOf(draft.states.root?.state);
  const list: ListRef = place.list.of === null && place.list.kind !== "sources"
    ? { kind: place.list.kind, of: root ?? null }
    : place.list;
  const taken = from && sameList(from.list, list, root) ? 1 : 0;
  const given = deed.row.place?.index;
  const index = given === undefined ? undefined : (op as unknown as Members)[given];
  const length = itemsOf(draft, list).length - taken;
  return { list, index: insertionIndex(length, index as number | undefined) };
}

/** What a list of the document holds. */
function itemsOf(draft: Draft, { kind, of }: ListRef): readonly unknown[] {
  if (kind === "sources") return sourcesIn(draft.top);
  if (kind === "events" || kind === "timers") return declaredIn(sourcesIn(draft.top)[of as number], kind);
  if (kind === "parameters") return listIn(findDeclaration(draft.top, "events", of as string).item, kind);
  const { state } = draft.place(of as string);
  if (kind === "states") return statesIn(state, "child");
  if (kind === "regions") return statesIn(state, "region");
  return kind === "transitions" ? listIn(state, kind) : listIn(state[kind], "actions");
}

function listIn(holder: unknown, key: string): readonly unknown[] {
  const list = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The state that loses its `parallel` when its last region leaves it. */
function lastRegionOf(draft: Draft, from: Standing, to: Standing | undefined): string | undefined {
  const { kind, of } = from.list;
  if (kind !== "regions" || typeof of !== "string" || (to && sameList(from.list, to.list, undefined))) {
    return undefined;
  }
  const { parallel } = draft.place(of).state;
  const isLast = isObject(parallel) && Object.keys(parallel).length === 1 &&
    itemsOf(draft, from.list).length === 1;
  return isLast ? of : undefined;
}

function descentOf(draft: Draft, { verb, target }: Deed, from: Standing, to: Standing): Descent | undefined {
  if (verb !== "move" || typeof to.list.of !== "string" || typeof from.list.of !== "string") return undefined;
  if (to.list.kind === "parameters") return undefined;
  return {
    under: namesAbove(draft.place(to.list.of)),
    was: namesAbove(draft.place(from.list.of)),
    moved: target?.kind === "state" ? namesBelow(draft.place(target.name)) : [],
  };
}

function namesAbove(place: Place): string[] {
  const names: string[] = [];
  for (let above: Place | null = place; above; above = above.parent) names.push(nameOf(above.state) ?? "");
  return names;
}

function namesBelow(place: Place): string[] {
  return Array.from(placesFrom(place), ({ state }) => nameOf(state)).filter((name) => name !== undefined);
}

/** The names that disappear with an operation. */
function vanishing(draft: Draft, { verb, target, wholes }: Deed): Vanished | undefined {
  if (verb === "remove" && target) return vanishingWith(draft, target);
  let vanished: Vanished | undefined;
  for (const whole of wholes) vanished = joined(vanished, vanishingFrom(draft, whole));
  return vanished;
}

function vanishingWith(draft: Draft, target: Thing): Vanished | undefined {
  if (target.kind === "state") return states(namesBelow(draft.place(target.name)));
  if (target.kind === "event") return { states: [], events: [target.name], timers: [] };
  if (target.kind === "timer") return { states: [], events: [], timers: [target.name] };
  if (target.kind !== "item" || target.list.kind !== "sources") return undefined;
  return declared([sourcesIn(draft.top)[target.index]], ["events", "timers"]);
}

function vanishingFrom(draft: Draft, { kind, of }: Whole): Vanished | undefined {
  if (kind === "root") return states([...indexStates(draft.top.state).places.keys()]);
  if (kind === "sources") return declared(sourcesIn(draft.top), ["events", "timers"]);
  if (kind === "events" || kind === "timers") return declared([sourcesIn(draft.top)[of as number]], [kind]);
  if ((kind !== "states" && kind !== "regions") || typeof of !== "string") return undefined;
  const names = namesBelow({
    ...draft.place(of),
    state: kind === "states"
      ? { states: itemsOf(draft, { kind, of }) }
      : { parallel: { states: itemsOf(draft, { kind, of }) } },
  });
  return states(names);
}

function states(names: readonly string[]): Vanished {
  return { states: names, events: [], timers: [] };
}

function declared(sources: readonly unknown[], kinds: readonly Declared[]): Vanished {
  const all = Array.from(declarations(sources, kinds));
  const ids = (kind: Declared) => all.filter((one) => one.kind === kind).map(({ id }) => id);
  return { states: [], events: ids("events"), timers: ids("timers") };
}

function joined(a: Vanished | undefined, b: Vanished | undefined): Vanished | undefined {
  if (!a || !b) return a ?? b;
  return {
    states: [...a.states, ...b.states],
    events: [...a.events, ...b.events],
    timers: [...a.timers, ...b.timers],
  };
}
