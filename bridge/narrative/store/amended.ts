import type { Amendment, StoredBeat } from "../types.ts";

/** A beat after one more amendment: what it was first is kept beside it. */
export function amended(stored: StoredBeat, amendment: Amendment): StoredBeat {
  const { narrative_function, act } = amendment;
  const { beat, original = beat, amendments = [] } = stored;
  return {
    ...stored,
    beat: {
      ...beat,
      narrative_function,
      act,
      perspectives: { ...beat.perspectives, story_engine: narrative_function },
    },
    original,
    amendments: [...amendments, amendment],
  };
}
