import { assertEquals } from "@std/assert";
import { FreeRows } from "./frame_block.ts";

Deno.test("FreeRows gives rows from the upper and the lower end", () => {
  const rows = new FreeRows(6, [2]);
  assertEquals([rows.take(1, "upper"), rows.take(1, "lower"), rows.take(2, "lower")], [1, 6, 4]);
  assertEquals(rows.last, 6);
});

Deno.test("FreeRows looks for as many rows as are asked for", () => {
  assertEquals(new FreeRows(6, [2, 5]).take(2, "upper"), 3);
});

Deno.test("FreeRows adds rows where none are left", () => {
  const rows = new FreeRows(3, [1, 2]);
  assertEquals([rows.take(3, "upper"), rows.last], [3, 5]);
  assertEquals([rows.take(1, "lower"), rows.last], [6, 6]);
});
