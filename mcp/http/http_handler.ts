import {
  bearerCheck,
  catchErrors,
  checkSource,
  compose,
  cors,
  type CorsOptions,
  type Middleware,
  preflightHeaders,
  refusal,
  type RequestHandler,
  requestHandler,
  requireToken,
  secretCheck,
  type ServerContext,
  SlowCheck,
  type SourceOptions,
  type SourcePolicy,
  sourcePolicy,
} from "@loom/bridge/server";
import { Endpoint, type EndpointOptions, type HttpLog } from "./endpoint.ts";
import { answerRefusal, respond, respondRpcError, RPC } from "./respond.ts";

const METHODS = ["GET", "POST", "DELETE"];

/** Options of {@linkcode httpHandler}. */
export interface HttpHandlerOptions extends EndpointOptions {
  /** The token of all clients. */
  readonly token: string;
  /** Allowed hosts and origins. */
  readonly source: SourceOptions;
}

/** Answers requests: MCP at `/mcp`, and `/health`. */
export interface HttpHandler {
  /** Answers a request; never rejects. */
  readonly handle: RequestHandler;
  /** MCP itself, behind the checks. */
  readonly endpoint: Endpoint;
}

/**
 * Makes the handler of an MCP server.
 *
 * @throws {LoomError} `bad_option` when an origin does not parse
 */
export function httpHandler(options: HttpHandlerOptions): HttpHandler {
  const policy = sourcePolicy(options.source);
  const endpoint = new Endpoint(options);
  const crossOrigin = corsOptions(policy);
  const handler = compose<ServerContext>([
    catchErrors((error) => answerDefect(error, options.log)),
    cors(crossOrigin),
    checkSource({ policy, answer: answerRefusal }),
    answerHealth,
    checkAddress(crossOrigin),
    requireToken({ check: bearerCheck(new SlowCheck(secretCheck(options.token))), answer: answerRefusal }),
  ], ({ request }) => endpoint.answer(request));
  return { handle: requestHandler(handler, answerRefusal), endpoint };
}

function corsOptions(policy: SourcePolicy): CorsOptions {
  return {
    allows: (origin) => policy.allowsOrigin(origin),
    methods: METHODS.join(", "),
    requestHeaders:
      "authorization, content-type, accept, last-event-id, mcp-protocol-version, mcp-session-id",
    exposedHeaders: "mcp-session-id, www-authenticate",
  };
}

const answerHealth: Middleware = ({ url: { pathname } }, next) =>
  pathname === "/health" ? respond(200, { ok: true, transport: "http" }) : next();

/** Lets the methods of MCP through at `/mcp`, and answers preflight requests there. */
function checkAddress(crossOrigin: CorsOptions): Middleware {
  return (context, next) => {
    const { request: { method, headers }, url: { pathname } } = context;
    if (pathname !== "/mcp") return answerRefusal(refusal("not_found"), context);
    if (method === "OPTIONS" && headers.has("origin")) {
      return new Response(null, { status: 204, headers: preflightHeaders(crossOrigin) });
    }
    if (METHODS.includes(method)) return next();
    return answerRefusal(refusal("method_not_allowed", { headers: { allow: METHODS.join(", ") } }), context);
  };
}

function answerDefect(error: unknown, log: HttpLog | undefined): Response {
  log?.({ level: "error", message: `A request failed: ${String(error)}` });
  return respondRpcError(
    500,
    RPC.refused,
    "The request failed by a defect of the server; its log says more.",
  );
}
