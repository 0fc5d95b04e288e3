import { assertEquals } from "@std/assert";
import { spreadOf } from "./spread.ts";

Deno.test("spreadOf() sorts by number when the measurements come in any order", () => {
  assertEquals(spreadOf([9, 100, 20]), { min: 9, median: 20, max: 100 });
});

Deno.test("spreadOf() takes the mean of the middle two when their count is even", () => {
  assertEquals(spreadOf([1, 2, 4, 9]).median, 3);
});
