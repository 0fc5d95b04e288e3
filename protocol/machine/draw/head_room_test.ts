import { assertEquals } from "@std/assert";
import { UprightLines } from "./head_room.ts";

const head = { x: 0, y: 0, width: 200, height: 30 };
const upright = (x: number, top: number, bottom: number) => [{ x, y: bottom }, { x, y: top }];

Deno.test("freePlace() moves a title to the right of the lines that cross it", () => {
  const lines = new UprightLines([upright(60, -20, 80), upright(20, -20, 80)]);
  assertEquals(lines.freePlace(head, 50), 66);
  assertEquals(lines.freePlace(head, 10), 0);
});

Deno.test("freePlace() leaves a title at the left where no place is free or no line crosses", () => {
  const lines = new UprightLines([upright(20, -20, 80), upright(100, -20, 80), upright(40, 40, 80)]);
  assertEquals(lines.freePlace(head, 120), 0);
  assertEquals(new UprightLines([upright(20, 40, 80)]).freePlace(head, 120), 0);
});
