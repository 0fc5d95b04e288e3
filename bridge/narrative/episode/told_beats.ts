import { oneLine } from "../beat/beat.ts";
import type { BeatStore } from "../store/beat_store.ts";
import type { Beat, CommitFacts, StoredBeat } from "../types.ts";
import { inTime } from "./read_beats.ts";
import type { ToldBeat } from "./telling.ts";

/** Content of a beat that only counts commits. */
const COUNT_ONLY = /^Push with \d+ commit\(s\)$/;

/** Number of commits whose subjects are shown. */
const SHOWN = 3;

/** The beats of an episode in the order of time; a push shows the subjects of its commits where the store has them. */
export async function toldBeats(
  store: Pick<BeatStore, "getAnalysis">,
  story: string,
  stored: readonly StoredBeat[],
): Promise<ToldBeat[]> {
  return inTime(await Promise.all(stored.map(({ beat }) => withSubjects(store, story, beat))));
}

async function withSubjects(
  store: Pick<BeatStore, "getAnalysis">,
  story: string,
  beat: Beat,
): Promise<ToldBeat> {
  if (!COUNT_ONLY.test(beat.content)) return beat;
  const commits = (await store.getAnalysis(story, beat.event_id))?.facts.commits;
  const content = commits && subjectsText(commits);
  return content === undefined ? beat : { ...beat, content };
}

function subjectsText({ count, subjects = [] }: CommitFacts): string | undefined {
  const shown = subjects.slice(0, SHOWN);
  if (shown.length === 0) return undefined;
  const others = count - shown.length;
  return shown.map(oneLine).join("; ") + (others > 0 ? ` and ${others} more` : "");
}
