import type { RunningRequests } from "@loom/bridge/server";
import { type Attend, HttpSession } from "./http_session.ts";

/** Limits of {@linkcode Sessions}. */
export interface SessionLimits {
  /** Sessions at once. */
  readonly maxSessions: number;
  /** The time that a session may be unused, in milliseconds. */
  readonly idle: number;
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** The time after which a client whose stream broke off may come back, in milliseconds. */
  readonly retry: number;
}

/** Options of {@linkcode Sessions}. */
export interface SessionsOptions {
  readonly attend: Attend;
  readonly limits: SessionLimits;
  /** Counts the calls. */
  readonly calls: RunningRequests;
  /** The time, in milliseconds. */
  readonly now: () => number;
}

/** The sessions of a server. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #byId = new Map<string, HttpSession>();
  /** Includes sessions that have no id yet. */
  readonly #all = new Set<HttpSession>();
  #opening = 0;

  /** Makes one without sessions. */
  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The number of sessions. */
  get size(): number {
    return this.#all.size;
  }

  /** The session with an id. */
  get(id: string): HttpSession | undefined {
    return this.#byId.get(id);
  }

  /**
   * Begins a session. At the limit it ends the session that was idle for longest: one whose client only began it if there is one.
   *
   * @returns `undefined` when all of them are in use
   */
  async begin(): Promise<HttpSession | undefined> {
    if (!this.#makeRoom()) return undefined;
    const { attend, limits, calls, now } = this.#options;
    this.#opening++;
    try {
      const session = await HttpSession.begin({
        clientSession: await attend(),
        maxBytes: limits.maxBytes,
        retry: limits.retry,
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
    const { now, limits } = this.#options;
    const before = now() - limits.idle;
    const idle = [...this.#all].filter(({ idleSince }) => idleSince !== undefined && idleSince <= before);
    await Promise.all(idle.map((session) => session.end()));
  }

  /** Ends all. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((session) => session.end()));
  }

  #makeRoom(): boolean {
    if (this.#all.size + this.#opening < this.#options.limits.maxSessions) return true;
    const idle = [...this.#all].filter(({ idleSince }) => idleSince !== undefined);
    const abandoned = idle.filter(({ isAbandoned }) => isAbandoned);
    const longest = longestIdle(abandoned.length > 0 ? abandoned : idle);
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
