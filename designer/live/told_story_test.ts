import type { Beat, Universe } from "@loom/bridge/narrative/story";
import { assertEquals } from "@std/assert";
import { filtered, functionsOf, leadsOf, SHOWN_BEATS, StoryTeller } from "./told_story.ts";

function beat(at: number, narrative_function = "beat", lead_universe: Universe = "story_engine"): Beat {
  return {
    id: `beat_${at}`,
    event_id: `e${at}`,
    timestamp: "2026-01-03T13:20:00.000Z",
    narrative_function,
    act: 2,
    perspectives: { engineer: "unknown", ceremony: "dialogue", story_engine: narrative_function },
    lead_universe,
    coherence: 0.78,
    content: `Issue #${at}`,
  };
}

const at = (beat_count: number, ...recent_beats: Beat[]) => ({ beat_count, recent_beats });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => beat(at + 1));

Deno.test("StoryTeller begins with the open episode, and goes on with each beat once", () => {
  const teller = new StoryTeller();
  // The first two beats are of an episode that is closed.
  teller.begin(numbered(8).reverse(), at(6));
  assertEquals([teller.story.count, teller.story.configuration.at(-1)], [6, "Act2Rising"]);
  teller.tell(beat(9, "turning_point"));
  teller.tell(beat(9, "turning_point"));
  assertEquals([teller.story.count, teller.story.configuration.at(-1)], [7, "Act2Turned"]);
  assertEquals(teller.story.beats.map(({ id }) => id).slice(0, 2), ["beat_9", "beat_8"]);
});

Deno.test("StoryTeller knows whether it is where a position is", () => {
  const teller = new StoryTeller();
  teller.begin(numbered(3).reverse(), at(3));
  const position = { current_act: 1, current_phase: "setup", beat_count: 3 } as const;
  assertEquals(teller.isAt({ ...position, recent_beats: [beat(3)] }), true);
  assertEquals(teller.isAt({ ...position, recent_beats: [beat(4)] }), false);
  assertEquals(teller.isAt({ ...position, beat_count: 0, recent_beats: [beat(3)] }), false);
  assertEquals(new StoryTeller().isAt({ ...position, beat_count: 0, recent_beats: [] }), true);
});

Deno.test("StoryTeller knows that a beat was amended meanwhile", () => {
  const teller = new StoryTeller();
  teller.begin(numbered(3).reverse(), at(3));
  const position = { current_act: 1, current_phase: "setup", beat_count: 3 } as const;
  const amended = [beat(3), beat(2, "climax"), beat(1)];
  assertEquals(teller.isAt({ ...position, recent_beats: amended }), false);
  teller.begin(amended, { ...position, recent_beats: amended });
  assertEquals(teller.isAt({ ...position, recent_beats: amended }), true);
});

Deno.test("StoryTeller keeps the newest beats only", () => {
  const teller = new StoryTeller();
  for (const one of numbered(SHOWN_BEATS + 5)) teller.tell(one);
  assertEquals([teller.story.beats.length, teller.story.beats[0]?.id], [
    SHOWN_BEATS,
    `beat_${SHOWN_BEATS + 5}`,
  ]);
  assertEquals(teller.story.configuration.includes("Act3"), true);
});

Deno.test("StoryTeller counts the beats of a long episode that were not read", () => {
  const teller = new StoryTeller();
  teller.begin(numbered(20).reverse(), at(700));
  assertEquals([teller.story.count, teller.story.configuration.includes("Act3")], [700, true]);
  teller.tell(beat(21));
  assertEquals(teller.story.count, 701);
  const position = { current_act: 3, current_phase: "resolution", beat_count: 701 } as const;
  assertEquals(teller.isAt({ ...position, recent_beats: [beat(21)] }), true);
});

Deno.test("StoryTeller knows a newest beat that arrived before those that it keeps", () => {
  const teller = new StoryTeller();
  teller.begin(numbered(SHOWN_BEATS + 5).reverse(), at(SHOWN_BEATS + 5, beat(1)));
  const position = { current_act: 3, current_phase: "resolution", beat_count: SHOWN_BEATS + 5 } as const;
  assertEquals(teller.isAt({ ...position, recent_beats: [beat(1)] }), true);
});

Deno.test("filtered(), leadsOf() and functionsOf() tell about beats", () => {
  const beats = [beat(1), beat(2, "climax", "engineer"), beat(3, "climax")];
  assertEquals(filtered(beats, { lead: undefined, function: undefined }), beats);
  assertEquals(filtered(beats, { lead: "engineer", function: undefined }).map(({ id }) => id), ["beat_2"]);
  assertEquals(filtered(beats, { lead: "story_engine", function: "climax" }).map(({ id }) => id), ["beat_3"]);
  assertEquals(leadsOf(beats), [["engineer", 1], ["ceremony", 0], ["story_engine", 2]]);
  assertEquals(functionsOf(beats), ["beat", "climax"]);
});
