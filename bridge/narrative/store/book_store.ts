import { cloneJson } from "@loom/protocol";
import { settlesWithin } from "../../document/lock/turn.ts";
import type {
  Amendment,
  AnalysisRecord,
  Beat,
  BeatDraft,
  Episode,
  StoredAnalysis,
  StoredBeat,
  StoreEntry,
} from "../types.ts";
import {
  type AnalysisListOptions,
  type BeatCount,
  beatId,
  type BeatStore,
  type CreatedBeat,
  DEFAULT_LIMIT,
  type ListOptions,
  type PutAnalysis,
  type StoreHealth,
  withKeptPayload,
} from "./beat_store.ts";
import { type AnalysisTexts, textsOf } from "../event/analysis_texts.ts";
import { type AnalysisLine, analysisLineText, type JournalLine, loggedRecord } from "./journal_line.ts";
import { StoreUnavailableError } from "./store_unavailable_error.ts";
import type { StoryBook } from "./story_book.ts";

/** What is there at once, or later. */
type Soon<Value> = Value | Promise<Value>;

/** Where a book's lines are kept. */
export interface Journal {
  /** Such as `jsonl`. */
  readonly kind: string;
  /** Gives the book as it is now, what others wrote included; `forWriting` when a line is to follow. */
  open(forWriting: boolean): Soon<StoryBook>;
  /** Keeps a line, which is given as JSON too; when it is kept, the book has it. The line belongs to the journal from then on. */
  append(line: JournalLine, text: string): Soon<void>;
  /** Keeps the book as it is now in the place of what was kept. */
  replace(): Promise<void>;
  /** Ends it. */
  close(): Promise<void>;
}

/** A store whose knowledge is held in memory, whatever it is kept in. */
export class BookStore implements BeatStore {
  readonly #journal: Journal;
  readonly #now: () => number;
  readonly #timeoutMs: number | undefined;
  /** The end of what is under way, well or not: one thing is done after the other. */
  #turn: Promise<void> = Promise.resolve();
  #underWay = 0;
  readonly #end = () => {
    this.#underWay--;
  };

  /**
   * Makes a store.
   *
   * @param now the clock, in milliseconds
   * @param timeoutMs how long a call may take, in milliseconds; without, as long as it takes. What is under way then goes on.
   */
  constructor(journal: Journal, now: () => number, timeoutMs?: number) {
    this.#journal = journal;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  get kind(): string {
    return this.#journal.kind;
  }

  claim(story: string, name: string, eventId: string): Promise<string> {
    return this.#write(async (book) => {
      const holder = book.claim(story, name);
      if (holder !== undefined) return holder;
      await this.#append({ type: "claim", story, name, event_id: eventId });
      return eventId;
    });
  }

  putAnalysis(record: AnalysisRecord, texts: AnalysisTexts = textsOf(record)): Promise<PutAnalysis> {
    return this.#write(async (book) => {
      const before = book.keptAnalysis(record.story, record.event_id);
      const isDuplicate = before !== undefined;
      if (before?.rulesSha256 === record.rules_sha256) return { stored: false, duplicate: isDuplicate };
      const seq = before?.seq ?? book.seq + 1;
      const whole = before && withKeptPayload(record, book.analysis(record.story, record.event_id));
      const line: AnalysisLine = { type: "analysis", seq, record: loggedRecord(whole ?? record) };
      await this.#journal.append(line, analysisLineText(line, texts));
      return { stored: true, duplicate: isDuplicate };
    });
  }

  getAnalysis(story: string, eventId: string): Promise<StoredAnalysis | undefined> {
    return this.#read((book) => book.analysis(story, eventId));
  }

  analyses(story: string, options: AnalysisListOptions = {}): Promise<StoredAnalysis[]> {
    return this.#read((book) => book.analyses(story, options));
  }

  createBeat(story: string, draft: BeatDraft): Promise<CreatedBeat> {
    return this.#write(async (book) => {
      const before = book.beatOfEvent(story, draft.event_id);
      if (before !== undefined) return { beat: cloneJson(before.beat), created: false };
      const beat = { id: beatId(Math.max(this.#now(), book.ms + 1)), ...draft };
      await this.#append({ type: "beat", seq: book.seq + 1, story, beat });
      return { beat, created: true };
    });
  }

  getBeat(id: string): Promise<StoredBeat | undefined> {
    return this.#read((book) => book.beat(id));
  }

  beatOfEvent(story: string, eventId: string): Promise<StoredBeat | undefined> {
    return this.#read((book) => book.beatOfEvent(story, eventId));
  }

  count(story: string): Promise<BeatCount> {
    return this.#read((book) => book.count(story));
  }

  recent(story: string, limit: number): Promise<Beat[]> {
    return this.#read((book) => book.list(story, { newestFirst: true, limit }).map(({ beat }) => beat));
  }

  list(story: string, options: ListOptions = {}): Promise<StoredBeat[]> {
    return this.#read((book) => book.list(story, options));
  }

  amendBeat(id: string, amendment: Amendment): Promise<StoredBeat | undefined> {
    return this.#write(async (book) => {
      if (book.beat(id) === undefined) return undefined;
      await this.#append({ type: "amendment", id, amendment });
      return cloneJson(book.beat(id));
    });
  }

  putEpisode(episode: Episode): Promise<void> {
    return this.#write((book) => this.#append({ type: "episode", seq: book.seq + 1, episode }));
  }

  episodes(story: string): Promise<Episode[]> {
    return this.#read((book) => book.episodes(story));
  }

  since(seq: number, limit: number = DEFAULT_LIMIT): Promise<StoreEntry[]> {
    return this.#read((book) => book.since(seq, limit));
  }

  forget(story: string, eventId: string): Promise<boolean> {
    return this.#write(async (book) => {
      const isKnown = book.forget(story, eventId);
      if (isKnown) await this.#journal.replace();
      return isKnown;
    });
  }

  prune(before: string): Promise<number> {
    return this.#write(async (book) => {
      const gone = book.prune(before);
      if (gone > 0) await this.#journal.replace();
      return gone;
    });
  }

  health(): Promise<StoreHealth> {
    return this.#read(({ seq }) => ({ kind: this.kind, seq }));
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#journal.close();
  }

  /** Copies go in and out, so that who changes what was given does not change what is kept. */
  #read<Result>(look: (book: StoryBook) => Result): Promise<Result> {
    return this.#inTurn(async () => structuredClone(look(await this.#journal.open(false))));
  }

  #write<Result>(change: (book: StoryBook) => Soon<Result>): Promise<Result> {
    return this.#inTurn(async () => await change(await this.#journal.open(true)));
  }

  #append(line: Exclude<JournalLine, AnalysisLine>): Soon<void> {
    return this.#journal.append(cloneJson(line), JSON.stringify(line));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#underWay === 0 ? work() : this.#turn.then(work);
    this.#underWay++;
    this.#turn = done.then(this.#end, this.#end);
    return this.#timeoutMs === undefined ? done : inTime(done, this.#timeoutMs);
  }
}

/** @throws {StoreUnavailableError} when it takes longer */
async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  if (await settlesWithin(work, ms)) return await work;
  throw new StoreUnavailableError(`The beat store did not answer within ${ms} ms: try again in a while.`);
}
