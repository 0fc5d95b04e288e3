import {
  answerHead,
  bearerToken,
  catchErrors,
  checkSource,
  compose,
  type Handler,
  type Middleware,
  type RefusalAnswer,
  type RequestHandler,
  requestHandler,
  requireToken,
  routes,
  type ServerContext,
} from "@loom/bridge/server";
import { loginPage, refusalPage } from "../pages/notice_pages.tsx";
import { HttpError } from "./http_error.ts";
import { html, json } from "./respond.ts";
import { type DesignerDeps, NARRATIVE_PATH, type Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { checkCaller, type TokenLogin } from "./token_login.ts";

/**
 * Makes the handler of the designer's server; it never throws.
 *
 * Order of the checks: host and origin, route and method, token, then those of the operation. A mounted bridge checks host and origin
 * itself, by settings of its own.
 */
export function designerHandler(deps: DesignerDeps): RequestHandler {
  const pipeline = compose([
    answerHead(),
    catchErrors(answerError),
    mountedBridge(deps),
    checkSource({ policy: deps.source, allowsOwnPages: true, answer: answerRefusal }),
    refuseMissingBridge,
  ], routes(ROUTES, (route) => routeHandler(route, deps), answerNoRoute));
  return requestHandler(
    pipeline,
    (refusal, { request }) => answerProblem(HttpError.of(refusal), request, undefined),
  );
}

function routeHandler(route: Route, deps: DesignerDeps): Handler {
  const run: Handler = (context) => route.run(context, deps);
  if (route.access === "everybody" || deps.login === undefined) return run;
  const check = (context: ServerContext) => checkCaller(context, deps.login);
  return compose([requireToken({ check, answer: answerNoToken })], run);
}

function mountedBridge({ narrative, login }: DesignerDeps): Middleware {
  return async (context, next) => {
    if (narrative === undefined || !isForBridge(context)) return await next();
    return await narrative(context.request, await isKnown(context, login), context.from);
  };
}

/** True for callers that the pages let in. A token may be the bridge's own, which looks at it next and delays the answer if it is wrong. */
async function isKnown(context: ServerContext, login: TokenLogin | undefined): Promise<boolean> {
  const bearer = bearerToken(context.request.headers);
  if (login !== undefined && bearer !== undefined) return login.token.isRight(bearer);
  const result = checkCaller(context, login);
  if (result.kind === "wrong") await result.late;
  return result.kind === "right";
}

const refuseMissingBridge: Middleware = (context, next) => {
  if (!isForBridge(context)) return next();
  const sentence = 'No narrative bridge is mounted here: start "loom serve --web" with --narrative.';
  throw new HttpError(404, "no_narrative", sentence);
};

function isForBridge({ url: { pathname } }: ServerContext): boolean {
  return pathname === NARRATIVE_PATH || pathname.startsWith(`${NARRATIVE_PATH}/`);
}

const answerRefusal: RefusalAnswer<ServerContext> = (refusal, { request, url }) =>
  answerProblem(HttpError.of(refusal), request, url);

const answerNoRoute: RefusalAnswer<ServerContext> = (refusal, context) => {
  if (refusal.code !== "not_found") return answerRefusal(refusal, context);
  const paths = [...new Set(ROUTES.map(({ path }) => path))].join(", ");
  const problem = new HttpError(404, "not_found", `There is nothing at this address: there are ${paths}.`);
  return answerProblem(problem, context.request, context.url);
};

/** Asks people for the token on a page, and programs in a sentence. */
const answerNoToken: RefusalAnswer<ServerContext> = (refusal, { request, url: { pathname, search } }) => {
  const { status, code, headers, message } = HttpError.of(refusal);
  if (isPageRequest(request)) {
    const remark = code === "unauthorized" ? undefined : message;
    return html(status, loginPage(pathname + search, remark), { headers });
  }
  const scheme = code === "unauthorized" ? { "www-authenticate": 'Bearer realm="loom"' } : {};
  return json(status, { error: message, code }, { ...headers, ...scheme });
};

/** Answers what a handler throws. The words of a defect may hold documents or secrets: they go to the log only. */
function answerError(error: unknown, { request, url }: ServerContext): Response {
  if (error instanceof HttpError) return answerProblem(error, request, url);
  console.error(error);
  const sentence = "Something went wrong in the server; its log tells what.";
  return answerProblem(new HttpError(500, "internal", sentence), request, url);
}

function answerProblem(
  { status, code, message, headers }: HttpError,
  request: Request,
  url: URL | undefined,
): Response {
  // A picture that cannot be as its address wants it is shown without that.
  const isOwn = isOwnPage(url) && code !== "bad_style";
  if (isPageRequest(request)) return html(status, refusalPage(message, isOwn), { headers });
  return json(status, { error: message, code }, headers);
}

/** True for the page of the server's own document. */
function isOwnPage(url: URL | undefined): boolean {
  return url?.pathname === "/" && !url.searchParams.get("doc");
}

function isPageRequest({ method, headers }: Request): boolean {
  return method === "GET" && (headers.get("accept") ?? "").includes("text/html");
}
