/**
 * Drawings must be clean: on examples, corpus and generated machines and graphs of 5 to 500 states nothing may overlap
 * that should be apart, nothing may be left out, and the same input must give the same drawing.
 *
 * @module
 */
import { drawMachine, layoutGraph } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { edgesAlongBorders, mergedEdges } from "./layout/crossings.ts";
import { drawingOf } from "./layout/drawing.ts";
import { hiddenHeads, leaningLines, lostLabels, slantedEnds } from "./layout/ends.ts";
import { faultsOf } from "./layout/faults.ts";
import { type NamedGraph, northGraphs } from "./layout/graphs/north.ts";
import { strayEdges } from "./layout/line_ends.ts";
import { cutTexts, machineFaults, shapesOf } from "./layout/machine_faults.ts";
import { generatedGraphs, generatedMachines, type NamedMachine, writtenMachines } from "./layout/samples.ts";

const SEEDS = [1, 2, 3, 4];
const SIZES = [5, 8, 12, 17, 25, 35, 50, 70, 100];
const LARGE_SIZES = [200, 500];
/** How far lines may reach beyond all boxes: a loop with a long label does. */
const STRAY_ROOM = 300;
/** Takes every so many of a large collection. */
const STRIDE = 16;

const MACHINES: Readonly<Record<string, NamedMachine[]>> = {
  "examples and corpus": writtenMachines(),
  "nested machines": generatedMachines(SIZES, SEEDS, true),
  "flat machines": generatedMachines(SIZES, SEEDS, false),
  "large machines": [
    ...generatedMachines(LARGE_SIZES, [5], true),
    ...generatedMachines(LARGE_SIZES, [5], false),
  ],
};

/** Machines that are also drawn in the direction that suits them best. */
const FITTED: Readonly<Record<string, NamedMachine[]>> = {
  "examples and corpus": writtenMachines(),
  "nested machines": generatedMachines([12, 25, 50, 100], [1, 2, 3], true),
  "flat machines": generatedMachines([12, 25, 50, 100], [1, 2, 3], false),
  "large machines": generatedMachines([500], [5], true),
};

const GRAPHS: Readonly<Record<string, NamedGraph[]>> = {
  "generated graphs": generatedGraphs([5, 10, 30, 100], [1, 2]),
  "large graphs": generatedGraphs([500], [3]),
  "graphs of the North collection": (await northGraphs()).filter((_, index) => index % STRIDE === 0),
};

for (
  const [direction, group, machines] of [
    ...Object.entries(MACHINES).map((entry) => ["down", ...entry] as const),
    ...Object.entries(FITTED).map((entry) => ["auto", ...entry] as const),
  ]
) {
  Deno.test(`drawMachine() draws ${group} cleanly with the direction ${direction}`, () => {
    for (const { name, definition } of machines) {
      const drawing = drawMachine(definition, { direction });
      const shapes = shapesOf(drawing);
      const found = {
        faults: machineFaults(definition, drawing),
        stray: strayEdges(shapes, STRAY_ROOM),
        slanted: slantedEnds(shapes),
        hidden: hiddenHeads(shapes),
        leaning: leaningLines(shapes),
        lost: lostLabels(shapes),
        merged: mergedEdges(shapes),
        along: edgesAlongBorders(shapes),
        cut: cutTexts(drawing),
      };
      const none = Object.fromEntries(Object.keys(found).map((measure) => [measure, []]));
      assertEquals({ name, ...found }, { name, ...none });
    }
  });
}

for (const [group, graphs] of Object.entries(GRAPHS)) {
  Deno.test(`layoutGraph() arranges ${group} cleanly`, () => {
    for (const { name, graph } of graphs) {
      const layout = layoutGraph(graph);
      assertEquals([layout.nodes.size, layout.edges.size], [graph.nodes.length, graph.edges.length]);
      assertEquals({ name, faults: faultsOf(drawingOf(graph, layout)) }, { name, faults: [] });
    }
  });
}

Deno.test("drawMachine() gives the same drawing for the same machine", () => {
  const machines = [...writtenMachines(), ...generatedMachines([60], [1, 2, 3], true)];
  for (const { definition } of machines) {
    const copy = structuredClone(definition);
    assertEquals(JSON.stringify(drawMachine(definition)), JSON.stringify(drawMachine(copy)));
  }
});

Deno.test("the drawings are tested on at least 100 generated machines and graphs", () => {
  const count = [...Object.values(MACHINES), ...Object.values(GRAPHS)].flat().length;
  assert(count >= 100, `${count}`);
});
