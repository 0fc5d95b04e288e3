import { assertEquals } from "@std/assert";
import type { Box } from "../../geometry/box.ts";
import type { EdgeSide } from "../../geometry/ports.ts";
import { type GridScene, searchGrid, type Terminal } from "./search_grid.ts";

const A: Box = { x: 0, y: 0, width: 100, height: 40 };
const B: Box = { x: 0, y: 200, width: 100, height: 40 };
const REGION: Box = { x: -200, y: -100, width: 500, height: 500 };

function scene(more: Partial<GridScene> = {}): GridScene {
  return { region: REGION, obstacles: [A, B], borders: [], labels: [], titles: [], parts: [], ...more };
}

function middle(box: Box, side: EdgeSide): Terminal {
  const isUpright = side === "top" || side === "bottom";
  const [low, length] = isUpright ? [box.x, box.width] : [box.y, box.height];
  const border = { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width }[side];
  const wanted = low + length / 2;
  return { side, isInside: false, border, low: wanted, high: wanted, wanted, slack: 1, cost: 0 };
}

Deno.test("searchGrid() goes straight where nothing is in the way", () => {
  const line = searchGrid([middle(A, "bottom")], [middle(B, "top")], scene());
  assertEquals(line?.points, [{ x: 50, y: 40 }, { x: 50, y: 200 }]);
});

Deno.test("searchGrid() leads around an obstacle, on its nearer side", () => {
  const wall = { x: -20, y: 100, width: 300, height: 40 };
  const line = searchGrid([middle(A, "bottom")], [middle(B, "top")], scene({ obstacles: [A, B, wall] }));
  assertEquals(line?.points.map(({ x }) => x), [50, 50, -36, -36, 50, 50]);
});

Deno.test("searchGrid() chooses the terminals that cost least", () => {
  const starts = [middle(A, "right"), middle(A, "bottom")];
  assertEquals(searchGrid(starts, [middle(B, "top")], scene())?.start.side, "bottom");
});

Deno.test("searchGrid() goes a little longer rather than through a label", () => {
  const label = { x: 20, y: 110, width: 60, height: 20 };
  const sides = [middle(A, "right"), middle(A, "bottom")];
  const goals = [middle(B, "right"), middle(B, "top")];
  assertEquals(searchGrid(sides, goals, scene({ labels: [label] }))?.goal.side, "right");
});

Deno.test("searchGrid() finds nothing where an end is walled in", () => {
  const around = [
    { x: -60, y: 60, width: 220, height: 20 },
    { x: -60, y: -40, width: 220, height: 20 },
    { x: -60, y: -40, width: 20, height: 120 },
    { x: 140, y: -40, width: 20, height: 120 },
  ];
  const closed = scene({ obstacles: [A, B, ...around] });
  assertEquals(searchGrid([middle(A, "bottom")], [middle(B, "top")], closed), undefined);
});
