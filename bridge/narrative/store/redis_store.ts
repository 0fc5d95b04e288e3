import type { RedisConnection } from "../../server/redis.ts";
import { StoreUnavailableError } from "../narrative_error.ts";
import type {
  Amendment,
  AnalysisRecord,
  Beat,
  BeatDraft,
  EarlierAnalysis,
  Episode,
  StoredAnalysis,
  StoredBeat,
  StoreEntry,
} from "../types.ts";
import {
  amended,
  type AnalysisListOptions,
  type BeatCount,
  type BeatStore,
  type CreatedBeat,
  DEFAULT_LIMIT,
  type ListOptions,
  loggedRecord,
  type PutAnalysis,
  type StoreHealth,
  unknownBeat,
  type UnusedBounds,
} from "./beat_store.ts";
import { openRedis } from "./redis/connection.ts";
import {
  analysisFrom,
  type AnalysisReply,
  beatFrom,
  type BeatReply,
  entryFrom,
  type EntryReply,
  KEYS,
  type Text,
} from "./redis/replies.ts";
import * as scripts from "./redis/scripts.ts";

/** Number of attempts of a change that conflicts with others. */
const TRIES = 20;
/** Page size for the search of old analyses. */
const PRUNED: AnalysisListOptions = { limit: 500, withoutPayload: true };

/**
 * Opens a store in Redis, for several processes on several machines. When Redis is away nothing takes its place.
 *
 * @param url as in `redis://:password@host:6379/0`, or `rediss:` for TLS
 * @param now the clock, in milliseconds
 * @throws {StoreUnavailableError} when there is no Redis
 */
export async function redisStore(url: string, now: () => number = Date.now): Promise<BeatStore> {
  return new RedisStore(await openRedis(url), now);
}

class RedisStore implements BeatStore {
  readonly kind = "redis";
  readonly #redis: RedisConnection;
  readonly #now: () => number;

  constructor(redis: RedisConnection, now: () => number) {
    this.#redis = redis;
    this.#now = now;
  }

  async claim(story: string, name: string, eventId: string): Promise<string> {
    return String(await this.#redis.run(scripts.CLAIM, [], [story, name, eventId]));
  }

  async putAnalysis(record: AnalysisRecord): Promise<PutAnalysis> {
    const { story, event_id, analysis, rules_sha256 } = record;
    const { payload_gzip_base64 = "", payload_sha256 = "", ...rest } = loggedRecord(record);
    const reading: EarlierAnalysis = { analysis, rules_sha256 };
    const reply = await this.#redis.run(scripts.PUT_ANALYSIS, [], [
      story,
      event_id,
      rules_sha256,
      JSON.stringify(rest),
      JSON.stringify(analysis),
      JSON.stringify(reading),
      payload_gzip_base64,
      payload_sha256,
    ]);
    const [stored, duplicate] = reply as [number, number];
    return { stored: stored === 1, duplicate: duplicate === 1 };
  }

  async getAnalysis(story: string, eventId: string): Promise<StoredAnalysis | undefined> {
    const key = KEYS.record(story, eventId);
    return analysisFrom(
      await this.#redis.command([
        "HMGET",
        key,
        "record",
        "seq",
        "payload",
        "earlier",
        "payload_sha256",
      ]) as AnalysisReply,
    );
  }

  async analyses(
    story: string,
    { after = 0, limit = DEFAULT_LIMIT, withoutPayload = false }: AnalysisListOptions = {},
  ): Promise<StoredAnalysis[]> {
    const replies = await this.#redis.run(scripts.LIST_ANALYSES, [], [
      story,
      after,
      limit,
      withoutPayload ? 1 : 0,
    ]) as AnalysisReply[];
    return replies.map(analysisFrom).filter((analysis) => analysis !== undefined);
  }

  async createBeat(story: string, draft: BeatDraft): Promise<CreatedBeat> {
    const reply = await this.#redis.run(scripts.CREATE_BEAT, [], [
      story,
      draft.event_id,
      this.#now(),
      Date.parse(draft.timestamp), // The script puts the id before it.
      JSON.stringify(draft).slice(1),
    ]);
    const [created, beat] = reply as [number, string];
    return { beat: JSON.parse(beat) as Beat, created: created === 1 };
  }

  async getBeat(id: string): Promise<StoredBeat | undefined> {
    const [reply] = await this.#redis.run(scripts.READ_BEAT, [], [id]) as BeatReply[];
    return reply && beatFrom(reply);
  }

  async beatOfEvent(story: string, eventId: string): Promise<StoredBeat | undefined> {
    const id = await this.#redis.command(["GET", KEYS.eventBeat(story, eventId)]) as Text;
    return id === null ? undefined : await this.getBeat(id);
  }

  async count(story: string): Promise<BeatCount> {
    const closed = (await this.episodes(story)).filter((episode) => episode.closed);
    const last = Math.max(0, ...closed.map(({ last_seq }) => last_seq));
    const [open, total] = await this.#redis.run(scripts.COUNT_BEATS, [], [story, last]) as [number, number];
    return { open, total };
  }

  async recent(story: string, limit: number): Promise<Beat[]> {
    return (await this.list(story, { newestFirst: true, limit })).map(({ beat }) => beat);
  }

  async list(
    story: string,
    { order = "time", newestFirst = false, after, limit = DEFAULT_LIMIT }: ListOptions = {},
  ): Promise<StoredBeat[]> {
    const key = order === "time" ? "timeline" : "arrival";
    const replies = await this.#redis.run(scripts.LIST_BEATS, [], [
      story,
      key,
      newestFirst ? 1 : 0,
      after ?? "",
      limit,
    ]) as BeatReply[] | 0;
    if (replies === 0) throw unknownBeat(story, after ?? "");
    return replies.map(beatFrom);
  }

  async amendBeat(id: string, amendment: Amendment): Promise<StoredBeat | undefined> {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await this.getBeat(id);
      if (before === undefined) return undefined;
      const after = amended(before, amendment);
      const isDone = await this.#redis.run(scripts.AMEND_BEAT, [], [
        id,
        JSON.stringify(before.beat),
        JSON.stringify(after.beat),
        JSON.stringify(after.original),
        JSON.stringify(after.amendments),
      ]);
      if (isDone === 1) return after;
    }
    throw new StoreUnavailableError("Others change the same beat again and again: try again in a while.");
  }

  async putEpisode(episode: Episode): Promise<void> {
    await this.#redis.run(scripts.PUT_EPISODE, [], [
      episode.story,
      episode.episode_id,
      JSON.stringify(episode),
    ]);
  }

  async episodes(story: string): Promise<Episode[]> {
    const members = await this.#redis.command(["HGETALL", KEYS.episodes(story)]) as string[];
    const values = new Map<string, string>();
    for (let at = 0; at < members.length; at += 2) values.set(members[at] ?? "", members[at + 1] ?? "");
    return [...values]
      .filter(([field]) => !field.startsWith(EPISODE_SEQ) && !field.startsWith(EPISODE_LAST))
      .map(([field, text]) => ({
        seq: Number(values.get(EPISODE_SEQ + field)),
        episode: JSON.parse(text) as Episode,
      }))
      .sort((a, b) => a.seq - b.seq)
      .map(({ episode }) => episode);
  }

  async since(seq: number, limit: number = DEFAULT_LIMIT): Promise<StoreEntry[]> {
    const replies = await this.#redis.run(scripts.ENTRIES_SINCE, [], [seq, limit]) as EntryReply[];
    return replies.map(entryFrom).sort((a, b) => a.seq - b.seq).slice(0, limit);
  }

  async forget(story: string, eventId: string): Promise<boolean> {
    return await this.#redis.run(scripts.FORGET_EVENT, [], [story, eventId]) === 1;
  }

  async prune(before: string): Promise<number> {
    const stories = await this.#redis.command(["SMEMBERS", KEYS.stories]) as string[];
    let gone = 0;
    for (const story of stories) {
      for (let page = await this.analyses(story, PRUNED); page.length > 0;) {
        for (const { received_at, event_id } of page) {
          if (received_at >= before) continue;
          gone += Number(await this.#redis.run(scripts.FORGET_ANALYSIS, [], [story, event_id]));
        }
        page = await this.analyses(story, { ...PRUNED, after: page.at(-1)?.seq ?? 0 });
      }
    }
    return gone;
  }

  async pruneUnused({ before, most }: UnusedBounds): Promise<number> {
    const stories = await this.#redis.command(["SMEMBERS", KEYS.stories]) as string[];
    let gone = 0;
    for (const story of stories) {
      const unused = await this.#unused(story);
      const newest = Math.max(0, unused.length - most);
      for (const [at, { received_at, event_id }] of unused.entries()) {
        if (at >= newest && received_at >= before) continue;
        gone += Number(await this.#redis.run(scripts.FORGET_UNUSED, [], [story, event_id]));
      }
    }
    return gone;
  }

  async countUnused(story: string): Promise<number> {
    return (await this.#unused(story)).length;
  }

  /** The analyses of a story that have no beat, in the order of arrival. */
  async #unused(story: string): Promise<Pick<StoredAnalysis, "received_at" | "event_id">[]> {
    const found: Pick<StoredAnalysis, "received_at" | "event_id">[] = [];
    for (let page = await this.analyses(story, PRUNED); page.length > 0;) {
      const events = page.map(({ event_id }) => event_id);
      const unused = await this.#redis.run(scripts.ARE_UNUSED, [], [story, ...events]) as number[];
      for (const [at, { received_at, event_id }] of page.entries()) {
        if (unused[at] === 1) found.push({ received_at, event_id });
      }
      page = await this.analyses(story, { ...PRUNED, after: page.at(-1)?.seq ?? 0 });
    }
    return found;
  }

  async health(): Promise<StoreHealth> {
    return { kind: this.kind, seq: Number(await this.#redis.command(["GET", KEYS.seq])) };
  }

  async close(): Promise<void> {
    await this.#redis.close();
  }
}

/** The hash holds each episode with its first and its last number. */
const EPISODE_SEQ = "seq:";
const EPISODE_LAST = "last:";
