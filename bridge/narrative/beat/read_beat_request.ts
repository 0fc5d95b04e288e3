import type { JsonObject } from "@loom/protocol";
import { repairAnalysis } from "../event/classify/repair_analysis.ts";
import { idMember, objectMember, storyMember, timeMember, wrongMember } from "../read_members.ts";
import type { BeatRequest } from "../types.ts";

/** What holds where a request does not say it. */
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
