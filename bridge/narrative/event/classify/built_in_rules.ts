import { actOfFunction, type Rules, type StoryRow } from "./rules.ts";
import { rulesHash } from "./rules_hash.ts";

const ENGINEER: readonly [key: string, intent: string][] = [
  ["issues.opened", "feature_request"],
  ["issues.closed", "task_complete"],
  ["push", "code_change"],
  ["pull_request.opened", "review_request"],
  ["pull_request.merged", "integration_complete"],
];

const CEREMONY: readonly [key: string, intent: string][] = [
  ["issues.opened", "co_creation"],
  ["issues.labeled", "intentional_marking"],
  ["issue_comment", "dialogue"],
  ["pull_request", "offering"],
];

const STORY: readonly [key: string, intent: string][] = [
  ["issues.opened", "inciting_incident"],
  ["issues.labeled", "rising_action"],
  ["issues.closed", "resolution"],
  ["pull_request.opened", "turning_point"],
  ["pull_request.merged", "climax"],
];

/** The rules that hold where no file gives others. */
export const BUILT_IN_RULES: Rules = withHash({
  engineer: new Map(ENGINEER),
  ceremony: new Map(CEREMONY),
  story_engine: new Map(STORY.map(([key, intent]) => [key, storyRow(intent)])),
  confidence: { engineer: 0.8, ceremony: 0.7, story_engine: 0.85 },
  flows: {
    engineer: ["tech_analyzer", "spec_writer", "api_designer"],
    ceremony: ["relational_auditor", "sacred_pause", "ke_mapper"],
    story_engine: ["narrative_analyzer", "arc_tracker", "beat_generator"],
  },
  match: "substring",
});

function storyRow(intent: string): StoryRow {
  return { intent, act: actOfFunction(intent) };
}

function withHash(rules: Omit<Rules, "sha256">): Rules {
  return { ...rules, sha256: rulesHash(rules) };
}
