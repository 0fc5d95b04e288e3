/**
 * The published examples of the forge, read from three views.
 */
import type { JsonObject } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { analyzeEvent } from "./event/analyze_event.ts";
import { contentOf } from "./beat/beat.ts";
import { readEvent } from "./event/read_event.ts";
import { example, EXAMPLES } from "./testing/examples.ts";
import type { AnalysisRecord } from "./types.ts";

const NOW = "2026-01-03T13:20:00.000Z";
const README = "Issue #1: Spelling error in the README file";
const REQUEST = "PR #2: Update the README with new information.";

function analyzed(type: string, payload: JsonObject, action?: string): AnalysisRecord {
  const body = { event_type: type, payload, ...(action !== undefined && { action }) };
  return analyzeEvent(readEvent(body, { now: NOW, eventId: "e" }), { story: "main", now: NOW });
}

/** The last example of a type with that action. */
function exampleOf(type: string, action: string): JsonObject {
  const found = EXAMPLES.findLast((one) => one.type === type && one.payload.action === action);
  if (found === undefined) throw new Error(`There is no example of ${type}.${action}.`);
  return structuredClone(found.payload);
}

/** An example with members of its `issue` or `pull_request` changed, or taken away. */
function patched(
  payload: JsonObject,
  changes: { action?: string; issue?: JsonObject; pull_request?: JsonObject },
): JsonObject {
  const { action, ...parts } = changes;
  if (action !== undefined) payload.action = action;
  for (const [part, members] of Object.entries(parts)) {
    const whole = { ...payload[part] as JsonObject, ...members };
    for (const [name, value] of Object.entries(whole)) if (value === GONE) delete whole[name];
    payload[part] = whole;
  }
  return payload;
}

const GONE = "(gone)";
const OPENED = ["feature_request", "co_creation", "inciting_incident", 1] as const;
const CODE = ["code_change", "acknowledgment", "beat", 2] as const;
const MERGED = ["integration_complete", "offering", "climax", 3] as const;
const OFFERED = ["unknown", "offering", "beat", 2] as const;
const TALK = ["unknown", "dialogue", "beat", 2] as const;
const NOTHING = ["unknown", "acknowledgment", "beat", 2] as const;

type Reading = readonly [engineer: string, ceremony: string, story: string, act: number];

const ROWS: readonly (readonly [
  what: string,
  type: string,
  payload: JsonObject,
  reading: Reading,
  content: string,
  action?: string,
])[] = [
  ["an opened issue", "issues", example("issues", 15), OPENED, README],
  ["an opened issue with an empty body", "issues", example("issues", 16), OPENED, README],
  ["an opened issue of an organization", "issues", example("issues", 17), OPENED, README],
  [
    "an opened issue that was transferred",
    "issues",
    example("issues", 18),
    OPENED,
    README,
  ],
  [
    "a labeled issue",
    "issues",
    example("issues", 9),
    ["unknown", "intentional_marking", "rising_action", 2],
    README,
  ],
  ["a reopened issue", "issues", example("issues", 20), NOTHING, README],
  [
    "a closed issue",
    "issues",
    patched(example("issues", 20), { action: "closed", issue: { state: "closed" } }),
    ["task_complete", "acknowledgment", "resolution", 3],
    README,
  ],
  ["a transferred issue", "issues", example("issues", 21), NOTHING, "Issue #1: Update package.json"],
  ["an opened request", "pull_request", example("pull_request", 12), [
    "review_request",
    "offering",
    "turning_point",
    2,
  ], REQUEST],
  ["an opened request without a body", "pull_request", example("pull_request", 13), [
    "review_request",
    "offering",
    "turning_point",
    2,
  ], REQUEST],
  [
    "a request that was closed unmerged, and has a commit of a trial merge",
    "pull_request",
    example("pull_request", 3),
    OFFERED,
    REQUEST,
  ],
  [
    "a merged request",
    "pull_request",
    patched(example("pull_request", 3), { pull_request: { merged: true } }),
    MERGED,
    REQUEST,
  ],
  [
    "a merged request that tells only when",
    "pull_request",
    patched(example("pull_request", 3), { pull_request: { merged: GONE, merged_at: NOW } }),
    MERGED,
    REQUEST,
  ],
  [
    "a request that says that it is not merged, whatever else it says",
    "pull_request",
    patched(example("pull_request", 3), { pull_request: { merged: false, merged_at: NOW } }),
    OFFERED,
    REQUEST,
  ],
  ["a labeled request", "pull_request", exampleOf("pull_request", "labeled"), OFFERED, REQUEST],
  ["a request with new commits", "pull_request", exampleOf("pull_request", "synchronize"), OFFERED, REQUEST],
  [
    "a request that is ready for review",
    "pull_request",
    exampleOf("pull_request", "ready_for_review"),
    OFFERED,
    REQUEST,
  ],
  ["a comment", "issue_comment", exampleOf("issue_comment", "created"), TALK, README],
  ["an edited comment", "issue_comment", exampleOf("issue_comment", "edited"), TALK, README],
  ["a deleted comment", "issue_comment", exampleOf("issue_comment", "deleted"), TALK, README],
  ["a review", "pull_request_review", exampleOf("pull_request_review", "submitted"), NOTHING, REQUEST],
  ["a first delivery", "ping", example("ping", 0), NOTHING, "Event processed"],
  ["a new label", "label", exampleOf("label", "created"), NOTHING, "Event processed"],
  ["a release", "release", exampleOf("release", "published"), NOTHING, "Event processed"],
  ["a discussion", "discussion", exampleOf("discussion", "created"), NOTHING, "Event processed"],
  ["a caller's word that it is merged", "pull_request", {}, MERGED, "Event processed", "merged"],
  ["a push to a new branch", "push", example("push", 4), CODE, "Push with 1 commit(s)"],
  ["a push of someone without a name", "push", example("push", 5), CODE, "Push with 1 commit(s)"],
  ["a deleted tag", "push", example("push", 2), CODE, "Push with 0 commit(s)"],
];

for (const [what, type, payload, [engineer, ceremony, story, act], content, action] of ROWS) {
  Deno.test(`analyzeEvent() reads ${what}`, () => {
    const { analysis } = analyzed(type, payload, action);
    assertEquals(
      [analysis.engineer.intent, analysis.ceremony.intent, analysis.story_engine.intent],
      [engineer, ceremony, story],
    );
    assertEquals(analysis.story_engine.context.act, act);
    assertEquals(analysis.story_engine.context.phase, ["setup", "confrontation", "resolution"][act - 1]);
    assertEquals([analysis.lead_universe, analysis.coherence_score], ["story_engine", 0.7833333333333333]);
    assertEquals(analysis.engineer.context, { priority: "NORMAL", impact_area: "GENERAL" });
    assertEquals(analysis.ceremony.context.seven_generation_impact, "MODERATE");
    assertEquals(contentOf(payload), content);
  });
}

Deno.test("analyzeEvent() keeps the action as received beside the key of a merge", () => {
  const { key, facts } = analyzed(
    "pull_request",
    patched(example("pull_request", 3), { pull_request: { merged: true } }),
  );
  assertEquals([key, facts.action, facts.key], ["pull_request.merged", "closed", "pull_request.merged"]);
});

Deno.test("analyzeEvent() takes the repository and the sender from the payload", () => {
  const { repository, sender } = analyzed("issues", example("issues", 21));
  assertEquals([repository, sender], ["octo-org/octo-repo", "Codertocat"]);
});

const readingOf = (type: string, payload: JsonObject) => {
  const { engineer, ceremony, story_engine } = analyzed(type, payload).analysis;
  return [engineer.intent, ceremony.intent, story_engine.intent].join("/");
};

for (
  const [type, reading] of [
    ["issue_comment", TALK],
    ["pull_request_review", NOTHING],
    ["ping", NOTHING],
    ["label", NOTHING],
    ["release", NOTHING],
    ["discussion", NOTHING],
  ] as const
) {
  Deno.test(`analyzeEvent() reads every ${type} the same`, () => {
    const readings = EXAMPLES.filter((one) => one.type === type).map(({ payload }) =>
      readingOf(type, payload)
    );
    assertEquals(new Set(readings), new Set([reading.slice(0, 3).join("/")]));
  });
}

Deno.test("analyzeEvent() reads all examples as often in each way as is known", () => {
  const readings = new Map<string, number>();
  const contents = new Map<string, number>();
  for (const { type, payload } of EXAMPLES) {
    const reading = readingOf(type, payload);
    readings.set(reading, (readings.get(reading) ?? 0) + 1);
    const [word = ""] = contentOf(payload).split(" ");
    contents.set(word, (contents.get(word) ?? 0) + 1);
  }
  assertEquals(EXAMPLES.length, 329);
  assertEquals(
    readings,
    new Map([
      ["unknown/acknowledgment/beat", 278],
      ["unknown/offering/beat", 25],
      ["unknown/dialogue/beat", 9],
      ["code_change/acknowledgment/beat", 7],
      ["feature_request/co_creation/inciting_incident", 4],
      ["review_request/offering/turning_point", 4],
      ["unknown/intentional_marking/rising_action", 2],
    ]),
  );
  assertEquals(contents, new Map([["Event", 243], ["PR", 41], ["Issue", 38], ["Push", 7]]));
});

const opened = (issue: JsonObject) => patched(example("issues", 15), { issue });

Deno.test("analyzeEvent() tells the priority by the names of labels", () => {
  const priority = (labels: JsonObject["labels"]) =>
    analyzed("issues", opened({ labels: labels ?? null })).analysis.engineer.context.priority;
  assertEquals(priority(["Priority: HIGH", { name: "CRITICAL-path" }]), "CRITICAL");
  assertEquals(priority(["high"]), "HIGH");
  assertEquals(priority([{ name: "highlight" }]), "HIGH");
  assertEquals(priority([null, { name: null }, 42]), "NORMAL");
  assertEquals(priority("high"), "NORMAL");
});

Deno.test("analyzeEvent() tells the impact area by the first word that the title holds anywhere", () => {
  const titles = {
    "API for the UI database": "API",
    "Frontend crash": "UI",
    "DB index": "DATABASE",
    "Rapid fix": "API",
    "Build guide": "UI",
    "Feedback form": "DATABASE",
    "Quick": "UI",
    "Nothing": "GENERAL",
  };
  for (const [title, area] of Object.entries(titles)) {
    assertEquals(analyzed("issues", opened({ title })).analysis.engineer.context.impact_area, area, title);
  }
});

Deno.test("analyzeEvent() looks into a request's title for the impact area only", () => {
  const title = "Redesign the foundation of the database";
  const issue = analyzed("issues", opened({ title })).analysis;
  const request =
    analyzed("pull_request", patched(example("pull_request", 12), { pull_request: { title } })).analysis;
  assertEquals(issue.ceremony.context.seven_generation_impact, "HIGH");
  assertEquals(request.ceremony.context.seven_generation_impact, "MODERATE");
  assertEquals([issue, request].map(({ engineer }) => engineer.context.impact_area), [
    "DATABASE",
    "DATABASE",
  ]);
});

Deno.test("contentOf() stands in for a missing title and number", () => {
  assertEquals(contentOf(opened({ title: GONE })), "Issue #1: (untitled)");
  assertEquals(contentOf(opened({ title: "" })), "Issue #1: (untitled)");
  assertEquals(contentOf(opened({ title: 7 })), "Issue #1: (untitled)");
  assertEquals(contentOf(opened({ number: GONE })), "Issue #?: Spelling error in the README file");
});

Deno.test("analyzeEvent() knows no row for names that objects have by birth", () => {
  for (const type of ["__proto__", "constructor", "toString"]) {
    assertEquals(readingOf(type, {}), "unknown/acknowledgment/beat");
    assertEquals(analyzed(type, { action: "constructor" }).key, `${type.toLowerCase()}.constructor`);
  }
});

Deno.test("analyzeEvent() does not mind case, space, or where the action stands", () => {
  const payload = example("issues", 15);
  const expected = analyzed("issues", payload).analysis;
  assertEquals(analyzed(" Issues ", payload, "OPENED\n").analysis, expected);
  assertEquals(analyzed("issues.opened", payload).analysis, expected);
  assertEquals(analyzed("GitHub.issues.opened", payload).analysis, expected);
  const merged = patched(example("pull_request", 3), { pull_request: { merged: true } });
  assertEquals(analyzed("pull_request.closed", merged).key, "pull_request.merged");
  assertEquals(analyzed("github.push", {}).analysis, analyzed("push", {}).analysis);
  assertEquals(analyzed("push", {}, "forced").analysis.engineer.intent, "code_change");
});
