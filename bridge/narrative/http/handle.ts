import { LoomError } from "@loom/protocol";
import { NarrativeError } from "../narrative_error.ts";
import { checkWebhookSecret, checkWebhookSignature } from "../webhook/receive.ts";
import { type Address, addressReader } from "./address.ts";
import type { NarrativeDeps } from "./deps.ts";
import { type FoundRoute, routeFinder } from "./find_route.ts";
import { checkDeclaredLength, leaveBody, readBody } from "./read_body.ts";
import { go, type Refusal, refuse, type Step } from "./refusals.ts";
import { type Answer, NO_HEADERS, refusalAnswer, respond } from "./respond.ts";
import type { Call, Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { isStoreFailure, storeFailure } from "./store_failure.ts";

/** What pages of other origins may send. */
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type, last-event-id",
  "access-control-max-age": "600",
} as const;

const READABLE_HEADERS = "x-narrative-key, x-narrative-stored, x-narrative-duplicate, x-request-id";

/** The header of a browser that asks what it may send. */
const ASKED_METHOD = "access-control-request-method";

const NO_BODY = go(new Uint8Array());

const WELCOME: Step<void> = go(undefined);

const addressOf = addressReader();

const findRoute = routeFinder(ROUTES);

/**
 * Answers a request to the narrative bridge; never fails.
 *
 * The order of the checks is fixed, so that a caller who may not ask learns nothing beyond the routes: route and method, host and
 * origin, declared length, token, action, body as it arrives, signature, and then what the operation itself looks at.
 *
 * @param from the address that the request comes from; without, all callers count as one
 */
export async function handle(request: Request, deps: NarrativeDeps, from = ""): Promise<Response> {
  const began = performance.now();
  const address = addressOf(request.url);
  const isPreflight = request.method === "OPTIONS" && request.headers.has(ASKED_METHOD);
  const found = findRoute({
    method: isPreflight ? request.headers.get(ASKED_METHOD) ?? "" : request.method,
    pathname: address.pathname,
    action: address.action,
  });
  const requestId = deps.newId();
  const answer = isPreflight
    ? preflight(request, found, deps)
    : await answerTo(request, { from, query: address.query }, found, requestId, deps);
  leaveBody(request);
  const operation = found.ok ? found.value.route.operation : "none";
  account(operation, answer.status ?? 200, performance.now() - began, requestId, deps);
  const common = { "x-request-id": requestId, "x-content-type-options": "nosniff" };
  const response = respond(answer, common, corsHeaders(request, deps));
  return request.method === "HEAD" ? await withoutBody(response) : response;
}

/** Who asks, and what for beside the route. */
interface Origin extends Pick<Address, "query"> {
  readonly from: string;
}

async function answerTo(
  request: Request,
  { from, query }: Origin,
  found: Step<FoundRoute>,
  requestId: string,
  deps: NarrativeDeps,
): Promise<Answer> {
  try {
    const admitted = found.ok ? admit(request, from, found.value, deps) : found;
    if (!admitted.ok) return refusalAnswer(admitted.refusal);
    const { route, params, access } = admitted.value;
    const bytes = route.method === "GET" ? NO_BODY : await readBody(request, deps);
    if (!bytes.ok) return refusalAnswer(bytes.refusal);
    const call: Call = { request, query, params, bytes: bytes.value };
    const signature = access === "signed" ? await checkSignature(call, route, deps) : WELCOME;
    if (!signature.ok) return refusalAnswer(signature.refusal);
    const pace = checkPace(route, deps);
    const step = pace.ok ? await route.run(call, deps) : pace;
    return step.ok ? step.value : refusalAnswer(step.refusal);
  } catch (error) {
    return refusalAnswer(refusalFor(error, requestId, deps));
  }
}

/** A route whose caller may ask, as far as can be told without the body. */
interface Admitted extends FoundRoute {
  /** `signed` callers are looked at again when their body is there. */
  readonly access: "signed" | "shown";
}

/** What can be said of a request before its body is there. */
function admit(request: Request, from: string, found: FoundRoute, deps: NarrativeDeps): Step<Admitted> {
  const source = deps.guard.checkSource(request);
  if (!source.ok) return source;
  const length = checkDeclaredLength(request, deps.maxBody);
  if (!length.ok) return length;
  const access = checkAccess(request, from, found.route, deps);
  if (!access.ok) return access;
  if (found.complaint !== undefined) return { ok: false, refusal: found.complaint };
  return go({ ...found, access: access.value });
}

/** Who may ask. */
function checkAccess(
  request: Request,
  from: string,
  route: Route,
  deps: NarrativeDeps,
): Step<Admitted["access"]> {
  if (route.access === "everybody") return go("shown");
  if (route.access === "signature") {
    const secret = checkWebhookSecret(deps);
    return secret.ok ? go("signed") : secret;
  }
  if (deps.signedRequest?.isClaimed(request.headers) && request.headers.get("authorization") === null) {
    return go("signed");
  }
  const token = deps.guard.checkToken(request, from);
  return token.ok ? go("shown") : token;
}

async function checkSignature(call: Call, { access }: Route, deps: NarrativeDeps): Promise<Step<void>> {
  if (access === "signature") return await checkWebhookSignature(call, deps);
  const isSigned = await deps.signedRequest?.isSigned(call.request.headers, call.bytes);
  return isSigned ? go(undefined) : refuse("bad_signature", "signature mismatch");
}

/** Behind the credentials, so that strangers cannot use up what others may ask. */
function checkPace({ access }: Route, { bucket }: NarrativeDeps): Step<void> {
  const wait = access === "everybody" ? 0 : bucket?.take() ?? 0;
  if (wait === 0) return WELCOME;
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

/** Where a defect is; the words of the error may hold what was sent. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 5);
  return [error.name, ...frames.map((frame) => frame.trim())].join(" ");
}

/** What a browser asks before a page of a listed origin sends something. */
function preflight(request: Request, found: Step<FoundRoute>, { guard }: NarrativeDeps): Answer {
  if (!found.ok) return refusalAnswer(found.refusal);
  const source = guard.checkSource(request);
  if (!source.ok) return refusalAnswer(source.refusal);
  const isListed = guard.listedOrigin(request) !== undefined;
  return { status: 204, body: { text: "", type: "text/plain" }, headers: isListed ? PREFLIGHT : {} };
}

function corsHeaders(request: Request, { guard }: NarrativeDeps): Readonly<Record<string, string>> {
  const origin = guard.listedOrigin(request);
  if (origin === undefined) return NO_HEADERS;
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": READABLE_HEADERS,
    "vary": "origin",
  };
}

function account(
  operation: string,
  status: number,
  ms: number,
  requestId: string,
  { meters, log }: NarrativeDeps,
): void {
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
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
