import { type Beat, episodeFiles, type Ncp2Document, type Universe } from "@loom/bridge/narrative";
import { assert, assertEquals } from "@std/assert";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import schema2 from "./fixtures/ncp/ncp-2.0.0.schema.json" with { type: "json" };
import schema3 from "./fixtures/ncp/ncp-3.0.0-rc.1.schema.json" with { type: "json" };

const ajv = new Ajv2020({ strict: false, allErrors: true });
const takes2 = ajv.compile(schema2);
const takes3 = ajv.compile(schema3);

const UNIVERSE = fc.constantFrom<Universe>("engineer", "ceremony", "story_engine");
const FUNCTION = fc.oneof(
  fc.constantFrom("inciting_incident", "rising_action", "turning_point", "climax", "resolution", "beat"),
  fc.string(),
);

/** Beats as any store or file may hold them. */
const BEATS: fc.Arbitrary<Beat[]> = fc.array(
  fc.record<Beat>({
    id: fc.oneof(fc.integer({ min: 1 }).map((ms) => `beat_${ms}`), fc.string()),
    event_id: fc.string(),
    timestamp: fc.oneof(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") }).map((date) =>
        date.toISOString()
      ),
      fc.constant(""),
    ),
    narrative_function: FUNCTION,
    act: fc.constantFrom(1, 2, 3),
    perspectives: fc.record({ engineer: fc.string(), ceremony: fc.string(), story_engine: fc.string() }),
    lead_universe: UNIVERSE,
    coherence: fc.double({ min: 0, max: 1, noNaN: true }),
    content: fc.string({ unit: "binary" }),
  }),
  { minLength: 1, maxLength: 140 },
);

function documentsOf(beats: readonly Beat[]): Record<string, unknown> {
  const [first, ...others] = beats;
  assert(first !== undefined);
  const { files } = episodeFiles([first, ...others], {
    episode: 1,
    now: new Date("2026-01-03T13:20:00.123Z"),
    ncp2: true,
    ncp3: true,
  });
  const entries = files.filter(({ name }) => name.endsWith(".json")).map(({ name, text }) => [
    /\.(ncp[23]?)\.json$/.exec(name)?.[1],
    JSON.parse(text),
  ]);
  return Object.fromEntries(entries);
}

function faults(takes: ValidateFunction, value: unknown): string[] {
  takes(value);
  return (takes.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const beat = (index: number, narrative_function = "beat"): Beat => ({
  id: `beat_${1000 + index}`,
  event_id: `e${index}`,
  timestamp: new Date(index * 60_000).toISOString(),
  narrative_function,
  act: 2,
  perspectives: { engineer: "code_change", ceremony: "acknowledgment", story_engine: narrative_function },
  lead_universe: "story_engine",
  coherence: 0.78,
  content: "Push with 1 commit(s)",
});

Deno.test("--ncp2 and --ncp3 write what the schemas take, whatever the beats are", () => {
  fc.assert(
    fc.property(BEATS, (beats) => {
      const { ncp2, ncp3 } = documentsOf(beats);
      assertEquals([faults(takes2, ncp2), faults(takes3, ncp3)], [[], []]);
    }),
    { seed: 7, numRuns: 60 },
  );
});

Deno.test("--ncp2 splits 65 beats in two narratives and loses none", () => {
  const document = documentsOf(Array.from({ length: 65 }, (_, index) => beat(index))).ncp2 as Ncp2Document;
  assertEquals(faults(takes2, document), []);
  const { narratives, moments } = document.story;
  assertEquals(narratives.map(({ id, subtext }) => [id, subtext.storybeats.length]), [
    ["s01e01-1", 64],
    ["s01e01-2", 1],
  ]);
  assertEquals([moments.length, moments.flatMap(({ storybeats }) => storybeats).length], [22, 65]);
});

Deno.test("--ncp2 refers only to what is there, each storybeat by its own id", () => {
  fc.assert(
    fc.property(BEATS, (beats) => {
      const { story } = documentsOf(beats).ncp2 as Ncp2Document;
      const idsOf = (list: "storybeats" | "storypoints") =>
        story.narratives.flatMap(({ id, subtext }) => subtext[list].map((one) => `${id} ${one.id}`));
      const storybeats = story.moments.flatMap(({ storybeats }) =>
        storybeats.map(({ narrative_id, storybeat_id }) => `${narrative_id} ${storybeat_id}`)
      );
      const storypoints = story.moments.flatMap(({ storypoints }) =>
        storypoints.map(({ narrative_id, storypoint_id }) => `${narrative_id} ${storypoint_id}`)
      );
      assertEquals([storybeats, storypoints], [idsOf("storybeats"), idsOf("storypoints")]);
      assertEquals(new Set(storybeats).size, beats.length);
    }),
    { seed: 8, numRuns: 60 },
  );
});

Deno.test("--ncp2 is complete when something was resolved", () => {
  const statusOf = (functions: string[]) => {
    const document = documentsOf(functions.map((name, index) => beat(index, name))).ncp2 as Ncp2Document;
    const [narrative] = document.story.narratives;
    return [narrative?.status, narrative?.subtext.dynamics.at(-1)?.vector];
  };
  assertEquals(statusOf(["inciting_incident", "resolution"]), ["complete", "success"]);
  assertEquals(statusOf(["inciting_incident"]), ["draft", "failure"]);
});

Deno.test("the schema of NCP 2 takes no document of NCP 1, and no wrong one", () => {
  const { ncp, ncp2 } = documentsOf([beat(0)]);
  assert(faults(takes2, ncp).length > 10);
  const broken = structuredClone(ncp2) as Ncp2Document;
  broken.story.created_at = "2026-01-03T13:20:00.123Z";
  const [storybeat] = broken.story.narratives[0]?.subtext.storybeats ?? [];
  assert(storybeat !== undefined);
  storybeat.sequence = 65;
  assertEquals(faults(takes2, broken).length, 3);
});
