import { type Perspective, type Universe, UNIVERSES } from "../../types.ts";

/** The three views of one event. */
export type Views = Readonly<Record<Universe, Pick<Perspective, "confidence">>>;

/** The view that is the surest; of equals, the one that comes first. */
export function leadOf(views: Views): Universe {
  return UNIVERSES.reduce((lead, view) => views[view].confidence > views[lead].confidence ? view : lead);
}

/** The mean of the confidences, at most 1. */
export function coherenceOf({ engineer, ceremony, story_engine }: Views): number {
  return Math.min((engineer.confidence + ceremony.confidence + story_engine.confidence) / 3, 1);
}
