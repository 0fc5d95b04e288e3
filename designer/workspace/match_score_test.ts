import { assert, assertEquals } from "@std/assert";
import { matchScore } from "./match_score.ts";

Deno.test("matchScore() is 0 when the letters are not there in that order", () => {
  assertEquals(matchScore("Add state", "xs"), 0);
  assertEquals(matchScore("Add state", "td"), 0);
});

Deno.test("matchScore() prefers whole words, then beginnings of words, then letters anywhere", () => {
  assert(matchScore("Add state", "state") > matchScore("Restated", "state"));
  assert(matchScore("Rename state", "rst") > matchScore("Carrosty", "rst"));
  assert(matchScore("AddState", "state") > matchScore("understate", "state"));
});
