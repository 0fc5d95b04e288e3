import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { episodeFiles } from "./episode_files.ts";
import { ncp1Document } from "./ncp1.ts";
import { tellEpisode } from "./telling.ts";
import { beatLike, beatsLike, ISSUE_STORY } from "./testing.ts";

const OPTIONS = { episode: 7, now: new Date("2026-01-03T13:20:00.123Z") };
const ALL = { ...OPTIONS, ncp2: true, ncp3: true, scenario: true };

Deno.test("episodeFiles() names the files after episode and title", () => {
  const { files } = episodeFiles(beatsLike(ISSUE_STORY), ALL);
  assertEquals(files.map(({ name }) => name), [
    "s01e07-issue-1---spelling-error-in-th.md",
    "s01e07-issue-1---spelling-error-in-th.ncp.json",
    "s01e07-issue-1---spelling-error-in-th.ncp2.json",
    "s01e07-issue-1---spelling-error-in-th.ncp3.json",
    "s01e07-issue-1---spelling-error-in-th.sqdf.json",
  ]);
});

Deno.test("episodeFiles() makes the same bytes of the same beats", () => {
  assertEquals(episodeFiles(beatsLike(ISSUE_STORY), ALL), episodeFiles(beatsLike(ISSUE_STORY), ALL));
});

Deno.test("ncp1Document() has the members of the format, and no others", () => {
  const document = ncp1Document(tellEpisode(beatsLike(ISSUE_STORY), OPTIONS));
  const { story } = document;
  const [narrative] = story.narratives;
  assert(narrative !== undefined);
  assertEquals(Object.keys(document), ["schema_version", "story"]);
  assertEquals([document.schema_version, story.created_at], ["1.0", "2026-01-03T13:20:00Z"]);
  assertEquals(Object.keys(story), ["id", "title", "genre", "logline", "created_at", "narratives"]);
  assertEquals([story.id, story.title, narrative.id], ["story_main", "Development Chronicle", "s01e07"]);
  assertEquals(
    story.logline,
    "7 beats between 2026-01-03 and 2026-01-03; it opens with Issue #1: Spelling error in the README file and " +
      "stands at Issue #1: Spelling error in the README file.",
  );
  assertEquals(Object.keys(narrative), ["id", "title", "subtext", "storytelling"]);
  const { subtext, storytelling } = narrative;
  assertEquals(Object.keys(subtext), ["perspectives", "players", "dynamics", "storypoints", "storybeats"]);
  assertEquals(Object.keys(storytelling), ["overviews", "moments"]);
  assertEquals([subtext.perspectives, subtext.players, subtext.dynamics].map(({ length }) => length), [
    3,
    3,
    3,
  ]);
  assertEquals(Object.keys(subtext.players[0] ?? {}).sort(), [
    "archetype",
    "characteristics",
    "id",
    "name",
    "universe",
  ]);
  assertEquals(Object.keys(subtext.dynamics[0] ?? {}).sort(), [
    "description",
    "id",
    "resolution_path",
    "type",
  ]);
  assertEquals(subtext.storypoints.map(({ id, type, act }) => [id, type, act]), [
    ["storypoint_1", "inciting_incident", 1],
    ["storypoint_2", "turning_point", 2],
    ["storypoint_3", "climax", 3],
    ["storypoint_4", "resolution", 3],
  ]);
  assertEquals(subtext.storybeats.length, 7);
  assertEquals(subtext.storybeats[2], {
    id: "beat_1767446520000",
    sequence: 3,
    narrative_function: "beat",
    summary: "Push with 1 commit(s)",
    tones: ["steady", "reflective"],
    perspectives: [{ perspective_id: "perspective_story_engine" }, {
      perspective_id: "perspective_engineer",
    }],
  });
  assertEquals(storytelling.overviews.map(({ label }) => label), [
    "Logline",
    "Genre",
    "Blended Throughlines",
  ]);
  assertEquals(storytelling.moments.map(({ storybeats }) => storybeats.length), [3, 3, 1]);
  assertEquals(storytelling.moments[1], {
    id: "moment_2",
    summary: "Act 2: PR #2: Update the README with new information.",
    synopsis:
      "PR #2: Update the README with new information.; Push with 1 commit(s); PR #2: Update the README with new information.",
    setting: "The repository",
    timing: "2026-01-03T13:23:00.000Z to 2026-01-03T13:25:00.000Z",
    storybeats: [
      { sequence: 1, storybeat_id: "beat_1767446580000" },
      { sequence: 2, storybeat_id: "beat_1767446640000" },
      { sequence: 3, storybeat_id: "beat_1767446700000" },
    ],
  });
});

Deno.test("ncp1Document() puts the lead first among the perspectives of a beat, silent ones left out", () => {
  const beat = {
    ...beatLike("climax"),
    lead_universe: "ceremony" as const,
    perspectives: { engineer: "unknown", ceremony: "offering", story_engine: "climax" },
  };
  const document = ncp1Document(tellEpisode([beat], OPTIONS));
  assertEquals(document.story.narratives[0]?.subtext.storybeats[0]?.perspectives, [
    { perspective_id: "perspective_ceremony" },
    { perspective_id: "perspective_story_engine" },
  ]);
});

Deno.test("episodeFiles() tells the acts, turning points, moments and tables in Markdown", () => {
  const markdown = episodeFiles(beatsLike(ISSUE_STORY), OPTIONS).files[0]?.text ?? "";
  const headings = markdown.split("\n").filter((line) => line.startsWith("#"));
  assertEquals(headings, [
    "# S01E07 - Issue 1 - Spelling error in the README file",
    "## Logline",
    "## Act 1 - Setup",
    "## Act 2 - Confrontation",
    "## Act 3 - Resolution",
    "## Turning points",
    "## Moments",
    "## Perspectives",
    "## Beats",
  ]);
  assert(markdown.includes("\n2026-01-03 · 7 beats · act 2 · coherence 0.78 · story_engine 7\n"));
  assert(markdown.endsWith("|\n") && !markdown.endsWith("\n\n"));
});

Deno.test("episodeFiles() lets no content become Markdown", () => {
  const beat = { ...beatLike("climax"), content: "a|b `c` <script> [d](e)\n# f _g_ h_i \u001b[2J" };
  const markdown = episodeFiles([beat], OPTIONS).files[0]?.text ?? "";
  assert(markdown.includes("a\\|b \\`c\\` \\<script> \\[d](e) # f \\_g\\_ h_i"));
  assert(!/[^\\]<script|\n# f/.test(markdown) && !markdown.includes("\u001b"));
});

Deno.test("episodeFiles() names the state that follows each beat in the scenario", () => {
  const { files } = episodeFiles(beatsLike([...ISSUE_STORY.slice(0, 5), "beat"]), {
    ...OPTIONS,
    scenario: true,
  });
  const scenario = JSON.parse(files[2]?.text ?? "");
  const steps = scenario.messages.map((message: Record<string, unknown>) => [message.event, message.state]);
  assertEquals(steps, [
    ["inciting_incident", "Act1Incited"],
    ["rising_action", "Act1Incited"],
    ["beat", "Act1Incited"],
    ["turning_point", "Act1Incited"],
    ["beat", "Act1Incited"],
    ["beat", "Act1Incited"],
    ["act_2_reached", "Act2Rising"],
  ]);
});

Deno.test("ncp1Document() refers to perspectives by ids that the document has", () => {
  const { subtext } = ncp1Document(tellEpisode(beatsLike(ISSUE_STORY), OPTIONS)).story.narratives[0] ??
    never();
  const ids = subtext.perspectives.map(({ id }) => id);
  const links = subtext.storybeats.flatMap(({ perspectives }) => perspectives);
  assert(links.length > 0 && links.every(({ perspective_id }) => ids.includes(perspective_id)));
});

Deno.test("episodeFiles() keeps the acts in the order of time", () => {
  const beats = [
    beatLike("inciting_incident", 0),
    beatLike("climax", 1),
    beatLike("rising_action", 2),
  ] as const;
  const [first, ...others] = beats;
  const markdown = episodeFiles([first, ...others], OPTIONS).files[0]?.text ?? "";
  const times = [...markdown.split("## Turning points")[0]?.matchAll(/^- \S+ (\d\d:\d\d)/gm) ?? []].map((
    [, at],
  ) => at);
  assertEquals(times, ["13:20", "13:21", "13:22"]);
});

Deno.test("episodeFiles() leaves an unknown coherence out of the mean", () => {
  const known = { ...beatLike("climax", 0), coherence: 0.5 };
  const text = (coherence: number | undefined) =>
    episodeFiles([known, { ...beatLike("beat", 1), coherence }], OPTIONS).files[0]?.text ?? "";
  assertStringIncludes(text(undefined), "coherence 0.50");
  assertStringIncludes(text(0), "coherence 0.25");
});

function never(): never {
  throw new Error("The document has a narrative.");
}
