import type { Amendment, StoredBeat } from "../types.ts";

/** A beat after one more amendment: what it was first is kept beside it. What the amendment does not name stays. */
export function amended(stored: StoredBeat, amendment: Amendment): StoredBeat {
  const { beat, original = beat, amendments = [] } = stored;
  const { narrative_function, act, lead_universe, coherence } = amendment;
  const perspectives = amendment.perspectives ?? { ...beat.perspectives, story_engine: narrative_function };
  return {
    ...stored,
    beat: {
      ...beat,
      narrative_function,
      act,
      perspectives,
      lead_universe: lead_universe ?? beat.lead_universe,
      coherence: coherence ?? beat.coherence,
    },
    original,
    amendments: [...amendments, amendment],
  };
}
