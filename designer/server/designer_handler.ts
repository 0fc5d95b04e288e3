import { loginPage } from "../pages/login_page.tsx";
import { refusalPage } from "../pages/refusal_page.tsx";
import type { Look } from "@loom/protocol";
import { lookAt, ownOrigin, tooManyGuesses } from "./access.ts";
import { html, json } from "./respond.ts";
import { type DesignerDeps, NARRATIVE_PATH, Refusal, type Route } from "./route.ts";
import { ROUTES } from "./routes.ts";

/**
 * Answers a request to the designer; never fails.
 *
 * The order of the checks is fixed: host and origin, route and method, token, and then what the operation itself looks at. A
 * mounted bridge looks at the host and the origin itself, since it has settings of its own for both.
 *
 * @param from The address that the request comes from.
 */
export async function answerDesigner(
  request: Request,
  from: string,
  deps: DesignerDeps,
): Promise<Response> {
  const response = await answered(request, from, deps);
  if (request.method !== "HEAD") return response;
  await response.body?.cancel();
  return new Response(null, response);
}

async function answered(request: Request, from: string, deps: DesignerDeps): Promise<Response> {
  const url = URL.parse(request.url);
  try {
    if (url === null) throw noAddress();
    if (url.pathname === NARRATIVE_PATH || url.pathname.startsWith(`${NARRATIVE_PATH}/`)) {
      if (deps.narrative !== undefined) {
        return await deps.narrative(request, lookAt({ request, from }, deps).kind === "right", from);
      }
      checkSource(request, url, deps);
      throw noNarrative();
    }
    checkSource(request, url, deps);
    const route = routeOf(request.method, url.pathname);
    const look = route.access === "token" ? lookAt({ request, from }, deps) : undefined;
    if (look !== undefined && look.kind !== "right") return withoutToken(request, url, look);
    return await route.run({ request, url, from }, deps);
  } catch (error) {
    return refused(request, error, url);
  }
}

/** The runtime makes the address of what the request calls the server by, which can be anything. */
function noAddress(): Refusal {
  return new Refusal(
    400,
    "bad_host",
    "The Host of the request is no name of a server: call it by its address.",
  );
}

function checkSource(request: Request, url: URL, { gate }: DesignerDeps): void {
  const { headers } = request;
  // HTTP/2 tells it in the address, which is what the runtime makes of `:authority`.
  if (!gate.isOurHost(headers.get("host") ?? url.host)) {
    throw new Refusal(
      403,
      "host_not_allowed",
      "The server does not go by this name: call it by its address.",
    );
  }
  const origin = headers.get("origin");
  if (origin === null || gate.isWelcome(origin) || ownOrigin(request) !== undefined) return;
  throw new Refusal(
    403,
    "origin_not_allowed",
    "Pages of this origin may not ask: open the page of the server itself.",
  );
}

function routeOf(method: string, pathname: string): Route {
  const asked = method === "HEAD" ? "GET" : method;
  const there = ROUTES.filter(({ path }) => path === pathname);
  const route = there.find((row) => row.method === asked);
  if (route !== undefined) return route;
  if (there.length === 0) {
    const paths = ROUTES.map(({ path }) => path).join(", ");
    throw new Refusal(404, "not_found", `There is nothing at this address: there are ${paths}.`);
  }
  throw new MethodRefusal(there.map((row) => row.method).join(", "));
}

/** A request by a method that the address does not take. */
class MethodRefusal extends Refusal {
  /** The methods that it takes. */
  readonly allow: string;

  /** Makes one. */
  constructor(allow: string) {
    super(405, "method_not_allowed", `This address takes ${allow}.`);
    this.allow = allow;
  }
}

function noNarrative(): Refusal {
  return new Refusal(
    404,
    "no_narrative",
    'No narrative bridge is mounted here: start "loom serve --web" with --narrative.',
  );
}

function withoutToken(
  request: Request,
  { pathname, search }: URL,
  look: Exclude<Look, { readonly kind: "right" }>,
): Response {
  const back = pathname + search;
  if (look.kind === "later") {
    const { message, seconds } = tooManyGuesses(look.waitMs);
    const headers = { "retry-after": seconds };
    if (isPageRequest(request)) return html(429, loginPage(back, message), { headers });
    return json(429, { error: message, code: "too_many_guesses" }, headers);
  }
  if (isPageRequest(request)) return html(401, loginPage(back));
  const message = "The token is missing or wrong: send it as Authorization: Bearer.";
  return json(401, { error: message, code: "unauthorized" }, { "www-authenticate": 'Bearer realm="loom"' });
}

function refused(request: Request, error: unknown, url: URL | null): Response {
  const refusal = error instanceof Refusal ? error : defect(error);
  const { status, code, message } = refusal;
  const headers = refusal instanceof MethodRefusal ? { allow: refusal.allow } : {};
  if (isPageRequest(request)) return html(status, refusalPage(message, isOwnPage(url)), { headers });
  return json(status, { error: message, code }, headers);
}

/** Whether an address is that of the page of the server's own document. */
function isOwnPage(url: URL | null): boolean {
  return url?.pathname === "/" && !url.searchParams.get("doc");
}

/** What is told of a defect: its words may hold what is nobody's business, and are told where the server runs. */
function defect(error: unknown): Refusal {
  console.error(error);
  return new Refusal(500, "internal", "Something went wrong in the server; its log tells what.");
}

/** Whether a browser asks for a page. */
function isPageRequest({ method, headers }: Request): boolean {
  return method === "GET" && (headers.get("accept") ?? "").includes("text/html");
}
