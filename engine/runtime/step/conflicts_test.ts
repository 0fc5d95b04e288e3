import { assertEquals, assertLess } from "@std/assert";
import { removeConflictingTransitions } from "./conflicts.ts";
import { Chart } from "../chart/chart.ts";
import { Context } from "../context.ts";
import { State, StateKind, transition } from "../chart/state.ts";
import type { Edge, StateNode } from "../chart/node.ts";

class Region extends State {
  onGo = [transition({ target: `${this.name}'s B` })];
}

class First extends State {
  onGo = [transition({ target: this.name.replace(/A$/, "B") })];
}

/** A parallel state with so many regions, each with A and B, and a state outside. */
function chartOf(regions: number): Chart {
  const root = new State("Root", StateKind.ROOT);
  const parallel = new State("P", StateKind.PARALLEL, root);
  const states: State[] = [root, parallel];
  for (let index = 0; index < regions; index++) {
    const region = new Region(`R${index}`, StateKind.COMPOSITE, parallel);
    states.push(
      region,
      new First(`${region.name}'s A`, StateKind.LEAF, region),
      new State(`${region.name}'s B`, StateKind.LEAF, region),
    );
  }
  states.push(new State("Out", StateKind.LEAF, root));
  return new Chart("Many", states, { events: ["go"], handlers: { onGo: "go" } });
}

function edge(source: StateNode, target: StateNode | null): Edge {
  return { source, target, more: null, isExternal: false, event: 0, guard: null, actions: [], name: "go" };
}

/** Names to the states of a chart with two regions. */
function nodes(...names: string[]): StateNode[] {
  const { nodeByName } = chartOf(2).tables;
  return names.map((name) => nodeByName.get(name)!); // all names of the chart
}

Deno.test("removeConflictingTransitions() keeps transitions of different regions, and internal ones", () => {
  const [a, b, c, d, out] = nodes("R0's A", "R0's B", "R1's A", "R1's B", "Out");
  const both = [edge(a!, b!), edge(c!, d!), edge(out!, null)]; // all found above
  assertEquals(removeConflictingTransitions(both, new Map()), both);
});

Deno.test("removeConflictingTransitions() keeps the earlier of two that leave a same state", () => {
  const [a, b, c, out] = nodes("R0's A", "R0's B", "R1's A", "Out");
  const inside = edge(a!, b!);
  const away = edge(c!, out!);
  assertEquals(removeConflictingTransitions([inside, away], new Map()), [inside]);
  assertEquals(removeConflictingTransitions([away, inside], new Map()), [away]);
});

Deno.test("removeConflictingTransitions() keeps what comes from further below, whatever it takes the place of", () => {
  const [region, a, c, d, out] = nodes("R0", "R0's A", "R1's A", "R1's B", "Out");
  const ofRegion = edge(region!, out!);
  const deeper = edge(a!, out!);
  const other = edge(c!, d!);
  assertEquals(removeConflictingTransitions([ofRegion, deeper, other], new Map()), [deeper]);
});

Deno.test("Context.send() takes time in proportion to the regions that a step leads on", () => {
  const context = new Context("Many", chartOf(20_000));
  context.enterInitialState();
  const start = performance.now();
  assertEquals(context.send("go").handled, true);
  assertLess(performance.now() - start, 5000); // in milliseconds; 20,000 squared takes half a minute
  assertEquals(context.isActive("R19999's B"), true);
});
