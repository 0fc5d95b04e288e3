import type { Beat, Position } from "@loom/bridge/narrative/story";
import { isObject } from "@loom/protocol";
import { StoryTeller, type ToldStory } from "./told_story.ts";

/** Polling interval of a bridge whose stream cannot be read, in milliseconds. */
export const POLL_MS = 10_000;

/** The number of beats that are read first, as many as a bridge gives at once. */
const READ_BEATS = 500;

/** The connection of a page to a story: opening, stream, polling, away, or refused. */
export type Hearing = "opening" | "stream" | "poll" | "away" | "locked";

/** A stream of server-sent events, as browsers have it. */
export interface EventStream {
  /** Calls a listener at each event of a type. */
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  /** Ends the stream. */
  close(): void;
}

/** Effects of following; tests pass their own. */
export interface FollowEnvironment {
  /** Asks for an address. */
  readonly fetch: (url: string) => Promise<Response>;
  /** Opens the stream of an address. */
  readonly openStream: (url: string) => EventStream;
  /** Does something when so many milliseconds have passed. */
  readonly setTimer: (work: () => void, ms: number) => unknown;
  /** Does not do it after all; `undefined` is nothing. */
  readonly clearTimer: (timer: unknown) => void;
}

/** The state of a story for a page. */
export interface HeardStory extends ToldStory {
  /** The connection. */
  readonly hearing: Hearing;
  /** True when it was read at all. */
  readonly isKnown: boolean;
}

/**
 * Follows a story at a narrative bridge: by its stream, and by asking every {@linkcode POLL_MS} while there is none.
 *
 * @param base The address of the bridge, such as `/api/narrative-bridge`.
 * @param story The story; empty for the bridge's own.
 * @param hear Told at every change.
 * @returns Ends it.
 */
export function followBridge(
  { base, story }: { readonly base: string; readonly story: string },
  environment: FollowEnvironment,
  hear: (story: HeardStory) => void,
): () => void {
  const follower = new BridgeFollower(base, story, environment, hear);
  follower.start();
  return () => follower.stop();
}

class BridgeFollower {
  readonly #base: string;
  readonly #story: string;
  readonly #environment: FollowEnvironment;
  readonly #hear: (story: HeardStory) => void;
  readonly #teller = new StoryTeller();
  #stream: EventStream | undefined;
  #hearing: Hearing = "opening";
  #isKnown = false;
  /** True when the first stream may still begin; one that is kept on its way neither begins nor fails. */
  #isAwaited = true;
  #timer: unknown;
  #isReading = false;
  /** True when something was told while the story was read, so that it is read once more. */
  #isStale = false;
  /** Beats that came while the story was read. */
  #meanwhile: Beat[] = [];
  #isStopped = false;

  constructor(
    base: string,
    story: string,
    environment: FollowEnvironment,
    hear: (story: HeardStory) => void,
  ) {
    this.#base = base;
    this.#story = story;
    this.#environment = environment;
    this.#hear = hear;
  }

  start(): void {
    this.#openStream();
    this.#pollLater();
    void this.#read();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stream?.close();
    this.#stopPolling();
  }

  #openStream(): void {
    this.#stream?.close();
    const stream = this.#environment.openStream(this.#address("stream"));
    this.#stream = stream;
    stream.addEventListener("position", ({ data }) => {
      this.#stopPolling();
      this.#isAwaited = false;
      this.#hearing = "stream";
      const position = positionIn(data);
      if (!position || !this.#teller.isAt(position)) return void this.#read();
      this.#isKnown = true;
      this.#tell();
    });
    stream.addEventListener("beat", ({ data }) => {
      const beat = beatIn(data);
      if (!beat) return;
      if (this.#isReading) this.#meanwhile.push(beat);
      else this.#teller.tell(beat);
      this.#tell();
    });
    stream.addEventListener("episode", () => void this.#read());
    stream.addEventListener("error", () => {
      this.#isAwaited = false;
      // Where the bridge is away with its stream, asking at once tells.
      if (this.#hearing === "stream") void this.#read();
      if (this.#isKnown && !isSilent(this.#hearing)) this.#hearing = "poll";
      this.#pollLater();
      this.#tell();
    });
  }

  /**
   * Asks now and then, and opens the stream again each time: browsers give up on some errors. On others they try every second,
   * which does not put off the next time.
   */
  #pollLater(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    this.#timer = this.#environment.setTimer(() => {
      this.#timer = undefined;
      this.#isAwaited = false;
      void this.#read();
      this.#openStream();
      this.#pollLater();
    }, POLL_MS);
  }

  #stopPolling(): void {
    this.#environment.clearTimer(this.#timer);
    this.#timer = undefined;
  }

  /** Reads where the story stands, and its beats when some are not known yet. */
  async #read(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    this.#isStale = false;
    try {
      const position = positionOf(await this.#json("get-position"));
      if (!position) throw new TypeError("no position");
      if (!this.#teller.isAt(position)) {
        const beats = beatsOf(
          await this.#json("beats", { newest: "1", order: "arrival", limit: `${READ_BEATS}` }),
        );
        this.#teller.begin(beats, position);
      }
      this.#isKnown = true;
      if (this.#hearing !== "stream" && !this.#isAwaited) this.#hearing = "poll";
    } catch (error) {
      // It is asked again: by the stream when it comes back, else after a while.
      if (this.#hearing !== "stream") this.#hearing = error instanceof LockedError ? "locked" : "away";
    } finally {
      this.#isReading = false;
      for (const beat of this.#meanwhile.splice(0)) this.#teller.tell(beat);
    }
    this.#tell();
    if (this.#isStale && !this.#isStopped) await this.#read();
  }

  async #json(path: string, query: Record<string, string> = {}): Promise<unknown> {
    const response = await this.#environment.fetch(this.#address(path, query));
    if (response.ok) return await response.json();
    await response.body?.cancel();
    if (response.status === 401) throw new LockedError();
    throw new TypeError(`The bridge answers ${response.status}.`);
  }

  #address(path: string, query: Record<string, string> = {}): string {
    const all = new URLSearchParams({ ...query, ...(this.#story === "" ? {} : { story: this.#story }) });
    return `${this.#base}/${path}${all.size === 0 ? "" : `?${all}`}`;
  }

  #tell(): void {
    if (this.#isStopped) return;
    this.#hear({ ...this.#teller.story, hearing: this.#hearing, isKnown: this.#isKnown });
  }
}

/** The bridge wants another token than the page shows. */
class LockedError extends Error {}

/** True when nothing is heard at present, so that what the page shows may be old. */
export function isSilent(hearing: Hearing): boolean {
  return hearing === "away" || hearing === "locked";
}

function parsed(data: unknown): unknown {
  if (typeof data !== "string") return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function positionIn(data: unknown): Position | undefined {
  return positionOf(parsed(data));
}

function positionOf(value: unknown): Position | undefined {
  if (!isObject(value) || typeof value.beat_count !== "number" || !Array.isArray(value.recent_beats)) {
    return undefined;
  }
  return { ...value, recent_beats: value.recent_beats.filter(isBeat) } as unknown as Position;
}

function beatIn(data: unknown): Beat | undefined {
  const value = parsed(data);
  return isObject(value) && isBeat(value.beat) ? value.beat : undefined;
}

function beatsOf(value: unknown): readonly Beat[] {
  return isObject(value) && Array.isArray(value.beats) ? value.beats.filter(isBeat) : [];
}

/** True when something is a beat, as far as a page shows it. */
function isBeat(value: unknown): value is Beat {
  if (!isObject(value) || !isObject(value.perspectives) || typeof value.act !== "number") return false;
  const texts = [value.id, value.timestamp, value.narrative_function, value.lead_universe, value.content];
  return [...texts, ...Object.values(value.perspectives)].every((text) => typeof text === "string");
}
