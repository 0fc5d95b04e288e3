import type { AnalysisRecord, BeatDraft, Episode } from "../../types.ts";
import { analyzeEvent } from "../../event/analyze_event.ts";

/** The first moment of the tests. */
export const NOON = Date.parse("2026-01-03T12:00:00.000Z");

/** A time so many minutes after noon. */
export function minute(minutes: number): string {
  return new Date(NOON + minutes * 60_000).toISOString();
}

/** A draft of the beat of an event. */
export function draftOf(eventId: string, changes: Partial<BeatDraft> = {}): BeatDraft {
  return {
    event_id: eventId,
    timestamp: minute(0),
    narrative_function: "beat",
    act: 2,
    perspectives: { engineer: "unknown", ceremony: "dialogue", story_engine: "beat" },
    lead_universe: "story_engine",
    coherence: 0.7833333333333333,
    content: `Issue #1: ${eventId}`,
    ...changes,
  };
}

/** An analysis of an event. */
export function recordOf(eventId: string, changes: Partial<AnalysisRecord> = {}): AnalysisRecord {
  const event = {
    event_type: "issues",
    event_id: eventId,
    repository: "o/r",
    action: "opened",
    timestamp: minute(0),
    sender: "ann",
    payload: { issue: { number: 1, title: "A need", labels: [{ name: "high" }] } },
  };
  return { ...analyzeEvent(event, { story: "main", now: minute(1) }), ...changes };
}

/** An episode of these numbers. */
export function episodeOf(id: string, changes: Partial<Episode> = {}): Episode {
  return {
    story: "main",
    episode_id: id,
    title: "A need",
    first_seq: 1,
    last_seq: 2,
    beat_ids: ["beat_1", "beat_2"],
    written_at: minute(9),
    closed: false,
    ...changes,
  };
}
