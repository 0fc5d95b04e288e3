import type { BeatStore } from "../../store/beat_store.ts";
import type { StoreEntry } from "../../types.ts";

/** The time between two polls of a store that others may write to, in milliseconds. */
const LOOK_EVERY = 1_000;

/** Options of a {@linkcode ChangeFeed}. */
export interface ChangeFeedOptions {
  readonly store: Pick<BeatStore, "since" | "health">;
  /** The time between two polls without a nudge, in milliseconds. */
  readonly lookEvery?: number;
}

/** Notifies followers of what the store received, whoever wrote it. */
export class ChangeFeed {
  readonly #store: Pick<BeatStore, "since" | "health">;
  readonly #lookEvery: number;
  readonly #waiting = new Set<() => void>();
  #followers = 0;
  #nudges = 0;
  #isClosed = false;

  /** A feed that nobody follows yet. */
  constructor({ store, lookEvery = LOOK_EVERY }: ChangeFeedOptions) {
    this.#store = store;
    this.#lookEvery = lookEvery;
  }

  /** The number of followers. */
  get followers(): number {
    return this.#followers;
  }

  /** True once it is closed. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reports that the store has just received something, so that nobody waits for the next poll. */
  nudge(): void {
    this.#nudges++;
    for (const wake of this.#waiting) wake();
  }

  /** Ends all following. */
  close(): void {
    this.#isClosed = true;
    this.nudge();
  }

  /**
   * Follows the store.
   *
   * @param after the number of the last entry that is known; only what comes from now on without
   */
  async follow(after?: number): Promise<Follower> {
    // Counted before the store is asked: who is let in depends on it.
    this.#followers++;
    const seq = await this.#lastSeq();
    // A number that was never given out is one of another store.
    return new Follower(after === undefined || after > seq ? seq : after, {
      nudges: () => this.#nudges,
      since: (seq) => this.#store.since(seq),
      wait: (ms, nudges) => this.#wait(ms, nudges),
      isClosed: () => this.#isClosed,
      end: () => {
        this.#followers--;
        this.nudge();
      },
    });
  }

  async #lastSeq(): Promise<number> {
    try {
      return (await this.#store.health()).seq;
    } catch (error) {
      this.#followers--;
      throw error;
    }
  }

  #wait(ms: number, nudges: number): Promise<void> {
    if (this.#isClosed || nudges !== this.#nudges) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, this.#lookEvery));
      this.#waiting.add(wake);
    });
  }
}

/** The feed as its followers use it. */
interface FollowerFeed {
  /** The number of times that something was received. */
  nudges(): number;
  since(seq: number): Promise<StoreEntry[]>;
  /** Waits, unless something was received since so many nudges. */
  wait(ms: number, nudges: number): Promise<void>;
  isClosed(): boolean;
  end(): void;
}

/** One who follows a store, at a pace of its own. */
export class Follower {
  readonly #feed: FollowerFeed;
  #seq: number;
  #hasEnded = false;

  /** One that knows what came up to a number. */
  constructor(seq: number, feed: FollowerFeed) {
    this.#seq = seq;
    this.#feed = feed;
  }

  /**
   * Waits for what comes next.
   *
   * @param ms how long
   * @returns nothing when that was not long enough; `undefined` at the end
   */
  async next(ms: number): Promise<StoreEntry[] | undefined> {
    const until = performance.now() + ms;
    while (true) {
      if (this.#hasEnded || this.#feed.isClosed()) return undefined;
      const nudges = this.#feed.nudges();
      const entries = await this.#look();
      const last = entries.at(-1);
      if (last !== undefined) {
        this.#seq = last.seq;
        return entries;
      }
      const left = until - performance.now();
      if (left <= 0) return [];
      await this.#feed.wait(left, nudges);
    }
  }

  /** Follows no more. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#feed.end();
  }

  /** A store that cannot be reached for a while has nothing new. */
  async #look(): Promise<StoreEntry[]> {
    try {
      return await this.#feed.since(this.#seq);
    } catch {
      return [];
    }
  }
}
