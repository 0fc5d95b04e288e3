import { NarrativeError } from "../narrative_error.ts";

/** The error for a list that is to go on behind a beat that the story does not have. */
export function unknownBeat(story: string, id: string): NarrativeError {
  return new NarrativeError(
    "unknown_beat",
    `The story "${story}" has no beat "${id}" to go on after.`,
    "after",
  );
}

/** How many entries a list has where nobody says. */
export const DEFAULT_LIMIT = 100;
