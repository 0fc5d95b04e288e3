import { assertEquals } from "@std/assert";
import { tonesOf } from "./cast.ts";
import { ncp1Document } from "./ncp1.ts";
import { tellEpisode } from "./telling.ts";
import { beatsLike } from "./testing.ts";

const { story } = ncp1Document(tellEpisode(beatsLike(["climax"]), { episode: 1, now: new Date(0) }));
const subtext = story.narratives[0]?.subtext;

Deno.test("the perspectives are those of the three views", () => {
  assertEquals(subtext?.perspectives.map(({ storytelling: _, ...row }) => row), [
    {
      id: "perspective_engineer",
      throughline: "Objective Story",
      summary: "What was built and what it touches",
    },
    {
      id: "perspective_ceremony",
      throughline: "Relationship Story",
      summary: "Who meant what to whom while it was built",
    },
    {
      id: "perspective_story_engine",
      throughline: "Main Character",
      summary: "What the sequence of events amounts to",
    },
  ]);
});

Deno.test("the players are a builder, a keeper and a weaver", () => {
  assertEquals(subtext?.players, [
    {
      id: "the-builder",
      name: "Builder",
      archetype: "The Builder",
      universe: "engineer",
      characteristics: ["analytical", "precise", "minds structure", "wants it to hold"],
    },
    {
      id: "the-keeper",
      name: "Keeper",
      archetype: "The Keeper",
      universe: "ceremony",
      characteristics: ["reverent", "attentive to people", "guards agreements", "pauses before acting"],
    },
    {
      id: "the-weaver",
      name: "Weaver",
      archetype: "The Weaver",
      universe: "story_engine",
      characteristics: ["playful", "sees pattern in disorder", "remembers", "connects"],
    },
  ]);
});

Deno.test("the dynamics are three standing tensions", () => {
  assertEquals(subtext?.dynamics, [
    {
      id: "dynamic_integration",
      type: "integration",
      description: "Joining systems pulls against leaving each its independence",
      resolution_path: "Connect by agreed contracts; take nothing the other side did not offer",
    },
    {
      id: "dynamic_collaboration",
      type: "collaboration",
      description: "Three ways of seeing must act together and stay distinct",
      resolution_path: "Record all three readings, let one lead, say which",
    },
    {
      id: "dynamic_coherence",
      type: "coherence",
      description: "Separate events resist becoming one story",
      resolution_path: "Order the beats, name the turns, close what was opened",
    },
  ]);
});

Deno.test("a story that nobody describes is a development chronicle", () => {
  assertEquals([story.title, story.genre], ["Development Chronicle", "Development chronicle"]);
});

Deno.test("tonesOf() gives the tone of the function, then that of the lead", () => {
  const tones = {
    inciting_incident: "curious",
    rising_action: "gathering",
    turning_point: "tense",
    complication: "uneasy",
    crisis: "strained",
    climax: "triumphant",
    resolution: "settled",
    denouement: "quiet",
    beat: "steady",
    another: "steady",
  };
  for (const [name, tone] of Object.entries(tones)) assertEquals(tonesOf(name, "engineer"), [tone, "exact"]);
  assertEquals(tonesOf("beat", "ceremony"), ["steady", "warm"]);
  assertEquals(tonesOf("beat", "story_engine"), ["steady", "reflective"]);
});
