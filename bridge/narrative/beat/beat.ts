import type { Analysis, Beat, BeatDraft, BeatRequest, Facts } from "../types.ts";
import type { JsonObject } from "@loom/protocol";
import { repairAnalysis } from "../event/classify/repair_analysis.ts";
import { cutText, idMember, objectMember, storyMember, timeMember, wrongMember } from "../read_members.ts";
import { factsOf } from "../event/facts.ts";

/** The members of a beat that come from an analysis. */
export type BeatReading = Pick<
  Beat,
  "narrative_function" | "act" | "perspectives" | "lead_universe" | "coherence"
>;

/** The beat that a request asks for, yet without its id, which the store gives. */
export function draftBeat({ event_id, analysis, raw_payload, timestamp }: BeatRequest): BeatDraft {
  return { event_id, timestamp, ...beatReading(analysis), content: contentOf(raw_payload) };
}

/** Reads the members of a beat from an analysis. */
export function beatReading({
  engineer,
  ceremony,
  story_engine,
  lead_universe,
  coherence_score,
}: Analysis): BeatReading {
  return {
    narrative_function: story_engine.intent,
    act: story_engine.context.act,
    perspectives: {
      engineer: engineer.intent,
      ceremony: ceremony.intent,
      story_engine: story_engine.intent,
    },
    lead_universe,
    coherence: coherence_score,
  };
}

/** Defaults for members that a request leaves out. */
export interface BeatRequestDefaults {
  /** The time: ISO 8601, UTC, with milliseconds. */
  readonly now: string;
  /** The story. */
  readonly story: string;
}

/**
 * Reads what create-beat is asked for, and repairs its analysis.
 *
 * @throws {NarrativeError} `invalid_field` with the member that is missing or wrong
 */
export function readBeatRequest(body: JsonObject, defaults: BeatRequestDefaults): BeatRequest {
  const eventId = idMember(body, "event_id");
  if (eventId === undefined) throw wrongMember("event_id", "is required");
  return {
    event_id: eventId,
    analysis: repairAnalysis(Object.hasOwn(body, "analysis") ? body.analysis : undefined),
    raw_payload: objectMember(body, "raw_payload"),
    timestamp: timeMember(body, "timestamp") ?? defaults.now,
    story: storyMember(body) ?? defaults.story,
  };
}

/** Longest shown title, in code points. */
const LONGEST_TITLE = 500;

/** Control characters and line ends: a content is one line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * An event in one line, by what its payload holds.
 *
 * @example
 * ```ts
 * import { contentOf } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(contentOf({ issue: { number: 7, title: "A\nneed" } }), "Issue #7: A need");
 * assertEquals(contentOf({ commits: [] }), "Push with 0 commit(s)");
 * assertEquals(contentOf({}), "Event processed");
 * ```
 */
export function contentOf(payload: Readonly<Record<string, unknown>>): string {
  return contentOfFacts(factsOf({ event_type: "", payload }));
}

/** An event in one line, by its facts. */
export function contentOfFacts({ issue, pull_request, commits }: Facts): string {
  if (issue !== undefined) return `Issue #${oneLine(issue.number)}: ${shownTitle(issue.title)}`;
  if (pull_request !== undefined) {
    return `PR #${oneLine(pull_request.number)}: ${shownTitle(pull_request.title)}`;
  }
  if (commits !== undefined) return `Push with ${commits.count} commit(s)`;
  return "Event processed";
}

function shownTitle(title: string): string {
  const line = oneLine(title);
  return line.trim() === "" ? "(untitled)" : cutText(line, LONGEST_TITLE);
}

/** The text with a blank for control characters and line ends. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, " ");
}
