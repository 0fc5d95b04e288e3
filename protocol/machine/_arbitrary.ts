/**
 * Documents, pairs of documents and operations for property tests.
 *
 * @module
 */
import fc from "fast-check";
import { cloneJson, setMember } from "../json/clone.ts";
import type { MachineOp } from "./ops.ts";
import type { StateMachineDefinition } from "./types.ts";

type Json = Record<string, unknown>;

/** The names that documents, and operations on them, use: few, so that they meet. */
const NAME = fc.constantFrom(
  "A",
  "B",
  "C",
  "D",
  "E",
  "F",
  "G",
  "Root",
  "__proto__",
  "constructor",
  'q"t',
  "",
);
const EVENT = fc.constantFrom(
  "e",
  "f",
  "g",
  "h",
  "i",
  "done.state.A",
  "done.state.B",
  "__proto__",
  "toString",
);
const TEXT = fc.constantFrom("", "x", 'in_state("A")', "in_state('B') and y", "long text");

/** Members that no shape knows, and members of the wrong type. */
const ODD_KEY = fc.constantFrom(
  "x",
  "y",
  "1",
  "__proto__",
  "constructor",
  "notes",
  "description",
  "actions",
  "states",
);
const ODD_VALUE = fc.oneof(
  TEXT,
  fc.constantFrom<unknown>(null, true, 0, -1.5, [], {}, [[]], ["a"], { a: 1 }, { b: 2, a: 1 }),
);
const ODD_MEMBERS = fc.array(fc.tuple(ODD_KEY, ODD_VALUE), { maxLength: 2 });

/** An object of optional members in any order, now and then with odd ones. */
function object(
  members: Record<string, fc.Arbitrary<unknown>>,
  required: string[],
  odd: number,
): fc.Arbitrary<Json> {
  const known = Object.entries(members).map(([key, value]) => {
    const present = required.includes(key) ? fc.constant(true) : fc.boolean();
    return fc.tuple(fc.constant(key), present, value);
  });
  return fc.tuple(
    fc.tuple(...known),
    fc.boolean(),
    fc.array(fc.nat({ max: 50 }), { maxLength: 4 }),
    odd > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: odd, arbitrary: ODD_MEMBERS })
      : fc.constant([]),
  ).map(([entries, shuffled, picks, extra]) => {
    const list: [string, unknown][] = entries.filter(([, present]) => present).map((
      [key, , value],
    ) => [key, value]);
    list.push(...extra);
    if (shuffled) { for (const pick of picks) list.push(...list.splice(pick % Math.max(1, list.length), 1)); }
    return fromEntries(list);
  });
}

function fromEntries(entries: [string, unknown][]): Json {
  const made: Json = {};
  for (const [key, value] of entries) setMember(made, key, value);
  return made;
}

function list(item: fc.Arbitrary<unknown>, maxLength: number): fc.Arbitrary<unknown[]> {
  return fc.array(item, { maxLength });
}

/** Documents; `odd` is how often something in them is not as it should be. */
export function documents(odd: number): fc.Arbitrary<StateMachineDefinition> {
  // An empty note cannot be told by an update, which takes it for an erased one.
  const notes = odd > 0 ? TEXT : fc.constantFrom("note", "other note");
  const action = fc.oneof(
    object({ code: TEXT, raise: EVENT, name: TEXT }, [], odd),
    odd > 0 ? TEXT : object({ timerStop: TEXT }, ["timerStop"], 0),
  );
  const block = object({ actions: list(action, 3) }, ["actions"], odd);
  const transition = object(
    { event: EVENT, nextState: NAME, condition: TEXT, actions: list(action, 2), action },
    ["event"],
    odd,
  );
  const event = object(
    {
      id: EVENT,
      description: TEXT,
      parameters: list(object({ name: NAME, type: TEXT }, ["name", "type"], odd), 3),
    },
    ["id"],
    odd,
  );
  const timer = object({ id: EVENT, name: TEXT }, ["id", "name"], odd);
  const source = object(
    { name: fc.constantFrom("s", "t", "u"), feeder: TEXT, events: list(event, 4), timers: list(timer, 3) },
    ["name", "events"],
    odd,
  );
  const { state } = fc.letrec((tie) => ({
    state: object(
      {
        name: NAME,
        kind: fc.constantFrom("final", "normal", "history"),
        notes,
        initial: NAME,
        onEntry: block,
        onExit: block,
        transitions: list(transition, 3),
        states: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          fc.constant([]),
          list(tie("state"), 4),
        ),
        parallel: fc.oneof(
          { depthSize: "small" },
          fc.constant({ states: [] }),
          object({ states: list(tie("state"), 3), nextState: NAME }, ["states"], odd),
        ),
      },
      ["name"],
      odd,
    ),
  }));
  const data = object({ name: fc.constantFrom("count", "items", "new"), type: TEXT }, ["name", "type"], odd);
  const settings = object(
    { namespace: TEXT, asynchronous: fc.boolean(), notes, imports: list(TEXT, 2), data: list(data, 3) },
    ["namespace", "asynchronous"],
    odd,
  );
  const required = odd > 0 ? [] : ["settings", "events", "state"];
  const whole = object({ settings, events: list(source, 3), state }, required, odd);
  return (odd > 0 ? whole : whole.map(tidy)) as unknown as fc.Arbitrary<StateMachineDefinition>;
}

/** Documents that are mostly a tree of named states, so that two of them differ in who belongs to whom. */
export function trees(): fc.Arbitrary<StateMachineDefinition> {
  const names = fc.shuffledSubarray(["Root", "A", "B", "C", "D", "E", "F", "G", "H", "__proto__"], {
    minLength: 2,
  });
  const place = fc.record({ parent: fc.nat(), region: fc.boolean(), first: fc.boolean(), target: NAME });
  return fc.tuple(names, fc.array(place, { minLength: 10, maxLength: 10 }), fc.integer({ min: 0, max: 3 }))
    .map(
      ([chosen, places, keepRoot]) => {
        const all = keepRoot ? ["Root", ...chosen.filter((name) => name !== "Root")] : chosen;
        const states = all.map((name, rank): Json => {
          const { first, target } = places[rank]!;
          return first
            ? { name, transitions: [{ event: "e", nextState: target }] }
            : { name, description: "d" };
        });
        for (const [rank, state] of states.entries()) {
          if (rank === 0) continue;
          const { parent, region, first } = places[rank]!;
          const above = states[parent % rank]!;
          const holder = region ? (above.parallel ??= { nextState: "A", states: [] }) as Json : above;
          const siblings = (holder.states ??= []) as Json[];
          if (first) siblings.unshift(state);
          else siblings.push(state);
        }
        return fromEntries([["settings", { namespace: "n", asynchronous: false }], ["events", []], [
          "state",
          states[0],
        ]]);
      },
    ) as unknown as fc.Arbitrary<StateMachineDefinition>;
}

/** Gives every state and all data a name and every event and timer an id of its own. */
function tidy(def: Json): Json {
  const names = new Set<unknown>();
  const own = (word: unknown) => {
    let free = String(word);
    while (names.has(free)) free += "'";
    names.add(free);
    return free;
  };
  const renamed = (item: Json, key: string, inner: (member: Json) => Json = (member) => member): Json =>
    inner(fromEntries(Object.entries(item).map(([k, value]) => [k, k === key ? own(value) : value])));
  const withLists = (item: Json, each: (member: Json) => Json, ...keys: string[]): Json =>
    fromEntries(Object.entries(item).map(([k, v]) => [k, keys.includes(k) ? (v as Json[]).map(each) : v]));
  const state = (item: Json): Json =>
    renamed(item, "name", (made) => {
      const done = withLists(made, state, "states");
      if (done.parallel) done.parallel = withLists(done.parallel as Json, state, "states");
      return done;
    });
  const root = state(def.state as Json);
  names.clear();
  const sources = (def.events as Json[]).map((item) =>
    withLists(item, (member) => renamed(member, "id"), "events", "timers")
  );
  names.clear();
  const settings = withLists(def.settings as Json, (member) => renamed(member, "name"), "data");
  const parts: Json = { state: root, events: sources, settings };
  return fromEntries(Object.entries(def).map(([k, v]) => [k, parts[k] ?? v]));
}

/** Pairs of a document and one that was edited out of it by hand, with no regard for operations. */
export function edited(
  document: fc.Arbitrary<StateMachineDefinition>,
): fc.Arbitrary<[StateMachineDefinition, StateMachineDefinition]> {
  const step = fc.record({
    kind: fc.constantFrom("delete", "shuffle", "swap", "steal", "copy", "set", "word"),
    at: fc.nat(),
    from: fc.nat(),
    index: fc.nat({ max: 20 }),
    value: ODD_VALUE,
    word: fc.oneof(NAME, EVENT, fc.constantFrom("New", "new")),
  });
  return fc.tuple(document, fc.array(step, { minLength: 1, maxLength: 4 })).map(([def, steps]) => {
    const next = cloneJson(def);
    for (const each of steps) edit(next as unknown as Json, each);
    return [def, next];
  });
}

interface EditStep {
  kind: string;
  at: number;
  from: number;
  index: number;
  value: unknown;
  word: string;
}

function edit(top: Json, step: EditStep): void {
  const objects: Json[] = [];
  const lists: unknown[][] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) lists.push(value);
    else objects.push(value as Json);
    Object.values(value).forEach(visit);
  };
  visit(top);
  const target = objects[step.at % objects.length]!;
  const keys = Object.keys(target);
  const key = keys[step.index % Math.max(1, keys.length)];
  const into = lists[step.at % Math.max(1, lists.length)] ?? [];
  const from = lists[step.from % Math.max(1, lists.length)] ?? [];
  const place = step.index % (into.length + 1);
  if (step.kind === "delete" && key !== undefined) delete target[key];
  if (step.kind === "set") setMember(target, key ?? "x", cloneJson(step.value));
  if (step.kind === "word" && key !== undefined && typeof target[key] === "string") {
    setMember(target, key, step.word);
  }
  if (step.kind === "shuffle" && key !== undefined) {
    const value = target[key];
    delete target[key];
    setMember(target, key, value);
  }
  if (step.kind === "swap" && into.length > 1) into.push(...into.splice(place % into.length, 1));
  if (step.kind === "copy" && from.length > 0) {
    into.splice(place, 0, cloneJson(from[step.index % from.length]));
  }
  if (step.kind === "steal" && from.length > 0) {
    const [moved] = from.splice(step.index % from.length, 1);
    // Into a list of its own it would leave the document.
    const reachable: unknown[] = [];
    const look = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      reachable.push(value);
      Object.values(value).forEach(look);
    };
    look(top);
    (reachable.includes(into) ? into : from).splice(place, 0, moved);
  }
}

/** Operations of every kind, whether they fit a document or not. */
export function operations(): fc.Arbitrary<MachineOp> {
  const index = fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: -4, max: 9 }));
  const hook = fc.constantFrom("onEntry", "onExit");
  const state = object(
    { name: fc.oneof(NAME, fc.constant("New")), states: fc.constant([{ name: "Newer" }]) },
    ["name"],
    1,
  );
  const patch = object(
    {
      name: fc.oneof(NAME, fc.constant("New")),
      notes: TEXT,
      condition: TEXT,
      nextState: NAME,
      id: EVENT,
      states: fc.constantFrom<unknown>([], [{ name: "New" }], [{ name: "A" }]),
      events: fc.constantFrom<unknown>([], [{ id: "new" }]),
      parallel: fc.constantFrom<unknown>({ states: [] }, { states: [{ name: "New" }], nextState: "A" }),
    },
    [],
    1,
  );
  const update = {
    patch,
    unset: fc.array(fc.constantFrom("name", "notes", "states", "x", "events", "transitions", "parallel"), {
      maxLength: 2,
    }),
    order: fc.array(fc.constantFrom("notes", "states", "x", "name", "__proto__", "parallel"), {
      maxLength: 3,
    }),
  };
  const DATA = fc.constantFrom("count", "items", "new");
  const some = object({ id: fc.oneof(EVENT, fc.constant("new")), name: NAME, type: TEXT }, [
    "id",
    "name",
    "type",
  ], 1);
  const fields: Record<MachineOp["op"], Record<string, fc.Arbitrary<unknown>>> = {
    "settings.update": update,
    "data.add": { data: some, index },
    "data.update": { name: DATA, ...update },
    "data.remove": { name: DATA },
    "data.rename": { name: DATA, to: fc.oneof(DATA, fc.constant("new")) },
    "data.move": { name: DATA, index },
    "state.add": { parent: fc.option(NAME), state, index, region: fc.boolean() },
    "state.update": { name: NAME, ...update },
    "state.remove": { name: NAME },
    "state.nest": { child: NAME, newParent: NAME },
    "state.rename": { name: NAME, to: fc.oneof(NAME, fc.constant("New")) },
    "state.move": { name: NAME, parent: fc.option(NAME), index, region: fc.boolean() },
    "parallel.set": {
      state: NAME,
      parallel: fc.constantFrom(null, { states: [] }, { states: [{ name: "New" }] }),
    },
    "parallel.update": { state: NAME, ...update },
    "eventSource.add": {
      source: fc.constantFrom({ name: "n" }, { name: "n", events: [{ id: "new" }] }),
      index,
    },
    "eventSource.update": { index, ...update },
    "eventSource.remove": { index },
    "eventSource.move": { index, to: index },
    "event.add": { sourceIndex: index, event: some, index },
    "event.update": { id: EVENT, ...update },
    "event.remove": { id: EVENT },
    "event.rename": { id: EVENT, to: fc.oneof(EVENT, fc.constant("new")) },
    "event.move": { id: EVENT, sourceIndex: index, index },
    "parameter.add": { eventId: EVENT, parameter: some, index },
    "parameter.update": { eventId: EVENT, index, ...update },
    "parameter.remove": { eventId: EVENT, index },
    "timer.add": { sourceIndex: index, timer: some, index },
    "timer.update": { id: EVENT, ...update },
    "timer.remove": { id: EVENT },
    "transition.add": { state: NAME, transition: some, index },
    "transition.update": { state: NAME, index, ...update },
    "transition.remove": { state: NAME, index },
    "transition.move": { state: NAME, index, to: index, toState: NAME },
    "action.add": { state: NAME, hook, action: some, index },
    "action.update": { state: NAME, hook, index, action: some },
    "action.remove": { state: NAME, hook, index },
    "document.update": { ...update },
    "document.set": { document: documents(1) },
    "runtime.enter": { state: NAME },
    "runtime.exit": { state: NAME },
  };
  const optional = new Set(["index", "region", "unset", "order", "toState"]);
  const rows = Object.entries(fields).map(([op, members]) => {
    const positional = op.endsWith(".update") || op.endsWith(".remove") || op.endsWith(".move");
    const required = Object.keys(members).filter((key) =>
      !optional.has(key) || (key === "index" && positional)
    );
    return object({ op: fc.constant(op), ...members }, ["op", ...required], 0);
  });
  return fc.oneof(...rows) as unknown as fc.Arbitrary<MachineOp>;
}
