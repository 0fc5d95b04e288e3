import { contentOf } from "./content.ts";
import type { Analysis, Beat, BeatDraft, BeatRequest } from "../types.ts";

/** What a beat takes from how its event was read. */
export type BeatReading = Pick<
  Beat,
  "narrative_function" | "act" | "perspectives" | "lead_universe" | "coherence"
>;

/** The beat that a request asks for, yet without its id, which the store gives. */
export function draftBeat({ event_id, analysis, raw_payload, timestamp }: BeatRequest): BeatDraft {
  return { event_id, timestamp, ...beatReading(analysis), content: contentOf(raw_payload) };
}

/** What a beat takes from an analysis. */
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
