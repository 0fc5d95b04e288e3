import type { Environment } from "@loom/protocol";
import { readNarrativeSettings } from "../../settings.ts";
import type { BeatStore } from "../../store/beat_store.ts";
import { memoryStore } from "../../store/sqlite_store.ts";
import { StoreUnavailableError } from "../../narrative_error.ts";
import { type NarrativeDeps, narrativeDeps, type NarrativeDepsOptions } from "../deps.ts";
import type { LogEntry } from "../../../server/log.ts";
import { narrativeHandler } from "../narrative_handler.ts";
import { BASE_PATH } from "../route.ts";

/** Where the bridges of tests are. */
export const BASE = `http://127.0.0.1:4600${BASE_PATH}`;

/** The time of bridges in tests. */
export const NOW: number = Date.parse("2026-01-03T13:20:00.000Z");

/** A bridge without a port. */
export interface TestBridge {
  readonly deps: NarrativeDeps;
  readonly log: readonly LogEntry[];
  /** Asks for something below the base. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends something: a value as JSON, a text as it stands. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** Makes a bridge without a port; its time stands still. */
export function testBridge(
  env: Environment = {},
  options: Partial<Omit<NarrativeDepsOptions, "settings" | "log">> = {},
): TestBridge {
  const log: LogEntry[] = [];
  const deps = narrativeDeps({
    store: memoryStore(() => NOW),
    settings: readNarrativeSettings(env),
    now: () => NOW,
    ...options,
    log: (entry) => log.push(entry),
  });
  const handle = narrativeHandler(deps);
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", "127.0.0.1:4600");
    return handle(new Request(BASE + path, { ...init, headers }));
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
  return { deps, log, ask, post };
}

/** What an answer says, for one line of comparison. */
export async function told(response: Response): Promise<[status: number, code: unknown, field?: unknown]> {
  const body = await response.json();
  return "field" in body ? [response.status, body.code, body.field] : [response.status, body.code];
}

/** A store that cannot be reached. */
export function deadStore(): BeatStore {
  const store = memoryStore();
  return new Proxy(store, {
    get: (target, member) => {
      const value: unknown = Reflect.get(target, member);
      return typeof value === "function" ? () => Promise.reject(new StoreUnavailableError()) : value;
    },
  });
}

/** An issue that was opened, as the forge tells it. */
export const OPENED_ISSUE = {
  action: "opened",
  issue: {
    number: 1,
    title: "Spelling error in the README file",
    created_at: "2026-01-03T13:00:00Z",
    user: { login: "ann" },
    labels: [],
  },
  repository: { full_name: "octo/door" },
  sender: { login: "ann", type: "User" },
};

/** The same, as analyze takes it. */
export const OPENED: { event_type: string; event_id: string; payload: typeof OPENED_ISSUE } = {
  event_type: "issues",
  event_id: "delivery-1",
  payload: OPENED_ISSUE,
};
