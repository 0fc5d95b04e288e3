import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { factsOf } from "../facts.ts";
import { classify } from "./classify.ts";
import { explain } from "./explain.ts";
import { readRules } from "./read_rules.ts";
import { UNIVERSES } from "../../types.ts";

const facts = (event_type: string, payload: Record<string, unknown> = {}) => factsOf({ event_type, payload });

Deno.test("classify() gives all members of the three views", () => {
  assertEquals(classify(facts("push", { sender: { login: "ann" }, commits: [{ author: { name: "Bo" } }] })), {
    engineer: {
      intent: "code_change",
      confidence: 0.8,
      suggested_flows: ["tech_analyzer", "spec_writer", "api_designer"],
      context: { priority: "NORMAL", impact_area: "GENERAL" },
    },
    ceremony: {
      intent: "acknowledgment",
      confidence: 0.7,
      suggested_flows: ["relational_auditor", "sacred_pause", "ke_mapper"],
      context: {
        seven_generation_impact: "MODERATE",
        relational_implications: ["witness", "sender:ann", "committer:Bo"],
      },
    },
    story_engine: {
      intent: "beat",
      confidence: 0.85,
      suggested_flows: ["narrative_analyzer", "arc_tracker", "beat_generator"],
      context: { act: 2, phase: "confrontation", throughline: "The work moves on" },
    },
    lead_universe: "story_engine",
    coherence_score: 0.7833333333333333,
  });
});

Deno.test("classify() gives each its own lists", () => {
  const first = classify(facts("push"));
  first.engineer.suggested_flows.push("x");
  assertEquals(classify(facts("push")).engineer.suggested_flows.length, 3);
});

Deno.test("classify() tells the throughline of each function", () => {
  const throughlines = [
    "issues.opened",
    "issues.labeled",
    "pull_request.opened",
    "pull_request.merged",
    "issues.closed",
  ]
    .map((type) => classify(facts(type)).story_engine.context.throughline);
  assertEquals(throughlines, [
    "A new need enters the work",
    "The need takes shape",
    "An answer is put on the table",
    "The answer joins the whole",
    "The need is laid to rest",
  ]);
});

Deno.test("classify() tells what an event asks of people", () => {
  const asked = (event_type: string) =>
    classify(facts(event_type, {})).ceremony.context.relational_implications;
  assertEquals(
    ["issues.opened", "issues.labeled", "issue_comment", "pull_request", "push"].map(asked),
    [
      ["welcome_owed", "shared_authorship"],
      ["shared_vocabulary"],
      ["listening", "reciprocity"],
      ["gift_received", "review_owed"],
      ["witness"],
    ],
  );
});

Deno.test("classify() tells who takes part, nobody twice and at most twelve", () => {
  const implications = (event_type: string, payload: Record<string, unknown>) =>
    classify(facts(event_type, payload)).ceremony.context.relational_implications;
  const people = Array.from({ length: 20 }, (_, at) => ({ login: `p${at % 15}` }));
  assertEquals(
    implications("pull_request.opened", {
      sender: { login: "ann", type: "User" },
      pull_request: {
        user: { login: "ann" },
        assignees: [{ login: "bob" }],
        requested_reviewers: [{ login: "cy" }],
      },
    }),
    ["gift_received", "review_owed", "sender:ann", "assignee:bob", "reviewer:cy"],
  );
  const crowded = implications("issue_comment", {
    sender: { login: "helper", type: "Bot" },
    issue: { user: { login: "ann" }, assignees: people },
  });
  assert(Array.isArray(crowded));
  assertEquals(crowded.slice(0, 5), ["listening", "reciprocity", "bot:helper", "author:ann", "assignee:p0"]);
  assertEquals([crowded.length, new Set(crowded).size], [12, 12]);
});

Deno.test("classify() lets the surest view lead, and of equals the first", () => {
  const leads = (confidence: Record<string, number>) =>
    classify(facts("push"), readRules(JSON.stringify({ confidence }))).lead_universe;
  assertEquals(leads({ ceremony: 0.9 }), "ceremony");
  assertEquals(leads({ engineer: 0.85 }), "engineer");
  assertEquals(leads({ engineer: 0.1, ceremony: 0.85 }), "ceremony");
});

Deno.test("classify() finds whole words only, when the rules say so", () => {
  const rules = readRules('{"match": "word"}');
  const read = (title: string, label = "") =>
    classify(facts("issues", { issue: { title, labels: [label] } }), rules);
  assertEquals(read("Rapid guide to feedback").engineer.context.impact_area, "GENERAL");
  assertEquals(read("The (API) is slow").engineer.context.impact_area, "API");
  assertEquals(read("Redesign").ceremony.context.seven_generation_impact, "MODERATE");
  assertEquals(read("", "highlight").engineer.context.priority, "NORMAL");
  assertEquals(read("", "CRITICAL-path").engineer.context.priority, "CRITICAL");
});

Deno.test("classify() is a function of its facts", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("issues", "push", "pull_request"),
      fc.string(),
      fc.object(),
      (type, action, payload) => {
        const known = factsOf({ event_type: type, action, payload });
        assertEquals(classify(known), classify(JSON.parse(JSON.stringify(known))));
      },
    ),
    { seed: 2, numRuns: 50 },
  );
});

Deno.test("explain() names the rows and the words", () => {
  const explanation = explain(facts("issue_comment.created", {
    issue: { title: "Rapid redesign", labels: ["a", "highlight"] },
  }));
  assertEquals(explanation, {
    key: "issue_comment.created",
    intents: {
      engineer: { intent: "unknown", row: null },
      ceremony: { intent: "dialogue", row: "issue_comment" },
      story_engine: { intent: "beat", row: null },
    },
    words: {
      priority: { value: "HIGH", word: "high", text: "highlight" },
      impact_area: { value: "API", word: "api", text: "Rapid redesign" },
      seven_generation_impact: { value: "HIGH", word: "design", text: "Rapid redesign" },
    },
  });
});

Deno.test("explain() agrees with classify()", () => {
  for (const type of ["issues.opened", "push", "pull_request.merged", "__proto__"]) {
    const analysis = classify(facts(type));
    const { intents } = explain(facts(type));
    for (const view of UNIVERSES) assertEquals(intents[view].intent, analysis[view].intent);
  }
});
