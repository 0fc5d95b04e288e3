import type { Attend } from "./attend.ts";
import { HttpSession } from "./http_session.ts";
import type { RunningCalls } from "./running_calls.ts";

/** Bounds of a {@linkcode SessionBook}. */
export interface SessionBounds {
  /** How many sessions there may be at once. */
  readonly maxSessions: number;
  /** How long a session may go unused, in milliseconds. */
  readonly idle: number;
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** How soon a client whose stream broke off may come back, in milliseconds. */
  readonly retry: number;
}

/** What a {@linkcode SessionBook} needs. */
export interface SessionBookOptions {
  readonly attend: Attend;
  readonly bounds: SessionBounds;
  /** Where calls are counted. */
  readonly calls: RunningCalls;
  /** The time now, in milliseconds. */
  readonly now: () => number;
}

/** The sessions of a server. */
export class SessionBook {
  readonly #options: SessionBookOptions;
  readonly #byId = new Map<string, HttpSession>();
  /** With those that have no id yet. */
  readonly #all = new Set<HttpSession>();
  #opening = 0;

  /** Makes an empty book. */
  constructor(options: SessionBookOptions) {
    this.#options = options;
  }

  /** How many there are. */
  get size(): number {
    return this.#all.size;
  }

  /** The session with an id. */
  get(id: string): HttpSession | undefined {
    return this.#byId.get(id);
  }

  /**
   * Begins a session. Where there are too many, one makes room: of those whose clients only began them, else of all, the one that
   * was idle for longest.
   *
   * @returns `undefined` when all of them are in use
   */
  async begin(): Promise<HttpSession | undefined> {
    if (!this.#makeRoom()) return undefined;
    const { attend, bounds, calls, now } = this.#options;
    this.#opening++;
    try {
      const session = await HttpSession.begin({
        attendant: await attend(),
        maxBytes: bounds.maxBytes,
        retry: bounds.retry,
        calls,
        now,
        onBegin: (begun) => {
          if (begun.id !== undefined) this.#byId.set(begun.id, begun);
        },
        onEnd: (ended) => {
          this.#all.delete(ended);
          if (ended.id !== undefined) this.#byId.delete(ended.id);
        },
      });
      this.#all.add(session);
      return session;
    } finally {
      this.#opening--;
    }
  }

  /** Ends the sessions that nobody used for too long. */
  async sweep(): Promise<void> {
    const { now, bounds } = this.#options;
    const before = now() - bounds.idle;
    const idle = [...this.#all].filter(({ idleSince }) => idleSince !== undefined && idleSince <= before);
    await Promise.all(idle.map((session) => session.end()));
  }

  /** Ends all. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((session) => session.end()));
  }

  #makeRoom(): boolean {
    if (this.#all.size + this.#opening < this.#options.bounds.maxSessions) return true;
    const idle = [...this.#all].filter(({ idleSince }) => idleSince !== undefined);
    const forsaken = idle.filter(({ isForsaken }) => isForsaken);
    const longest = longestIdle(forsaken.length > 0 ? forsaken : idle);
    if (longest === undefined) return false;
    void longest.end();
    return true;
  }
}

function longestIdle(sessions: readonly HttpSession[]): HttpSession | undefined {
  return sessions.reduce<HttpSession | undefined>(
    (longest, session) => (session.idleSince ?? 0) < (longest?.idleSince ?? Infinity) ? session : longest,
    undefined,
  );
}
