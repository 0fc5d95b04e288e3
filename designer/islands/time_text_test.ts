import { assertEquals } from "@std/assert";
import { timeText } from "./time_text.ts";

Deno.test("timeText() tells a time by the reader's clock, and leaves what is none", () => {
  assertEquals(timeText(new Date(2026, 0, 3, 4, 5, 6).toISOString()), "2026-01-03 04:05:06");
  assertEquals(timeText("soon"), "soon");
});
