import { assertEquals } from "@std/assert";
import { actOfCount, phaseOf, positionOf } from "./position.ts";
import { draftOf } from "./store/testing/records.ts";

Deno.test("actOfCount() begins the second act with 6 beats and the third with 16", () => {
  assertEquals([0, 1, 5, 6, 7, 15, 16, 17, 1_000_000].map(actOfCount), [1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

Deno.test("positionOf() shows act, phase, count and at most five beats", () => {
  const beats = Array.from({ length: 7 }, (_, at) => ({ id: `beat_${at}`, ...draftOf(`e${at}`) }));
  assertEquals(positionOf(7, beats), {
    current_act: 2,
    current_phase: "confrontation",
    beat_count: 7,
    recent_beats: beats.slice(0, 5),
  });
  assertEquals(positionOf(0, []).current_phase, "setup");
  assertEquals(phaseOf(3), "resolution");
});
