import type { RunningRequests } from "@loom/bridge/server";
import type { ClientSession } from "../client_session.ts";
import { type Transport, WebStandardStreamableHTTPServerTransport } from "../sdk.ts";
import { agreedRevision } from "../server/revision.ts";
import { EventLog, type LoggedEvent } from "./event_log.ts";
import { respondRpcError, RPC } from "./respond.ts";
import { whenOver } from "./when_over.ts";

/** The stream of messages that no call asked for, as the SDK names it. */
const NOTICES = "_GET_stream";

/** From this version on, clients understand an event without data, which marks the beginning of a stream. */
const EMPTY_EVENTS_SINCE = "2025-11-25";

/** Makes what serves a new client. */
export type Attend = () => ClientSession | Promise<ClientSession>;

/** Options of an {@linkcode HttpSession}. */
export interface HttpSessionOptions {
  readonly clientSession: ClientSession;
  readonly maxBytes: number;
  /** The time after which a client whose stream broke off may come back, in milliseconds. */
  readonly retry: number;
  readonly calls: RunningRequests;
  /** The time, in milliseconds. */
  readonly now: () => number;
  /** Called when the session has its id, and when it is over. */
  readonly onBegin: (session: HttpSession) => void;
  readonly onEnd: (session: HttpSession) => void;
}

/** The session of one client over HTTP: its own server, its own active document, its own subscriptions. */
export class HttpSession {
  readonly #options: HttpSessionOptions;
  readonly #log = new EventLog();
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  #revision: string | undefined;
  #uses = 0;
  #requests = 0;
  #usedAt: number;
  #isOver = false;
  #ending: Promise<void> | undefined;

  private constructor(options: HttpSessionOptions) {
    this.#options = options;
    this.#usedAt = options.now();
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: () => options.onBegin(this),
      eventStore: this.#log,
      retryInterval: options.retry,
      maxRequestBodySize: options.maxBytes,
    });
    this.#transport.onclose = () => {
      if (!this.#isOver) void this.end();
    };
  }

  /** Begins a session; it has no id before its first request is handled. */
  static async begin(options: HttpSessionOptions): Promise<HttpSession> {
    const session = new HttpSession(options);
    try {
      // The SDK's class matches its interface except for properties that may be `undefined`.
      await options.clientSession.connect(session.#transport as Transport);
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /** The id; `undefined` before the session is initialized. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** The revision of the protocol that its client agreed to. */
  get revision(): string | undefined {
    return this.#revision;
  }

  /** The time of its last use, in milliseconds; `undefined` while it is in use, or about to be. */
  get idleSince(): number | undefined {
    return this.#uses > 0 || this.#requests === 0 ? undefined : this.#usedAt;
  }

  /** True when its client only began it, as clients do that keep no session. */
  get isAbandoned(): boolean {
    return this.#requests <= 1 && this.#uses === 0;
  }

  /** Answers a request of the client. */
  async handle(request: Request, parsedBody?: unknown): Promise<Response> {
    this.#revision ??= agreedRevision(parsedBody);
    const over = this.#use(request.method === "POST");
    try {
      const { response, first } = await this.#respond(request, parsedBody);
      if (response.body !== null) return new Response(whenOver(response.body, over, first), response);
      over();
      return response;
    } catch (error) {
      over();
      throw error;
    }
  }

  /** Ends it, its streams and its calls. */
  end(): Promise<void> {
    return this.#ending ??= this.#end();
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    this.#options.onEnd(this);
    await this.#transport.close();
    await this.#options.clientSession.close();
  }

  /** Counts a use. Call the result at its end. */
  #use(isCall: boolean): () => void {
    const { calls, now } = this.#options;
    const endCall = isCall ? calls.begin() : undefined;
    this.#uses++;
    this.#requests++;
    return () => {
      endCall?.();
      this.#uses--;
      this.#usedAt = now();
    };
  }

  async #respond(
    request: Request,
    parsedBody: unknown,
  ): Promise<{ response: Response; first?: Uint8Array }> {
    if (request.method !== "GET") {
      return { response: await this.#transport.handleRequest(request, { parsedBody }) };
    }
    const lastEventId = request.headers.get("last-event-id");
    if (lastEventId !== null) return { response: await this.#resume(request, lastEventId) };
    const mark = marksBeginnings(request) ? this.#log.mark(NOTICES) : undefined;
    const response = await this.#transport.handleRequest(request);
    return mark === undefined || !response.ok
      ? { response }
      : { response, first: beginning(mark, this.#options.retry) };
  }

  async #resume(request: Request, lastEventId: string): Promise<Response> {
    const stream = this.#log.streamOf(lastEventId);
    if (stream === undefined) {
      return respondRpcError(
        400,
        RPC.refused,
        "The stream of Last-Event-ID is not kept any more: send the call again, or open a stream without it.",
      );
    }
    // The SDK would leave the stream open, and nothing comes in it any more.
    if (this.#log.isAnswered(stream)) return this.#replay(this.#log.after(lastEventId));
    return await this.#transport.handleRequest(request);
  }

  #replay(events: readonly LoggedEvent[]): Response {
    const text = events.flatMap(({ id, message }) =>
      message === undefined ? [] : [`event: message\nid: ${id}\ndata: ${JSON.stringify(message)}\n\n`]
    );
    return new Response(text.join(""), {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
        ...(this.id === undefined ? {} : { "mcp-session-id": this.id }),
      },
    });
  }
}

function marksBeginnings(request: Request): boolean {
  return (request.headers.get("mcp-protocol-version") ?? "") >= EMPTY_EVENTS_SINCE;
}

function beginning(id: string, retry: number): Uint8Array {
  return new TextEncoder().encode(`id: ${id}\nretry: ${retry}\ndata: \n\n`);
}
