import { assertEquals } from "@std/assert";
import type { Point } from "../../geometry/box.ts";
import { type EndedLine, withSquareEnds } from "./square_ends.ts";

const SOURCE = { x: 0, y: 0, width: 160, height: 60 };
const TARGET = { x: 300, y: 160, width: 160, height: 60 };

function line(...points: Point[]): EndedLine {
  return { points, source: SOURCE, target: TARGET };
}

Deno.test("withSquareEnds() makes both ends of a slanting line stand square on the borders", () => {
  assertEquals(withSquareEnds(line({ x: 130, y: 60 }, { x: 330, y: 160 })), [
    { x: 130, y: 60 },
    { x: 130, y: 74 },
    { x: 330, y: 146 },
    { x: 330, y: 160 },
  ]);
});

Deno.test("withSquareEnds() leaves ends alone that are square", () => {
  const points = [{ x: 160, y: 20 }, { x: 330, y: 20 }, { x: 330, y: 160 }];
  assertEquals(withSquareEnds(line(...points)), points);
});

Deno.test("withSquareEnds() makes ends at the sides of boxes square", () => {
  assertEquals(withSquareEnds(line({ x: 160, y: 20 }, { x: 230, y: 100 }, { x: 300, y: 180 })), [
    { x: 160, y: 20 },
    { x: 174, y: 20 },
    { x: 230, y: 100 },
    { x: 286, y: 180 },
    { x: 300, y: 180 },
  ]);
});

Deno.test("withSquareEnds() shares a short way between the two ends", () => {
  assertEquals(withSquareEnds(line({ x: 130, y: 60 }, { x: 330, y: 80 }))[1], { x: 130, y: 70 });
});
