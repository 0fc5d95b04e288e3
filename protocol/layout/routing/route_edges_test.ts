import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraphs } from "../_arbitrary.ts";
import { assignColumns } from "../coordinates/assign_columns.ts";
import { backEdges } from "../layering/back_edges.ts";
import type { Point } from "../../geometry/box.ts";
import { type LayeredGraph, layeredGraph } from "../graph/layered_graph.ts";
import { assignLayers } from "../layering/assign_layers.ts";
import type { LevelGraph, LevelRoute } from "../graph/level.ts";
import { LAYOUT_DEFAULTS, NO_ROOM } from "../options.ts";
import { orderLayers } from "../ordering/order_layers.ts";
import { assignPorts } from "./assign_ports.ts";
import { routeEdges } from "./route_edges.ts";
import { assignRows } from "../coordinates/assign_rows.ts";
import { levelOf } from "../testing.ts";

interface Drawn {
  readonly x: Float64Array;
  readonly middle: Float64Array;
  readonly routes: LevelRoute[];
}

function draw(graph: LayeredGraph): Drawn {
  const order = orderLayers(graph, 1);
  const x = assignColumns(graph, order, LAYOUT_DEFAULTS);
  const frame = { padding: NO_ROOM, least: { width: 0, height: 0 } };
  const rows = assignRows(graph, order, x, frame, LAYOUT_DEFAULTS.layerGap);
  const routes = routeEdges(graph, order, x, rows, assignPorts(graph, x, 20), LAYOUT_DEFAULTS.edgeGap);
  return { x, middle: rows.middle, routes };
}

function routesOf(level: LevelGraph): LevelRoute[] {
  return draw(layeredGraph(level, assignLayers(level, backEdges(level)))).routes;
}

Deno.test("routeEdges() draws a line from the bottom of the source to the top of the target", () => {
  const [route] = routesOf(levelOf(2, "0>1"));
  assertEquals(route, { points: [{ x: 0, y: 40 }, { x: 0, y: 90 }], label: undefined });
});

Deno.test("routeEdges() draws an edge that leads back from the top of its source", () => {
  const [, back] = routesOf(levelOf(2, "0>1 1>0"));
  assertEquals(back?.points.map(({ y }) => y), [90, 40]);
});

Deno.test("routeEdges() lets a line pass through the middle of its label", () => {
  const label = { width: 60, height: 18 };
  const [route] = routesOf(levelOf(2, "0>1", { edges: { 0: { label } } }));
  assertEquals(route?.points.length, 2);
  assertEquals(route?.label?.x, route?.points[0]?.x);
});

Deno.test("routeEdges() turns below two nodes that lie side by side", () => {
  const level = levelOf(2, "0>1", { row: true });
  const [route] = routesOf(level);
  assertEquals(route?.points.length, 4);
  const [start, , , end] = route!.points;
  assertEquals([start!.y, end!.y], [40, 40]);
  assert(route!.points.slice(1, 3).every(({ y }) => y > 40));
});

Deno.test("routeEdges() lets lines end at their boxes and pass no other", () => {
  fc.assert(
    fc.property(layeredGraphs(), (graph) => {
      const { x, middle, routes } = draw(graph);
      const { nodes, edges } = graph.level;
      const boxes = nodes.map(({ width, height, border }, at) => ({
        left: x[at]! - width / 2,
        right: x[at]! + width / 2,
        top: middle[graph.layerOf[at]!]! - height / 2,
        bottom: middle[graph.layerOf[at]!]! + height / 2,
        isChild: border === undefined,
      }));
      routes.forEach(({ points }, index) => {
        const { from, to } = edges[index]!;
        for (const [end, node] of [[points[0]!, from], [points.at(-1)!, to]] as const) {
          const { left, right, top, bottom } = boxes[node]!;
          assert(end.x >= left - 0.01 && end.x <= right + 0.01, `edge ${index} ends beside ${node}`);
          assert(Math.min(Math.abs(end.y - top), Math.abs(end.y - bottom)) < 0.01);
        }
        boxes.forEach(({ left, right, top, bottom, isChild }, node) => {
          if (!isChild) return;
          for (const [at, point] of points.entries()) {
            if (at === 0) continue;
            const before = points[at - 1]!;
            assert(!enters(before, point, { left, right, top, bottom }), `edge ${index} runs over ${node}`);
          }
        });
      });
    }),
    { numRuns: 200, seed: 18 },
  );
});

/** Checks whether a line has points inside of a box, by a look at many of them. */
function enters(
  a: Point,
  b: Point,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): boolean {
  const slack = 0.05;
  for (let step = 0; step <= 200; step++) {
    const x = a.x + (b.x - a.x) * step / 200;
    const y = a.y + (b.y - a.y) * step / 200;
    if (x > left + slack && x < right - slack && y > top + slack && y < bottom - slack) return true;
  }
  return false;
}
