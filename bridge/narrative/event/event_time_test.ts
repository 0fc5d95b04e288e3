import { assertEquals } from "@std/assert";
import { eventTime } from "./event_time.ts";

Deno.test("eventTime() gives UTC with milliseconds, or nothing", () => {
  assertEquals(eventTime("2026-01-03T13:20:00Z"), "2026-01-03T13:20:00.000Z");
  assertEquals(eventTime("2026-01-03T13:20:00"), "2026-01-03T13:20:00.000Z");
  assertEquals(eventTime(" 2026-01-03 13:20:00.5 "), "2026-01-03T13:20:00.500Z");
  for (const text of ["", "soon", "2026-13-01", "+012026-01-01T00:00:00Z"]) {
    assertEquals(eventTime(text), undefined, text);
  }
});
