import { assertEquals } from "@std/assert";
import {
  buildParentMap,
  collectAllStates,
  collectEventIds,
  collectStateNames,
  findState,
  walkStates,
} from "./tree.ts";
import type { State, StateMachineDefinition } from "./types.ts";

const ROOT: State = {
  name: "Root",
  states: [{ name: "A", states: [{ name: "A1" }] }, { name: "B" }],
  parallel: { states: [{ name: "R", states: [{ name: "R1" }] }] },
};

Deno.test("walkStates() visits parents before children and children before regions", () => {
  const visits = Array.from(walkStates(ROOT), ({ path, slot, index, depth }) => [path, slot, index, depth]);
  assertEquals(visits, [
    ["/state", "root", 0, 0],
    ["/state/states/0", "child", 0, 1],
    ["/state/states/0/states/0", "child", 0, 2],
    ["/state/states/1", "child", 1, 1],
    ["/state/parallel/states/0", "region", 0, 1],
    ["/state/parallel/states/0/states/0", "child", 0, 2],
  ]);
});

Deno.test("walkStates() gives each state with its parent", () => {
  const parents = Array.from(walkStates(ROOT), ({ state, parent }) => `${parent?.name ?? "-"}/${state.name}`);
  assertEquals(parents, ["-/Root", "Root/A", "A/A1", "Root/B", "Root/R", "R/R1"]);
});

Deno.test("walkStates() passes over what is no state and keeps the indices", () => {
  const root = JSON.parse('{"name":"Root","states":[null,7,{"name":"A","states":"odd"}],"parallel":[]}');
  assertEquals(Array.from(walkStates(root), ({ path }) => path), ["/state", "/state/states/2"]);
});

Deno.test("walkStates() walks a tree of any depth", () => {
  const root: State = { name: "0" };
  let state = root;
  for (let depth = 1; depth <= 50_000; depth++) state = (state.states = [{ name: String(depth) }])[0]!;
  let count = 0;
  for (const _ of walkStates(root)) count++;
  assertEquals(count, 50_001);
});

Deno.test("collectStateNames() and collectAllStates() include the root and regions, in document order", () => {
  assertEquals(collectStateNames(ROOT), ["Root", "A", "A1", "B", "R", "R1"]);
  assertEquals(collectAllStates(ROOT).map((state) => state.name), ["Root", "A", "A1", "B", "R", "R1"]);
});

Deno.test("collectEventIds() lists events source by source, without timers", () => {
  const def = {
    events: [
      { name: "s", events: [{ id: "b" }, { id: "a" }], timers: [{ id: "t", name: "T" }] },
      { name: "empty" },
      { name: "u", events: [{ id: "c" }] },
    ],
  } as unknown as StateMachineDefinition;
  assertEquals(collectEventIds(def), ["b", "a", "c"]);
});

Deno.test("collectEventIds() is empty for a document without events", () => {
  assertEquals(collectEventIds({ state: ROOT } as unknown as StateMachineDefinition), []);
});

Deno.test("buildParentMap() maps regions to their parallel state and the root to null", () => {
  assertEquals([...buildParentMap(ROOT)], [
    ["Root", null],
    ["A", "Root"],
    ["A1", "A"],
    ["B", "Root"],
    ["R", "Root"],
    ["R1", "R"],
  ]);
});

Deno.test("findState() finds the first state of a name, in regions too", () => {
  assertEquals(findState(ROOT, "R1"), { name: "R1" });
  assertEquals(findState(ROOT, "toString"), undefined);
});
