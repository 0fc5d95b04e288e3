/**
 * A small edit of a large machine must change little of its drawing. `deno task bench layout` tells what it costs.
 *
 * @module
 */
import {
  autoLayout,
  drawMachine,
  layoutGraph,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { drawingOf } from "./layout/drawing.ts";
import { faultsOf } from "./layout/faults.ts";
import { generatedMachine, machineGraph } from "./layout/graphs/machine.ts";

const STATES = 500;
/** The share of the others that one new state may move. */
const MOST_MOVED = 0.05;

interface Edit {
  readonly name: string;
  readonly before: StateMachineDefinition;
  readonly after: StateMachineDefinition;
}

/** Adds a state at several depths, with a transition to it and one from it. */
const EDITS: readonly Edit[] = [true, false].flatMap((nested) =>
  [1, 2].map((seed): Edit => {
    const before = generatedMachine({ states: STATES, seed, nested });
    const after = structuredClone(before);
    let level = after.state;
    for (let depth = 1; depth < seed; depth++) level = level.states?.find((state) => state.states) ?? level;
    const siblings: State[] = level.states ?? [];
    const [first] = siblings;
    const last = siblings.at(-1);
    assert(first && last);
    (first.transitions ??= []).push({ event: "start", nextState: "Added" });
    siblings.splice(1, 0, { name: "Added", transitions: [{ event: "start", nextState: last.name }] });
    return { name: `${nested ? "nested" : "flat"}, seed ${seed}`, before, after };
  })
);

function changed<T>(before: Iterable<[string, T]>, after: (id: string) => T | undefined): number {
  return [...before].filter(([id, value]) => JSON.stringify(value) !== JSON.stringify(after(id))).length;
}

Deno.test("autoLayout() moves few states for a new one", () => {
  for (const { name, before, after } of EDITS) {
    const positions = autoLayout(before);
    const boxes = autoLayout(after, { positions });
    const moved = changed(Object.entries(positions), (id) => boxes[id]) - 1; // the root grows
    assert(moved <= MOST_MOVED * STATES, `${name}: ${moved} moved`);
  }
});

Deno.test("layoutGraph() moves few boxes and lines for a new node", () => {
  for (const { name, before, after } of EDITS) {
    const { nodes: fixed, edges: routes } = layoutGraph(machineGraph(before));
    const graph = machineGraph(after);
    const layout = layoutGraph(graph, { fixed, routes });
    assertEquals({ name, faults: faultsOf(drawingOf(graph, layout)) }, { name, faults: [] });
    const moved = changed(fixed, (id) => layout.nodes.get(id));
    const drawn = changed(routes, (id) => layout.edges.get(id));
    assert(moved <= MOST_MOVED * fixed.size, `${name}: ${moved} boxes moved`);
    assert(drawn <= MOST_MOVED * routes.size, `${name}: ${drawn} lines drawn again`);
  }
});

Deno.test("drawMachine() leaves all states and lines but a few as they are for a new state", () => {
  for (const { name, before, after } of EDITS) {
    const previous = drawMachine(before);
    const { states, edges } = drawMachine(after, { previous });
    const boxes = new Map(states.map(({ key, box }) => [key, box]));
    const lines = new Map(edges.map(({ id, points }) => [id, points]));
    const moved = changed(previous.states.map(({ key, box }) => [key, box]), (key) => boxes.get(key));
    const drawn = changed(previous.edges.map(({ id, points }) => [id, points]), (id) => lines.get(id));
    assert(moved <= MOST_MOVED * STATES, `${name}: ${moved} moved`);
    assert(drawn <= MOST_MOVED * previous.edges.length, `${name}: ${drawn} lines drawn again`);
  }
});

Deno.test("drawMachine() draws the same again when nothing has changed since the previous drawing", () => {
  for (const { before } of EDITS) {
    const previous = drawMachine(before);
    assertEquals(drawMachine(before, { previous }), previous);
  }
});
