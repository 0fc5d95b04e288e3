import { assertEquals, assertThrows } from "@std/assert";
import { NarrativeError } from "./narrative_error.ts";
import { idMember } from "./read_members.ts";

Deno.test("idMember() refuses ids that would be one when they are written", () => {
  for (const event_id of ["a\ud800", "a\udc00", "\ud83da"]) {
    assertThrows(() => idMember({ event_id }, "event_id"), NarrativeError, "half of a surrogate pair");
  }
  assertEquals(idMember({ event_id: "a\u{1f600}" }, "event_id"), "a\u{1f600}");
});
