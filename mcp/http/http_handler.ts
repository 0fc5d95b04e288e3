import type { SourceOptions } from "@loom/bridge/server";
import type { Attendant } from "../attendant.ts";
import { isInitializeRequest } from "../sdk.ts";
import type { Attend } from "./attend.ts";
import { corsHeaders } from "./cors.ts";
import { Door } from "./door.ts";
import type { HttpLog } from "./http_log.ts";
import { oneRequest } from "./one_request.ts";
import { type Body, leaveBody, readBody } from "./read_body.ts";
import { respondRpcError, RPC } from "./respond.ts";
import { RunningCalls } from "./running_calls.ts";
import { SessionBook } from "./session_book.ts";

/** The bounds of an {@linkcode HttpHandler}. */
export interface HttpLimits {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** How long a body may take to arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** How many sessions there may be at once, and how many requests without one. */
  readonly maxSessions: number;
  /** How many requests with a body may be under way at once. */
  readonly maxCalls: number;
  /** How long a session may go unused, in milliseconds. */
  readonly idle: number;
  /** How soon a client whose stream broke off may come back, in milliseconds. */
  readonly retry: number;
}

/** The bounds that hold without others. */
export const HTTP_LIMITS: HttpLimits = {
  maxBytes: 8 * 1024 * 1024,
  bodyTimeout: 30_000,
  maxSessions: 128,
  maxCalls: 256,
  idle: 30 * 60_000,
  retry: 1_000,
};

/** What answering requests takes. */
export interface HttpHandlerOptions {
  /** Makes what serves a new client. */
  readonly attend: Attend;
  /** What every client must show. */
  readonly token: string;
  /** Who may call from where. */
  readonly gate: SourceOptions;
  readonly limits?: Partial<HttpLimits>;
  readonly log?: HttpLog;
  /** The time now, in milliseconds. */
  readonly now?: () => number;
}

/** Answers requests: MCP at `/mcp`, and `/health`. */
export class HttpHandler {
  readonly #options: HttpHandlerOptions;
  readonly #limits: HttpLimits;
  readonly #door: Door;
  readonly #sessions: SessionBook;
  readonly #calls = new RunningCalls();
  #alone = 0;
  #arriving = 0;
  #isStopping = false;

  /**
   * Makes one.
   *
   * @throws {LoomError} `bad_option` when an origin is none
   */
  constructor(options: HttpHandlerOptions) {
    this.#options = options;
    this.#limits = { ...HTTP_LIMITS, ...options.limits };
    const { now = Date.now } = options;
    this.#door = new Door(options.gate, options.token, now);
    this.#sessions = new SessionBook({
      attend: () => this.#attend(),
      bounds: this.#limits,
      calls: this.#calls,
      now,
    });
  }

  /** How many sessions there are. */
  get sessions(): number {
    return this.#sessions.size;
  }

  /**
   * Answers a request; never fails.
   *
   * @param from The address that it comes from; without, all callers count as one.
   */
  async handle(request: Request, from = ""): Promise<Response> {
    try {
      const answer = await this.#answer(request, from);
      leaveBody(request);
      return this.#withCors(request, answer);
    } catch (error) {
      this.#options.log?.({ level: "error", message: `A request failed: ${String(error)}` });
      return respondRpcError(
        500,
        RPC.refused,
        "The request failed by a defect of the server; its log says more.",
      );
    }
  }

  /** Ends the sessions that nobody used for too long. */
  async sweep(): Promise<void> {
    await this.#sessions.sweep();
  }

  /** Takes no more requests; settles when those that came have their answers. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#calls.none();
  }

  /** Takes no more requests, and ends all sessions and what they do. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#sessions.close();
  }

  async #answer(request: Request, from: string): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const answer = this.#door.answer(request, from, id !== null && this.#sessions.get(id) !== undefined);
    if (answer !== undefined) return answer;
    if (this.#isStopping) return stopping();
    return id === null ? await this.#withoutSession(request) : await this.#inSession(request, id);
  }

  async #inSession(request: Request, id: string): Promise<Response> {
    const session = this.#sessions.get(id);
    if (session === undefined) {
      return respondRpcError(404, RPC.noSession, "There is no such session any more: initialize a new one.");
    }
    if (request.method !== "POST") return await session.handle(request);
    if (this.#isBusy()) return full();
    const body = await this.#body(request);
    return body.ok ? await session.handle(request, body.value) : refusedBody(body);
  }

  async #withoutSession(request: Request): Promise<Response> {
    if (request.method !== "POST") {
      return respondRpcError(
        400,
        RPC.refused,
        "The header Mcp-Session-Id is missing: initialize a session first.",
      );
    }
    if (this.#isBusy()) return full();
    const body = await this.#body(request);
    if (!body.ok) return refusedBody(body);
    return isInitializeRequest(body.value)
      ? await this.#begin(request, body.value)
      : await this.#once(request, body.value);
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    const session = await this.#sessions.begin();
    if (session === undefined) return full();
    if (this.#isStopping) {
      await session.end();
      return stopping();
    }
    const response = await session.handle(request, body);
    if (session.id === undefined) await session.end();
    return response;
  }

  async #once(request: Request, body: unknown): Promise<Response> {
    if (this.#alone >= this.#limits.maxSessions) return full();
    this.#alone++;
    const endCall = this.#calls.begin();
    return await oneRequest(request, body, () => this.#attend(), () => {
      this.#alone--;
      endCall();
    });
  }

  /** An attendant that only the log is told of when it cannot end. */
  async #attend(): Promise<Attendant> {
    const { attend, log } = this.#options;
    const attendant = await attend();
    return {
      connect: (transport) => attendant.connect(transport),
      close: async () => {
        try {
          await attendant.close();
        } catch (error) {
          log?.({ level: "error", message: `A session did not end well: ${String(error)}` });
        }
      },
    };
  }

  #isBusy(): boolean {
    return this.#arriving + this.#calls.count >= this.#limits.maxCalls;
  }

  async #body(request: Request): Promise<Body> {
    const { maxBytes, bodyTimeout } = this.#limits;
    this.#arriving++;
    try {
      return await readBody(request, { maxBytes, timeout: bodyTimeout });
    } finally {
      this.#arriving--;
    }
  }

  #withCors(request: Request, response: Response): Response {
    const origin = request.headers.get("origin");
    if (origin === null || !this.#door.isWelcome(origin)) return response;
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.headers.set(name, value);
    return response;
  }
}

function refusedBody({ status, message }: Extract<Body, { ok: false }>): Response {
  return respondRpcError(status, status === 400 ? RPC.parseError : RPC.refused, message, {
    connection: "close",
  });
}

function full(): Response {
  return comeBack("As many clients as may be are being served: try again a little later.");
}

function stopping(): Response {
  return comeBack("The server is stopping: connect again a little later.");
}

function comeBack(message: string): Response {
  return respondRpcError(503, RPC.refused, message, { "retry-after": "5" });
}
