import { assertEquals } from "@std/assert";
import { levelCrossings } from "./line_crossings.ts";

Deno.test("levelCrossings() finds where level parts cross upright parts of other lines, along the line", () => {
  const level = [{ x: 30, y: 5 }, { x: 0, y: 5 }, { x: 0, y: 20 }];
  const uprights = [10, 20].map((x) => [{ x, y: 0 }, { x, y: 10 }]);
  assertEquals(levelCrossings([level, ...uprights]), [[{ x: 20, y: 5 }, { x: 10, y: 5 }], [], []]);
});

Deno.test("levelCrossings() counts no touching ends, and no slanted parts", () => {
  const level = [{ x: 0, y: 5 }, { x: 30, y: 5 }];
  const others = [[{ x: 10, y: 5 }, { x: 10, y: 9 }], [{ x: 30, y: 0 }, { x: 30, y: 9 }], [{ x: 0, y: 0 }, {
    x: 9,
    y: 9,
  }]];
  assertEquals(levelCrossings([level, ...others])[0], []);
});
