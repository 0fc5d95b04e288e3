import type { EarlierAnalysis, Episode, StoredAnalysis, StoredBeat, StoreEntry } from "../types.ts";
import { amended } from "./amended.ts";
import { msOfBeatId } from "./beat_id.ts";
import type { AnalysisListOptions, BeatCount, ListOptions } from "./beat_store.ts";
import { type JournalLine, unloggedRecord } from "./journal_line.ts";
import { DEFAULT_LIMIT, unknownBeat } from "./unknown_beat.ts";

/** What one story has. */
interface Story {
  /** By event, in the order of arrival. */
  readonly analyses: Map<string, StoredAnalysis>;
  /** By event, in the order of arrival. */
  readonly beats: Map<string, StoredBeat>;
  /** In the order of time, then arrival. */
  timeline: StoredBeat[];
  /** By id, in the order in which they were first kept. */
  readonly episodes: Map<string, Episode>;
  /** The event that holds each name. */
  readonly claims: Map<string, string>;
}

/** All that a store knows, held in memory: made of the lines of a journal. */
export class StoryBook {
  readonly #stories = new Map<string, Story>();
  readonly #homes = new Map<string, { readonly story: string; readonly eventId: string }>();
  readonly #entries: StoreEntry[] = [];
  #seq = 0;
  #ms = 0;

  /** The highest number given out. */
  get seq(): number {
    return this.#seq;
  }

  /** The highest millisecond in an id. */
  get ms(): number {
    return this.#ms;
  }

  /** The names of the stories that it knows. */
  get stories(): string[] {
    return [...this.#stories.keys()];
  }

  /** Takes in what happened. */
  apply(line: JournalLine): void {
    switch (line.type) {
      case "analysis":
        return this.#addAnalysis(line);
      case "claim":
        this.#story(line.story).claims.set(line.name, line.event_id);
        return;
      case "beat":
        return this.#addBeat(line);
      case "amendment":
        return this.#amend(line);
      case "episode":
        return this.#addEpisode(line);
      case "counters":
        this.#seq = Math.max(this.#seq, line.seq);
        this.#ms = Math.max(this.#ms, line.ms);
    }
  }

  /** The event that holds a name. */
  claim(story: string, name: string): string | undefined {
    return this.#stories.get(story)?.claims.get(name);
  }

  /** The names in a story that events hold. */
  claims(story: string): [name: string, eventId: string][] {
    return [...this.#stories.get(story)?.claims ?? []];
  }

  /** The analysis of an event. */
  analysis(story: string, eventId: string): StoredAnalysis | undefined {
    return this.#stories.get(story)?.analyses.get(eventId);
  }

  /** The analyses of a story. */
  analyses(story: string, { after = 0, limit = DEFAULT_LIMIT }: AnalysisListOptions): StoredAnalysis[] {
    const all = [...this.#stories.get(story)?.analyses.values() ?? []];
    return all.filter(({ seq }) => seq > after).slice(0, limit);
  }

  /** A beat by its id. */
  beat(id: string): StoredBeat | undefined {
    const home = this.#homes.get(id);
    return home && this.beatOfEvent(home.story, home.eventId);
  }

  /** The beat of an event. */
  beatOfEvent(story: string, eventId: string): StoredBeat | undefined {
    return this.#stories.get(story)?.beats.get(eventId);
  }

  /** How many beats a story has. */
  count(story: string): BeatCount {
    const known = this.#stories.get(story);
    if (known === undefined) return { open: 0, total: 0 };
    const closed = [...known.episodes.values()].filter((episode) => episode.closed);
    const last = Math.max(0, ...closed.map(({ last_seq }) => last_seq));
    const total = known.beats.size;
    if (last === 0) return { open: total, total };
    return { open: [...known.beats.values()].filter(({ seq }) => seq > last).length, total };
  }

  /** The beats of a story. */
  list(
    story: string,
    { order = "time", newestFirst = false, after, limit = DEFAULT_LIMIT }: ListOptions,
  ): StoredBeat[] {
    const known = this.#stories.get(story);
    const ordered = order === "time" ? known?.timeline ?? [] : [...known?.beats.values() ?? []];
    const beats = newestFirst ? ordered.toReversed() : ordered;
    if (after === undefined) return beats.slice(0, limit);
    const at = beats.findIndex(({ beat }) => beat.id === after);
    if (at < 0) throw unknownBeat(story, after);
    return beats.slice(at + 1, at + 1 + limit);
  }

  /** The episodes of a story. */
  episodes(story: string): Episode[] {
    return [...this.#stories.get(story)?.episodes.values() ?? []];
  }

  /** The number under which an episode was first kept. */
  episodeSeq(story: string, episodeId: string): number {
    const entry = this.#entries.find((entry) =>
      entry.type === "episode" && entry.story === story && entry.episode_id === episodeId
    );
    return entry?.seq ?? 0;
  }

  /** What came after a number. */
  since(after: number, limit: number): StoreEntry[] {
    return this.#entries.slice(firstAfter(this.#entries, after)).slice(0, limit);
  }

  /** Forgets all of an event. */
  forget(story: string, eventId: string): boolean {
    const known = this.#stories.get(story);
    if (known === undefined) return false;
    const beat = known.beats.get(eventId);
    const isKnown = known.analyses.delete(eventId) || beat !== undefined;
    known.beats.delete(eventId);
    if (beat !== undefined) {
      known.timeline = known.timeline.filter((other) => other.seq !== beat.seq);
      this.#homes.delete(beat.beat.id);
    }
    for (const [name, holder] of known.claims) if (holder === eventId) known.claims.delete(name);
    this.#dropEntries((entry) =>
      entry.story === story && (
        entry.type === "analysis" && entry.event_id === eventId || entry.seq === beat?.seq
      )
    );
    return isKnown;
  }

  /** Forgets the analyses that came in before a time. */
  prune(before: string): number {
    const gone = new Set<number>();
    for (const { analyses } of this.#stories.values()) {
      for (const [eventId, { received_at, seq }] of analyses) {
        if (received_at >= before) continue;
        analyses.delete(eventId);
        gone.add(seq);
      }
    }
    this.#dropEntries(({ seq }) => gone.has(seq));
    return gone.size;
  }

  #story(name: string): Story {
    const known = this.#stories.get(name);
    if (known !== undefined) return known;
    const story: Story = {
      analyses: new Map(),
      beats: new Map(),
      timeline: [],
      episodes: new Map(),
      claims: new Map(),
    };
    this.#stories.set(name, story);
    return story;
  }

  #addAnalysis({ seq, record: logged }: JournalLine & { type: "analysis" }): void {
    const record = unloggedRecord(logged);
    const { analyses } = this.#story(record.story);
    const before = analyses.get(record.event_id);
    if (before === undefined) {
      analyses.set(record.event_id, { ...record, seq, earlier: [] });
      this.#enter({ type: "analysis", seq, story: record.story, event_id: record.event_id });
    } else {
      const earlier: EarlierAnalysis = { analysis: before.analysis, rules_sha256: before.rules_sha256 };
      analyses.set(record.event_id, { ...record, seq: before.seq, earlier: [...before.earlier, earlier] });
    }
  }

  #addBeat({ seq, story, beat }: JournalLine & { type: "beat" }): void {
    const { beats, timeline } = this.#story(story);
    const stored = { seq, story, beat };
    beats.set(beat.event_id, stored);
    timeline.splice(placeIn(timeline, stored), 0, stored);
    this.#homes.set(beat.id, { story, eventId: beat.event_id });
    this.#ms = Math.max(this.#ms, msOfBeatId(beat.id));
    this.#enter({ type: "beat", seq, story, beat });
  }

  #amend({ id, amendment }: JournalLine & { type: "amendment" }): void {
    const before = this.beat(id);
    if (before === undefined) return;
    const after = amended(before, amendment);
    const { beats, timeline } = this.#story(before.story);
    beats.set(after.beat.event_id, after);
    timeline[timeline.indexOf(before)] = after;
    const at = firstAfter(this.#entries, after.seq - 1);
    this.#entries[at] = { type: "beat", seq: after.seq, story: after.story, beat: after.beat };
  }

  #addEpisode({ seq, episode }: JournalLine & { type: "episode" }): void {
    const { episodes } = this.#story(episode.story);
    const isNew = !episodes.has(episode.episode_id);
    episodes.set(episode.episode_id, episode);
    if (isNew) this.#enter({ type: "episode", seq, story: episode.story, episode_id: episode.episode_id });
  }

  /** Lines of two files are read file by file, so that an entry may have its place before others. */
  #enter(entry: StoreEntry): void {
    this.#seq = Math.max(this.#seq, entry.seq);
    this.#entries.splice(firstAfter(this.#entries, entry.seq), 0, entry);
  }

  #dropEntries(isGone: (entry: StoreEntry) => boolean): void {
    const kept = this.#entries.filter((entry) => !isGone(entry));
    this.#entries.splice(0, this.#entries.length, ...kept);
  }
}

/** Where the entries begin that came after a number. */
function firstAfter(entries: readonly { readonly seq: number }[], seq: number): number {
  return partition(entries.length, (at) => (entries[at]?.seq ?? 0) <= seq);
}

function placeIn(timeline: readonly StoredBeat[], { beat, seq }: StoredBeat): number {
  return partition(timeline.length, (at) => {
    const other = timeline[at];
    if (other === undefined) return false;
    const { timestamp } = other.beat;
    return timestamp === beat.timestamp ? other.seq < seq : timestamp < beat.timestamp;
  });
}

/** How many of the first positions hold; those that hold come before those that do not. */
function partition(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
