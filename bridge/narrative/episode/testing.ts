import type { Act, Beat } from "../types.ts";

/** The content of the beats that are made here. */
const CONTENTS: Readonly<Record<string, string>> = {
  inciting_incident: "Issue #1: Spelling error in the README file",
  rising_action: "Issue #1: Spelling error in the README file",
  turning_point: "PR #2: Update the README with new information.",
  climax: "PR #2: Update the README with new information.",
  resolution: "Issue #1: Spelling error in the README file",
  beat: "Push with 1 commit(s)",
};

const ACTS: Readonly<Record<string, Act>> = { inciting_incident: 1, climax: 3, resolution: 3 };

/** Beats of these functions, a minute apart. */
export function beatsLike(functions: readonly string[]): [Beat, ...Beat[]] {
  const [first = "beat", ...others] = functions;
  return [beatLike(first, 0), ...others.map((name, index) => beatLike(name, index + 1))];
}

/** A beat of a function. */
export function beatLike(narrativeFunction: string, index = 0): Beat {
  const ms = Date.UTC(2026, 0, 3, 13, 20) + index * 60_000;
  return {
    id: `beat_${ms}`,
    event_id: `event-${index + 1}`,
    timestamp: new Date(ms).toISOString(),
    narrative_function: narrativeFunction,
    act: ACTS[narrativeFunction] ?? 2,
    perspectives: {
      engineer: narrativeFunction === "beat" ? "code_change" : "unknown",
      ceremony: "acknowledgment",
      story_engine: narrativeFunction,
    },
    lead_universe: "story_engine",
    coherence: 0.7833333333333333,
    content: CONTENTS[narrativeFunction] ?? "Event processed",
  };
}

/** An issue from its opening to its close, by way of a merged request. */
export const ISSUE_STORY: readonly string[] = [
  "inciting_incident",
  "rising_action",
  "beat",
  "turning_point",
  "beat",
  "climax",
  "resolution",
];
