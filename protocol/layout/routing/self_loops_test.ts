import { assert, assertEquals } from "@std/assert";
import { drawLoops, planLoops, roomOfLoops } from "./self_loops.ts";
import { contains, isOnBorder, overlap } from "../testing.ts";

const LABEL = { width: 60, height: 18 };
const BOX = { x: 10, y: 20, width: 100, height: 40 };

Deno.test("planLoops() takes room for the widest label and for all loops below each other", () => {
  const bare = planLoops([{ edge: 0, label: undefined }]);
  const one = planLoops([{ edge: 0, label: LABEL }]);
  const two = planLoops([{ edge: 0, label: LABEL }, { edge: 1, label: { width: 80, height: 28 } }]);
  assert(one.width > bare.width + LABEL.width);
  assertEquals([two.width - one.width, two.height], [20, one.height + 28 + 6]);
});

Deno.test("drawLoops() begins and ends at the right side of the box, and stays in its room", () => {
  const plan = planLoops([{ edge: 4, label: LABEL }, { edge: 7, label: undefined }]);
  const room = { x: BOX.x + BOX.width, y: BOX.y - 10, width: plan.width, height: BOX.height + 20 };
  const routes = drawLoops(plan, BOX);
  assertEquals(routes.map(({ label }) => label?.width), [60, undefined]);
  for (const { points, label } of routes) {
    assert(isOnBorder(points[0]!, BOX) && isOnBorder(points.at(-1)!, BOX));
    for (const point of points) assert(contains(room, { ...point, width: 0, height: 0 }));
    if (label) assert(contains(room, label));
  }
});

Deno.test("drawLoops() keeps labels and lines of many loops at a low box apart", () => {
  const plan = planLoops(Array.from({ length: 8 }, (_, edge) => ({ edge, label: LABEL })));
  const routes = drawLoops(plan, BOX);
  routes.forEach(({ points, label }, at) => {
    if (at === 0) return;
    const before = routes[at - 1]!;
    assert(!overlap(label!, before.label!));
    points.forEach((point, corner) => assert(point.y > before.points[corner]!.y));
    assert(points[0]!.y > before.points.at(-1)!.y);
  });
});

Deno.test("drawLoops() draws loops at the lower side, side by side, when that is planned", () => {
  const plan = planLoops([{ edge: 4, label: LABEL }, { edge: 7, label: LABEL }], true);
  const room = roomOfLoops(plan, BOX);
  const [left, right] = drawLoops(plan, BOX);
  for (const { points, label } of [left!, right!]) {
    assertEquals([points[0]!.y, points.at(-1)!.y], [BOX.y + BOX.height, BOX.y + BOX.height]);
    assert(contains(room, label!));
  }
  assert(left!.label!.x + left!.label!.width <= right!.label!.x);
});
