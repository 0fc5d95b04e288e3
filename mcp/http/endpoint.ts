import { readBody, RunningRequests } from "@loom/bridge/server";
import { parseJsonText } from "@loom/protocol";
import type { ClientSession } from "../client_session.ts";
import { isInitializeRequest, type Transport, WebStandardStreamableHTTPServerTransport } from "../sdk.ts";
import { hasBatches, NO_BATCHES, SILENT_REVISION } from "../server/revision.ts";
import type { Attend } from "./http_session.ts";
import { answerBodyRefusal, badBody, respondRpcError, RPC } from "./respond.ts";
import { Sessions } from "./sessions.ts";
import { whenOver } from "./when_over.ts";

/** Something that happened; never with a secret or a document's content. */
export interface HttpLogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
}

/** Takes what happens. */
export type HttpLog = (entry: HttpLogEntry) => void;

/** Limits of an {@linkcode Endpoint}. */
export interface HttpLimits {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** The time in which a body must arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** Sessions at once, and requests without a session at once. */
  readonly maxSessions: number;
  /** Requests with a body at once. */
  readonly maxCalls: number;
  /** The time that a session may be unused, in milliseconds. */
  readonly idle: number;
  /** The time after which a client whose stream broke off may come back, in milliseconds. */
  readonly retry: number;
}

/** The default limits. */
export const HTTP_LIMITS: HttpLimits = {
  maxBytes: 8 * 1024 * 1024,
  bodyTimeout: 30_000,
  maxSessions: 128,
  maxCalls: 256,
  idle: 30 * 60_000,
  retry: 1_000,
};

/** Options of an {@linkcode Endpoint}. */
export interface EndpointOptions {
  /** Makes what serves a new client. */
  readonly attend: Attend;
  readonly limits?: Partial<HttpLimits>;
  readonly log?: HttpLog;
  /** The time, in milliseconds. */
  readonly now?: () => number;
}

/** MCP over Streamable HTTP: requests in sessions, and requests that stand alone. */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #limits: HttpLimits;
  readonly #sessions: Sessions;
  readonly #calls = new RunningRequests();
  #alone = 0;
  #arriving = 0;
  #isStopping = false;

  /** Makes one without sessions. */
  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#limits = { ...HTTP_LIMITS, ...options.limits };
    this.#sessions = new Sessions({
      attend: () => this.#attend(),
      limits: this.#limits,
      calls: this.#calls,
      now: options.now ?? Date.now,
    });
  }

  /** The number of sessions. */
  get sessions(): number {
    return this.#sessions.size;
  }

  /** Answers a request of a client that has shown the token. */
  async answer(request: Request): Promise<Response> {
    if (this.#isStopping) return stopping();
    const id = request.headers.get("mcp-session-id");
    const session = id === null ? undefined : this.#sessions.get(id);
    if (id !== null && session === undefined) {
      return respondRpcError(404, RPC.noSession, "There is no such session any more: initialize a new one.");
    }
    if (request.method !== "POST") return session === undefined ? noId() : await session.handle(request);
    if (this.#arriving + this.#calls.count >= this.#limits.maxCalls) return full();
    const body = await this.#body(request);
    if (body instanceof Response) return body;
    if (Array.isArray(body.value) && !hasBatches(revisionOf(request, session?.revision))) {
      return respondRpcError(400, RPC.invalid, NO_BATCHES);
    }
    if (session !== undefined) return await session.handle(request, body.value);
    return isInitializeRequest(body.value)
      ? await this.#begin(request, body.value)
      : await this.#once(request, body.value);
  }

  /** Ends the sessions that were unused for too long. */
  async sweep(): Promise<void> {
    await this.#sessions.sweep();
  }

  /** Takes no more requests; settles when those that came are answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#calls.none();
  }

  /** Takes no more requests, and ends all sessions and their calls. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.#sessions.close();
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

  /** Answers a request of a client without a session: its server lasts as long as the answer. */
  async #once(request: Request, parsedBody: unknown): Promise<Response> {
    if (this.#alone >= this.#limits.maxSessions) return full();
    this.#alone++;
    const endCall = this.#calls.begin();
    const transport = new WebStandardStreamableHTTPServerTransport();
    let clientSession: ClientSession | undefined;
    const end = async () => {
      await transport.close();
      await clientSession?.close();
      this.#alone--;
      endCall();
    };
    try {
      clientSession = await this.#attend();
      // The SDK's class matches its interface except for properties that may be `undefined`.
      await clientSession.connect(transport as Transport);
      const response = await transport.handleRequest(request, { parsedBody });
      if (response.body !== null) return new Response(whenOver(response.body, () => void end()), response);
      await end();
      return response;
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Makes what serves a client; errors at its end go to the log only. */
  async #attend(): Promise<ClientSession> {
    const { attend, log } = this.#options;
    const clientSession = await attend();
    return {
      connect: (transport) => clientSession.connect(transport),
      close: async () => {
        try {
          await clientSession.close();
        } catch (error) {
          log?.({ level: "error", message: `A session did not end well: ${String(error)}` });
        }
      },
    };
  }

  async #body(request: Request): Promise<{ readonly value: unknown } | Response> {
    const { maxBytes, bodyTimeout } = this.#limits;
    this.#arriving++;
    try {
      const body = await readBody(request, { maxBytes, timeoutMs: bodyTimeout });
      return body.ok ? parse(body.value) : answerBodyRefusal(body.refusal);
    } finally {
      this.#arriving--;
    }
  }
}

/** The revision of the protocol that a client speaks. */
function revisionOf({ headers }: Request, agreed: string | undefined): string {
  return headers.get("mcp-protocol-version") ?? agreed ?? SILENT_REVISION;
}

function parse(bytes: Uint8Array): { readonly value: unknown } | Response {
  try {
    return { value: parseJsonText(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    return badBody(400, `The body is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function noId(): Response {
  return respondRpcError(
    400,
    RPC.refused,
    "The header Mcp-Session-Id is missing: initialize a session first.",
  );
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
