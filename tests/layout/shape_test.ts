/**
 * Pictures of large machines keep to a shape that a screen, a page or a README shows well.
 *
 * @module
 */
import { type DrawingOptions, drawMachine, fitOf, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { boardOf } from "../bench/board_of_size.ts";
import { generatedMachine } from "./graphs/machine.ts";
import { chainMachine, fanInMachine, levelsMachine } from "./graphs/shaped.ts";
import { countCrossings } from "./crossings.ts";
import { leafCover, lostLabels, slantedEnds } from "./ends.ts";
import { edgesThroughLabels } from "./overlaps.ts";
import { machineFaults, shapesOf } from "./machine_faults.ts";

const LARGE: Readonly<Record<string, StateMachineDefinition>> = {
  "62 states in four levels": levelsMachine(),
  "25 edges into one state": fanInMachine(25),
  "60 nested states": generatedMachine({ states: 60, seed: 3, nested: true }),
  "30 nested states": generatedMachine({ states: 30, seed: 1, nested: true }),
  "40 flat states": generatedMachine({ states: 40, seed: 2, nested: false }),
};

/** The room of a picture around its drawing, its heading included. */
const FRAME = { width: 64, height: 120 };

/** Settings with the least and greatest ratio of width to height. */
const SHAPES: Readonly<Record<string, DrawingOptions & { least: number; most: number }>> = {
  auto: { direction: "auto", least: 0.5, most: 2 },
  "16:9": { direction: "auto", space: fitOf("16:9"), least: 1, most: 3 },
  "1:1, down": { direction: "down", space: fitOf("1:1"), least: 0.5, most: 2 },
  "1:1, right": { direction: "right", space: fitOf("1:1"), least: 0.5, most: 2 },
  a4: { direction: "auto", space: fitOf("a4"), least: 0.5, most: 2 },
};

for (const [shape, { least, most, ...options }] of Object.entries(SHAPES)) {
  Deno.test(`drawMachine() keeps large machines in shape with ${shape}`, () => {
    for (const [name, definition] of Object.entries(LARGE)) {
      const drawing = drawMachine(definition, options);
      const ratio = (drawing.width + FRAME.width) / (drawing.height + FRAME.height);
      assert(ratio >= least && ratio <= most, `${name}: ${ratio.toFixed(2)}`);
      const shapes = shapesOf(drawing);
      const faults = [
        ...machineFaults(definition, drawing),
        ...slantedEnds(shapes),
        ...lostLabels(shapes),
        ...edgesThroughLabels(shapes),
      ];
      assertEquals({ name, faults }, { name, faults: [] });
    }
  });
}

Deno.test("drawMachine() draws a small machine as its transitions lead, without folding it", () => {
  const { states } = drawMachine(chainMachine(5), { direction: "auto" });
  const tops = states.map(({ box }) => box.y);
  assertEquals(tops, tops.toSorted((a, b) => a - b));
  const { width, height } = drawMachine(chainMachine(20), { direction: "auto" });
  assert(height < 5 * width, `${width} by ${height}`);
});

Deno.test("drawMachine() puts what is reached last behind what leads to it, also where it leaves its container", () => {
  const { boxes } = shapesOf(drawMachine(levelsMachine(), { direction: "auto" }));
  const tops = [0, 1, 2].map((phase) => boxes.find(({ id }) => id.endsWith(`Phase0${phase}`))!.y);
  assertEquals(tops, tops.toSorted((a, b) => a - b));
});

Deno.test("drawMachine() keeps to a shape with few crossings when it fills a space", () => {
  for (const [seed, most] of [[1, 16], [2, 8], [3, 8]] as const) {
    const definition = generatedMachine({ states: 60, seed, nested: false });
    for (const space of [fitOf("16:9"), fitOf("1:1"), undefined]) {
      const crossings = countCrossings(shapesOf(drawMachine(definition, { direction: "auto", space })));
      assert(crossings <= most, `seed ${seed}: ${crossings}`);
    }
  }
});

/** The share that boxes without others inside cover: what was reached, less a little. */
const COVERS: Readonly<Record<string, number>> = {
  "62 states in four levels": 0.142,
  "25 edges into one state": 0.34,
  "60 nested states": 0.15,
  "30 nested states": 0.125,
  "120 nested states": 0.12,
  "40 flat states": 0.22,
};

Deno.test("drawMachine() keeps 300 nested states in shape, with few crossings for their lines", () => {
  const drawing = drawMachine(boardOf(300).definition, { direction: "auto" });
  const ratio = (drawing.width + FRAME.width) / (drawing.height + FRAME.height);
  assert(ratio >= 0.5 && ratio <= 2, ratio.toFixed(2));
  const crossings = countCrossings(shapesOf(drawing));
  assert(crossings <= 460, `${crossings}`);
});

Deno.test("drawMachine() draws large machines densely", () => {
  const machines: typeof LARGE = {
    ...LARGE,
    "120 nested states": generatedMachine({ states: 120, seed: 3, nested: true }),
  };
  for (const [name, least] of Object.entries(COVERS)) {
    const drawing = drawMachine(machines[name]!, { direction: "auto" });
    const cover = leafCover(shapesOf(drawing), drawing);
    assert(cover >= least, `${name}: ${cover.toFixed(3)}`);
  }
});

Deno.test("drawMachine() keeps a chain in one column when it is to lead down", () => {
  const { states } = drawMachine(chainMachine(20), { direction: "down" });
  assertEquals(new Set(states.map(({ box }) => box.x + box.width / 2)).size, 1);
});

Deno.test("drawMachine() draws straight lines when asked", () => {
  const definition = generatedMachine({ states: 60, seed: 1, nested: false });
  const { edges } = drawMachine(definition, { lineStyle: "straight" });
  const isSlanted = ({ points }: typeof edges[number]) =>
    points.some(({ x, y }, at) => at > 0 && x !== points[at - 1]?.x && y !== points[at - 1]?.y);
  assert(edges.some(isSlanted));
  const rounded = drawMachine(definition, { lineStyle: "rounded" });
  assertEquals(rounded.edges.filter(isSlanted), []);
  assert(rounded.edges.some(({ hops = [] }) => hops.length > 0));
});

Deno.test("drawMachine() leads to the right when asked", () => {
  const definition = fanInMachine(3);
  const { states } = drawMachine(definition, { direction: "right" });
  const target = states.find(({ name }) => name === "Stopped")?.box;
  const sources = states.filter(({ name }) => name !== "Stopped").map(({ box }) => box);
  assertEquals(sources.filter(({ x, width }) => x + width < (target?.x ?? 0)).length, sources.length);
});
