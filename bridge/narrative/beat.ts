import { contentOf } from "./content.ts";
import type { BeatDraft, BeatRequest } from "./types.ts";

/** The beat that a request asks for, yet without its id, which the store gives. */
export function draftBeat({ event_id, analysis, raw_payload, timestamp }: BeatRequest): BeatDraft {
  const { engineer, ceremony, story_engine } = analysis;
  return {
    event_id,
    timestamp,
    narrative_function: story_engine.intent,
    act: story_engine.context.act,
    perspectives: {
      engineer: engineer.intent,
      ceremony: ceremony.intent,
      story_engine: story_engine.intent,
    },
    lead_universe: analysis.lead_universe,
    coherence: analysis.coherence_score,
    content: contentOf(raw_payload),
  };
}
