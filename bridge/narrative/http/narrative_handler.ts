import { LoomError } from "@loom/protocol";
import {
  answerHead,
  bearerCheck,
  catchErrors,
  checkSource,
  compose,
  cors,
  type CorsOptions,
  declaredTooLarge,
  type Handler,
  type Middleware,
  preflightHeaders,
  readBody,
  type RefusalAnswer,
  type RequestHandler,
  requestHandler,
  requireToken,
  type ServerContext,
} from "../../server/mod.ts";
import { NarrativeError } from "../narrative_error.ts";
import { checkWebhookSecret, checkWebhookSignature } from "./webhook/receive.ts";
import { isStoreFailure, type NarrativeDeps, storeFailure } from "./deps.ts";
import { type FoundRoute, routeFinder } from "./find_route.ts";
import { go, type Refusal, refuse, type Step } from "./refusals.ts";
import { refusalAnswer, refusalOf, respond } from "./respond.ts";
import type { Call, Route } from "./route.ts";
import { ROUTES } from "./routes.ts";

/** The header of a browser that asks what its page may send. */
const ASKED_METHOD = "access-control-request-method";

const findRoute = routeFinder(ROUTES);

/** A request with its route. */
interface NarrativeContext extends ServerContext {
  readonly requestId: string;
  readonly found: Step<FoundRoute>;
  /** Set by the access check when the caller signs in place of showing the token: the signature covers the body, which comes later. */
  isSigned: boolean;
}

type Check = Middleware<NarrativeContext>;

/**
 * Makes the handler of a narrative bridge; it never rejects.
 *
 * The order of the checks is fixed, so that a caller without access learns nothing beyond the routes: route and method, host and
 * origin, declared length, token, action, body as it arrives, signature, rate, and then those of the operation.
 */
export function narrativeHandler(deps: NarrativeDeps): RequestHandler {
  const byRoute = new Map(ROUTES.map((route) => [route, routeHandler(route, deps)]));
  const crossOrigin = corsOptions(deps);
  const pipeline = compose<NarrativeContext>([
    cors(crossOrigin),
    account(deps),
    answerHead(),
    catchErrors((error, { requestId }) => answerWith(refusalFor(error, requestId, deps))),
    answerPreflight(crossOrigin, deps),
  ], (context) => {
    if (!context.found.ok) return answerWith(context.found.refusal);
    const handler = byRoute.get(context.found.value.route);
    return handler === undefined ? answerWith(NOT_FOUND) : handler(context);
  });
  return requestHandler((context) => {
    const requestId = deps.newId();
    return pipeline({ ...context, requestId, found: routeOf(context), isSigned: false });
  }, answerRefusal);
}

const handlers = new WeakMap<NarrativeDeps, RequestHandler>();

/**
 * Answers one request by {@linkcode narrativeHandler}; never rejects.
 *
 * @param from The caller's network address; without it, all callers count as one.
 */
export async function handle(request: Request, deps: NarrativeDeps, from = ""): Promise<Response> {
  const handler = handlers.get(deps) ?? narrativeHandler(deps);
  handlers.set(deps, handler);
  return await handler(request, from);
}

const NOT_FOUND: Refusal = { code: "not_found", error: "no such operation" };

const answerRefusal: RefusalAnswer<unknown> = (refusal) => answerWith(refusalOf(refusal));

function answerWith(refusal: Refusal): Response {
  return respond(refusalAnswer(refusal));
}

function corsOptions({ source, listsOrigins }: NarrativeDeps): CorsOptions {
  return {
    allows: (origin) => listsOrigins && source.allowsOrigin(origin),
    methods: "GET, POST",
    requestHeaders: "authorization, content-type, last-event-id",
    exposedHeaders: "x-narrative-key, x-narrative-stored, x-narrative-duplicate, x-request-id",
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has(ASKED_METHOD);
}

function routeOf({ request, url }: ServerContext): Step<FoundRoute> {
  return findRoute({
    method: isPreflight(request) ? request.headers.get(ASKED_METHOD) ?? "" : request.method,
    pathname: url.pathname,
    action: url.searchParams.get("action") ?? "",
  });
}

/** Counts and logs a request, and names it in the answer. */
function account({ meters, log }: NarrativeDeps): Check {
  return async ({ requestId, found }, next) => {
    const began = performance.now();
    const response = await next();
    const operation = found.ok ? found.value.route.operation : "none";
    const { status } = response;
    const ms = performance.now() - began;
    meters.requests.add({ operation, status: String(status) });
    meters.seconds.add({ operation }, ms / 1_000);
    log({
      level: "info",
      event: "request",
      operation,
      status,
      ms: Math.round(ms * 10) / 10,
      request_id: requestId,
    });
    response.headers.set("x-request-id", requestId);
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  };
}

/** Answers what a browser asks before a page of a listed origin sends something. */
function answerPreflight(crossOrigin: CorsOptions, { source }: NarrativeDeps): Check {
  const answer = compose<NarrativeContext>(
    [checkSource({ policy: source, allowsOwnPages: true, answer: answerRefusal })],
    ({ request }) => {
      const isListed = crossOrigin.allows(request.headers.get("origin") ?? "");
      return new Response(null, { status: 204, headers: isListed ? preflightHeaders(crossOrigin) : {} });
    },
  );
  return (context, next) => isPreflight(context.request) && context.found.ok ? answer(context) : next();
}

function routeHandler(route: Route, deps: NarrativeDeps): Handler<NarrativeContext> {
  return compose<NarrativeContext>([
    checkSource({ policy: deps.source, allowsOwnPages: true, answer: answerRefusal }),
    checkLength(deps),
    checkAccess(route, deps),
    checkAction,
  ], (context) => run(route, context, deps));
}

function checkLength({ maxBody }: NarrativeDeps): Check {
  return (context, next) => {
    const refusal = declaredTooLarge(context.request, maxBody);
    return refusal === undefined ? next() : answerRefusal(refusal, context);
  };
}

/** Checks the caller, as far as that is possible without the body. */
function checkAccess({ access }: Route, deps: NarrativeDeps): Check {
  if (access === "everybody") return (_context, next) => next();
  if (access === "signature") {
    const secret = checkWebhookSecret(deps);
    return (_context, next) => secret.ok ? next() : answerWith(secret.refusal);
  }
  const { checkToken, signedRequest } = deps;
  const byToken = checkToken === undefined
    ? undefined
    : requireToken<NarrativeContext>({ check: bearerCheck(checkToken), answer: answerRefusal });
  return (context, next) => {
    const { headers } = context.request;
    context.isSigned = headers.get("authorization") === null && signedRequest?.isClaimed(headers) === true;
    return byToken === undefined || context.isSigned ? next() : byToken(context, next);
  };
}

/** Refuses an `?action=` that does not fit the path; known callers only learn of it. */
const checkAction: Check = ({ found }, next) =>
  found.ok && found.value.complaint !== undefined ? answerWith(found.value.complaint) : next();

/** Reads the body, checks what needs it, and runs the operation. */
async function run(route: Route, context: NarrativeContext, deps: NarrativeDeps): Promise<Response> {
  const { request, url, found } = context;
  const bytes = route.method === "GET" ? go(new Uint8Array()) : await bodyOf(request, deps);
  if (!bytes.ok) return answerWith(bytes.refusal);
  const params = found.ok ? found.value.params : {};
  const call: Call = { request, query: url.searchParams, params, bytes: bytes.value };
  const signature = await checkSignature(call, route, context.isSigned, deps);
  if (!signature.ok) return answerWith(signature.refusal);
  const pace = checkPace(route, deps);
  const step = pace.ok ? await route.run(call, deps) : pace;
  return step.ok ? respond(step.value) : answerWith(step.refusal);
}

/** Reads a body. Forms with parts are refused: they carry files. Whatever else the type says, the body is taken for what is expected. */
async function bodyOf(
  request: Request,
  { maxBody, bodyTimeout }: NarrativeDeps,
): Promise<Step<Uint8Array<ArrayBuffer>>> {
  if (/^\s*multipart\//i.test(request.headers.get("content-type") ?? "")) {
    return refuse("unsupported_media_type", "expected application/json");
  }
  const body = await readBody(request, { maxBytes: maxBody, timeoutMs: bodyTimeout });
  return body.ok ? body : { ok: false, refusal: refusalOf(body.refusal) };
}

async function checkSignature(
  call: Call,
  { access }: Route,
  isSigned: boolean,
  deps: NarrativeDeps,
): Promise<Step<void>> {
  if (access === "signature") return await checkWebhookSignature(call, deps);
  if (!isSigned || await deps.signedRequest?.isSigned(call.request.headers, call.bytes)) return go(undefined);
  return refuse("bad_signature", "signature mismatch");
}

/** Limits the rate behind the credentials, so that strangers cannot use up what others may ask. */
function checkPace({ access }: Route, { bucket }: NarrativeDeps): Step<void> {
  const wait = access === "everybody" ? 0 : bucket?.take() ?? 0;
  if (wait === 0) return go(undefined);
  return refuse("rate_limited", "too many requests", {
    headers: { "retry-after": String(Math.ceil(wait / 1_000)) },
  });
}

function refusalFor(error: unknown, requestId: string, deps: NarrativeDeps): Refusal {
  if (isStoreFailure(error)) {
    storeFailure(error, deps);
    return {
      code: "store_unavailable",
      error: "beat store unavailable",
      headers: { "retry-after": "5" },
    };
  }
  if (error instanceof NarrativeError && error.code === "invalid_field") {
    return { code: "invalid_field", error: error.message, also: { field: error.field ?? "" } };
  }
  if (error instanceof LoomError && error.code === "unknown_beat") {
    return { code: "invalid_query", error: "after names no beat of the story", also: { field: "after" } };
  }
  deps.meters.defects.add({});
  deps.log({ level: "error", event: "request_failed", request_id: requestId, why: placeOf(error) });
  return { code: "internal", error: "internal error", also: { request_id: requestId } };
}

/** The place of a defect in the code; the words of the error may hold what was sent. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 5);
  return [error.name, ...frames.map((frame) => frame.trim())].join(" ");
}
