import type { EarlierAnalysis, Episode, StoredAnalysis, StoredBeat, StoreEntry } from "../types.ts";
import {
  amended,
  type AnalysisListOptions,
  type BeatCount,
  DEFAULT_LIMIT,
  type ListOptions,
  msOfBeatId,
  unknownBeat,
} from "./beat_store.ts";
import { type AnalysisLine, type JournalLine, unloggedRecord } from "./journal_line.ts";

/** An analysis as it is kept. There are many and few are asked for, and one text is far less to hold than what it says. */
export interface KeptAnalysis {
  /** Told from other things that a store receives. */
  readonly type: "analysis";
  /** Its number in the order in which the store received things. */
  readonly seq: number;
  /** The story that the event belongs to. */
  readonly story: string;
  /** The event. */
  readonly event_id: string;
  /** When it came in: ISO 8601. */
  receivedAt: string;
  /** The SHA-256 of the rules that it was read by. */
  rulesSha256: string;
  /** The line that it came by, as JSON. */
  text: string;
  /** Readings under earlier rules, the earliest first. */
  earlier: readonly EarlierAnalysis[];
}

const NO_EARLIER: readonly EarlierAnalysis[] = [];

/** What one story has. */
interface Story {
  /** By event, in the order of arrival. */
  readonly analyses: Map<string, KeptAnalysis>;
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
  readonly #entries: (StoreEntry | KeptAnalysis)[] = [];
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

  /**
   * Takes in what happened.
   *
   * @param line belongs to the book from now on, unless it is of an analysis
   * @param text the line as JSON
   */
  apply(line: JournalLine, text: string): void {
    switch (line.type) {
      case "analysis":
        return this.#addAnalysis(line, text);
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

  /** What is kept of the analysis of an event. */
  keptAnalysis(story: string, eventId: string): KeptAnalysis | undefined {
    return this.#stories.get(story)?.analyses.get(eventId);
  }

  /** The analysis of an event. */
  analysis(story: string, eventId: string): StoredAnalysis | undefined {
    const kept = this.keptAnalysis(story, eventId);
    return kept && analysisIn(kept);
  }

  /** The analyses of a story. */
  analyses(
    story: string,
    { after = 0, limit = DEFAULT_LIMIT, withoutPayload = false }: AnalysisListOptions,
  ): StoredAnalysis[] {
    const all = [...this.#stories.get(story)?.analyses.values() ?? []];
    const listed = all.filter(({ seq }) => seq > after).slice(0, limit).map(analysisIn);
    return withoutPayload ? listed.map(({ payload_gzip: _, ...rest }) => rest) : listed;
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

  /** The number under which an episode was last kept. */
  episodeSeq(story: string, episodeId: string): number {
    const entry = this.#entries.find((entry) =>
      entry.type === "episode" && entry.story === story && entry.episode_id === episodeId
    );
    return entry?.seq ?? 0;
  }

  /** What came after a number. */
  since(after: number, limit: number): StoreEntry[] {
    const first = firstAfter(this.#entries, after);
    return this.#entries.slice(first, first + limit).map(entryOf);
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
      for (const [eventId, { receivedAt, seq }] of analyses) {
        if (receivedAt >= before) continue;
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

  #addAnalysis({ seq, record }: AnalysisLine, text: string): void {
    const { story, event_id, received_at: receivedAt, rules_sha256: rulesSha256 } = record;
    const { analyses } = this.#story(story);
    const before = analyses.get(event_id);
    if (before !== undefined) {
      const last = { analysis: analysisIn(before).analysis, rules_sha256: before.rulesSha256 };
      Object.assign(before, { receivedAt, rulesSha256, text, earlier: [...before.earlier, last] });
      return;
    }
    const kept: KeptAnalysis = {
      type: "analysis",
      seq,
      story,
      event_id,
      receivedAt,
      rulesSha256,
      text,
      earlier: NO_EARLIER,
    };
    analyses.set(event_id, kept);
    this.#enter(kept);
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
    const { story, episode_id } = episode;
    const { episodes } = this.#story(story);
    // It may be closed now, so those who follow are told of it anew.
    if (episodes.has(episode_id)) {
      this.#dropEntries((entry) =>
        entry.type === "episode" && entry.story === story && entry.episode_id === episode_id
      );
    }
    episodes.set(episode_id, episode);
    this.#enter({ type: "episode", seq, story, episode_id });
  }

  /** Lines of two files are read file by file, so that an entry may have its place before others. */
  #enter(entry: StoreEntry | KeptAnalysis): void {
    if (entry.seq > (this.#entries.at(-1)?.seq ?? 0)) this.#entries.push(entry);
    else this.#entries.splice(firstAfter(this.#entries, entry.seq), 0, entry);
    this.#seq = Math.max(this.#seq, entry.seq);
  }

  #dropEntries(isGone: (entry: StoreEntry | KeptAnalysis) => boolean): void {
    const kept = this.#entries.filter((entry) => !isGone(entry));
    this.#entries.splice(0, this.#entries.length, ...kept);
  }
}

/** What is told of an entry. */
function entryOf(entry: StoreEntry | KeptAnalysis): StoreEntry {
  if (entry.type !== "analysis") return entry;
  const { type, seq, story, event_id } = entry;
  return { type, seq, story, event_id };
}

/** The analysis that a kept one stands for. */
function analysisIn({ seq, text, earlier }: KeptAnalysis): StoredAnalysis {
  // The book was given the text with the line that it is of.
  const { record } = JSON.parse(text) as AnalysisLine;
  return { ...unloggedRecord(record), seq, earlier: [...earlier] };
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
