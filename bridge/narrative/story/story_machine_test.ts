import { enrich, parseJson, validate } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { beatLike } from "../episode/testing.ts";
import { actOfCount } from "../position.ts";
import type { Act, Beat } from "../types.ts";
import { StoryMachine } from "./story_machine.ts";

const DOCUMENTS = new URL("documents/", import.meta.url);

const BEAT: fc.Arbitrary<Beat> = fc.record({
  name: fc.oneof(
    fc.constantFrom(
      "inciting_incident",
      "rising_action",
      "turning_point",
      "climax",
      "resolution",
      "beat",
      "crisis",
      "denouement",
      "act_3_reached",
      "story_closed",
    ),
    fc.string(),
  ),
  act: fc.constantFrom<Act>(1, 2, 3),
}).map(({ name, act }) => ({ ...beatLike(name), act }));

for (const name of ["story", "issue"]) {
  Deno.test(`${name}.smdf.json has no finding`, () => {
    const text = Deno.readTextFileSync(new URL(`${name}.smdf.json`, DOCUMENTS));
    assertEquals(validate(enrich(parseJson(text))), []);
  });
}

Deno.test("StoryMachine is in the act that the count tells after every beat, and refuses none", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(BEAT, fc.constant("close" as const)), { maxLength: 40 }), (moves) => {
      const story = new StoryMachine();
      let count = 0;
      for (const move of moves) {
        const steps = move === "close" ? [story.closeEpisode()] : story.tell(move);
        count = move === "close" ? 0 : count + 1;
        assert(steps.every(({ refused }) => refused === undefined));
        assertEquals([story.count, story.act], [count, actOfCount(count)]);
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("StoryMachine never goes back an act by function, and refuses no beat", () => {
  fc.assert(
    fc.property(fc.array(BEAT, { maxLength: 40 }), (beats) => {
      const story = new StoryMachine({ mode: "function" });
      for (const beat of beats) {
        const before = story.act;
        assert(story.tell(beat).every(({ refused }) => refused === undefined));
        assert(story.act >= before);
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("StoryMachine walks through its acts", () => {
  const story = new StoryMachine();
  assertEquals(story.configuration, ["Root", "Act1", "Act1Opening"]);
  story.tell(beatLike("inciting_incident"));
  for (let index = 0; index < 4; index++) story.tell(beatLike("beat"));
  assertEquals(story.configuration, ["Root", "Act1", "Act1Incited"]);
  const [beat, act] = story.tell(beatLike("rising_action"));
  assertEquals([beat?.entered, act?.event, act?.exited, act?.entered], [
    [],
    "act_2_reached",
    ["Act1Incited", "Act1"],
    ["Act2", "Act2Rising"],
  ]);
  assertEquals(story.tell(beatLike("turning_point"))[0]?.to, "Act2Turned");
  assertEquals(story.tell(beatLike("rising_action"))[0]?.to, "Act2Rising");
  for (let index = 0; index < 8; index++) story.tell(beatLike("climax"));
  assertEquals([story.state, story.count], ["Act3Closing", 16]);
  assertEquals(story.tell(beatLike("climax"))[0]?.to, "Act3Climax");
  assertEquals(story.tell(beatLike("resolution"))[0]?.to, "Act3Resolved");
  assertEquals([story.closeEpisode().to, story.act, story.count], ["Act1Opening", 1, 0]);
  assertEquals(story.closeStory().to, "TheEnd");
});

Deno.test("StoryMachine takes the act of a function in its other mode", () => {
  const story = new StoryMachine({ mode: "function" });
  const acts = ["inciting_incident", "crisis", "inciting_incident", "climax", "turning_point"].map((name) => {
    story.tell(beatLike(name));
    return story.act;
  });
  assertEquals(acts, [1, 2, 2, 3, 3]);
});
