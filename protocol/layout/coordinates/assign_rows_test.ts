import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { layeredGraph } from "../graph/layered_graph.ts";
import type { LevelGraph } from "../graph/level.ts";
import { NO_ROOM } from "../options.ts";
import { assignRows, type Rows } from "./assign_rows.ts";
import { documentOrder, levelOf, onBorder } from "../testing.ts";

const FRAME = { padding: NO_ROOM, least: { width: 0, height: 0 } };

function rowsOf(
  level: LevelGraph,
  layers: readonly number[],
  x: readonly number[] = [],
  frame = FRAME,
): Rows {
  const layering = { layerOf: Int32Array.from(layers), layerCount: Math.max(...layers) + 1, span: 1 };
  const graph = layeredGraph(level, layering);
  return assignRows(
    graph,
    documentOrder(graph),
    Float64Array.from({ length: graph.count }, (_, at) => x[at] ?? 0),
    frame,
    50,
  );
}

Deno.test("assignRows() centres the boxes of a layer and keeps layers apart by the gap", () => {
  const level = levelOf(3, "0>2 1>2", { nodes: { 1: { height: 80 } } });
  const { top, middle, bottom } = rowsOf(level, [0, 0, 1]);
  assertEquals([[...top], [...middle], [...bottom]], [[0, 130], [40, 150], [80, 170]]);
});

Deno.test("assignRows() leaves more room where a line leads far to the side, up to a limit", () => {
  const gapFor = (aside: number) => {
    const { top, bottom } = rowsOf(levelOf(2, "0>1"), [0, 1], [0, aside]);
    return top[1]! - bottom[0]!;
  };
  const gaps = [0, 200, 500, 10_000, 20_000].map(gapFor);
  assertEquals(gaps[0], 50);
  assertEquals(gaps, gaps.toSorted((a, b) => a - b));
  assert(gaps[2]! > gaps[0]!);
  assertEquals(gaps[3], gaps[4]);
});

Deno.test("assignRows() keeps the padding below a border where lines come in, and above one where they go out", () => {
  const level = levelOf(3, "1>0 0>2", { nodes: { 1: onBorder("top"), 2: onBorder("bottom") } });
  const padding = { ...NO_ROOM, top: 36, bottom: 20 };
  const { top, bottom } = rowsOf(level, [1, 0, 2], [], { ...FRAME, padding });
  assertEquals([[...top], [...bottom]], [[0, 36, 96], [0, 76, 96]]);
});

Deno.test("assignRows() puts a lower border at the bottom of a container that is higher than it must be", () => {
  const level = levelOf(2, "0>1", { nodes: { 1: onBorder("bottom") } });
  const padding = { ...NO_ROOM, top: 36, bottom: 20 };
  const { top } = rowsOf(level, [0, 1], [], { padding, least: { width: 0, height: 300 } });
  assertEquals(top[1], 300 - 36);
});

Deno.test("assignRows() stacks all layers without overlap, from whole units on", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const { top, middle, bottom } = assignRows(
        graph,
        documentOrder(graph),
        new Float64Array(graph.count),
        FRAME,
        50,
      );
      for (let layer = 0; layer < graph.layerCount; layer++) {
        assert(Number.isInteger(top[layer]));
        assert(top[layer]! <= middle[layer]! && middle[layer]! <= bottom[layer]!);
        if (layer > 0) assert(top[layer]! >= bottom[layer - 1]!);
      }
    }),
    { numRuns: 100, seed: 13 },
  );
});
