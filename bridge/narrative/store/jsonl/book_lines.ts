import type { StoredAnalysis, StoredBeat } from "../../types.ts";
import { type JournalLine, loggedRecord } from "../journal_line.ts";
import type { StoryBook } from "../story_book.ts";

/** The lines that make a book as it is: those about events, and those about beats. */
export function bookLines(book: StoryBook): { events: JournalLine[]; beats: JournalLine[] } {
  const all = { limit: Infinity };
  const counters: JournalLine = { type: "counters", seq: book.seq, ms: book.ms };
  return {
    events: book.stories.flatMap((story) => [
      ...book.claims(story).map(([name, event_id]): JournalLine => ({
        type: "claim",
        story,
        name,
        event_id,
      })),
      ...book.analyses(story, all).flatMap(analysisLines),
    ]),
    beats: [
      counters,
      ...book.stories.flatMap((story) => [
        ...book.list(story, { order: "arrival", ...all }).flatMap(beatLines),
        ...book.episodes(story).map((episode): JournalLine => ({
          type: "episode",
          seq: book.episodeSeq(story, episode.episode_id),
          episode,
        })),
      ]),
    ],
  };
}

/** One line for each reading, the earliest first: what is told twice is what stays. */
function analysisLines({ seq, earlier, ...record }: StoredAnalysis): JournalLine[] {
  const readings = [...earlier, { analysis: record.analysis, rules_sha256: record.rules_sha256 }];
  return readings.map((reading) => ({
    type: "analysis",
    seq,
    record: loggedRecord({ ...record, ...reading }),
  }));
}

function beatLines({ seq, story, beat, original, amendments = [] }: StoredBeat): JournalLine[] {
  return [
    { type: "beat", seq, story, beat: original ?? beat },
    ...amendments.map((amendment): JournalLine => ({ type: "amendment", id: beat.id, amendment })),
  ];
}
