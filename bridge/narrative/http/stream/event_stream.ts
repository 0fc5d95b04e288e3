import { readPosition } from "../../story/read_story.ts";
import type { BeatStore } from "../../store/beat_store.ts";
import type { StoreEntry } from "../../types.ts";
import type { Follower } from "./change_feed.ts";

/** The longest silence of a stream, in milliseconds. */
const SILENCE = 15_000;

/** The time after which a client whose stream broke off may come back, in milliseconds. */
const RETRY = 1_000;

/** Options of {@linkcode eventStream}. */
export interface EventStreamOptions {
  /** Its follower; the stream ends it. */
  readonly follower: Follower;
  readonly store: Pick<BeatStore, "getAnalysis" | "count" | "recent" | "episodes">;
  /** The story that the stream is about. */
  readonly story: string;
  /** The longest silence, in milliseconds. */
  readonly silence?: number;
}

/**
 * A story as server-sent events: `position` first, then `analysis`, `beat` and `episode` as they come, and `position` again behind what
 * moves it. Those that the store numbered have its numbers for ids; `position` has none, and comes again whenever a client comes back.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { follower, silence = SILENCE } = options;
  const encoder = new TextEncoder();
  let hasBegun = false;
  return new ReadableStream({
    async pull(controller) {
      const text = hasBegun ? await nextText(options, silence) : await firstText(options);
      hasBegun = true;
      if (text !== undefined) return controller.enqueue(encoder.encode(text));
      follower.end();
      controller.close();
    },
    cancel: () => follower.end(),
  });
}

async function firstText(options: EventStreamOptions): Promise<string> {
  return `retry: ${RETRY}\n${await positionText(options)}`;
}

/** The next part; a comment after a silence, and nothing at the end. */
async function nextText(options: EventStreamOptions, silence: number): Promise<string | undefined> {
  const entries = await options.follower.next(silence);
  if (entries === undefined) return undefined;
  const own = entries.filter(({ story }) => story === options.story);
  if (own.length === 0) return ": nothing new\n\n";
  const texts = await Promise.all(own.map((entry) => entryText(entry, options)));
  const isMoved = own.some(({ type }) => type !== "analysis");
  return texts.join("") + (isMoved ? await positionText(options) : "");
}

async function entryText(entry: StoreEntry, { store }: EventStreamOptions): Promise<string> {
  try {
    return message(entry.type, await dataOf(entry, store), entry.seq);
  } catch {
    // What cannot be read at present is not told; its number stands, so that nothing comes twice.
    return `id: ${entry.seq}\n\n`;
  }
}

async function dataOf(entry: StoreEntry, store: EventStreamOptions["store"]): Promise<unknown> {
  const { story } = entry;
  if (entry.type === "beat") return { story, beat: entry.beat };
  if (entry.type === "episode") {
    const episodes = await store.episodes(story);
    return episodes.find(({ episode_id }) => episode_id === entry.episode_id) ??
      { story, episode_id: entry.episode_id };
  }
  const stored = await store.getAnalysis(story, entry.event_id);
  return { story, event_id: entry.event_id, analysis: stored?.analysis ?? null };
}

async function positionText({ store, story }: EventStreamOptions): Promise<string> {
  try {
    return message("position", { story, ...await readPosition(store, story) });
  } catch {
    return ": the store cannot be reached\n\n";
  }
}

/** JSON has no line breaks outside its escapes, so one line of data carries it. */
function message(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
