import { appendLine, spoolEvent } from "./spool.ts";
import { runProgram } from "./flows.ts";
import { type HookClock, hookSettings } from "./hook_settings.ts";
import { reach } from "./bridge_call.ts";
import { type HookOutside, runHook } from "./run_hook.ts";

/** An analysis as a bridge gives it, one of its flows no name of a program. */
export const ANALYSIS = {
  engineer: { intent: "feature_request", suggested_flows: ["tech_analyzer"] },
  ceremony: { intent: "co_creation", suggested_flows: ["sacred_pause"] },
  story_engine: { intent: "inciting_incident", suggested_flows: ["arc_tracker", "../x"] },
  lead_universe: "story_engine",
  coherence_score: 0.75,
};

/** A bridge with given answers, which records its requests. */
export class StubBridge implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly requests: { readonly path: string; readonly token: string | null; readonly body: unknown }[] = [];

  constructor(answer: (path: string, count: number) => Response | Promise<Response>) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const path = new URL(request.url).pathname;
      const token = request.headers.get("authorization");
      this.requests.push({ path, token, body: await request.json() });
      return await answer(path, this.requests.length);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/api/narrative-bridge`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A bridge that analyses so and makes a beat. */
export function bridgeWith(analysis: unknown = ANALYSIS): StubBridge {
  return new StubBridge((path) =>
    Response.json(path.endsWith("/analyze") ? analysis : { beat_id: "beat_17", beat: {} })
  );
}

/** A clock that tests advance. */
export class TestClock implements HookClock {
  #now = 0;
  #waits: { readonly at: number; readonly done: () => void }[] = [];
  /** How long was paused, each time; a pause is over at once. */
  readonly pauses: number[] = [];

  readonly after = (ms: number): AbortSignal => {
    const controller = new AbortController();
    this.#waits.push({ at: this.#now + ms, done: () => controller.abort() });
    return controller.signal;
  };

  readonly pause = (ms: number): Promise<void> => {
    this.pauses.push(ms);
    return Promise.resolve();
  };

  /** Lets so many milliseconds pass. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waits.filter(({ at }) => at <= this.#now);
    this.#waits = this.#waits.filter(({ at }) => at > this.#now);
    for (const { done } of due) done();
  }
}

const EVENT = {
  WEBHOOK_EVENT_TYPE: "issues",
  WEBHOOK_EVENT_ID: "d-1",
  WEBHOOK_ACTION: "opened",
  WEBHOOK_REPOSITORY: "octo/door",
  WEBHOOK_SENDER: "ann",
  WEBHOOK_TIMESTAMP: "2026-01-03T13:20:00Z",
};

/** Runs the hook against an address; the event is an issue that was opened. */
export async function hook(
  url: string,
  { stdin = '{"a":1}', env = {}, ...outside }:
    & { readonly stdin?: string | ReadableStream<Uint8Array>; readonly env?: Record<string, string> }
    & Partial<Omit<HookOutside, "stdin">> = {},
) {
  const remarks: string[] = [];
  const settings = hookSettings({ ...EVENT, NARRATIVE_BRIDGE_URL: url, ...env });
  const result = await runHook(settings, {
    stdin: typeof stdin === "string" ? new Blob([stdin]).stream() : stdin,
    fetch,
    reach,
    now: () => new Date("2026-01-03T13:20:05Z"),
    runFlow: runProgram,
    spool: spoolEvent,
    append: appendLine,
    remark: (line) => remarks.push(line),
    stop: new AbortController().signal,
    ...outside,
  });
  return { result, remarks };
}
