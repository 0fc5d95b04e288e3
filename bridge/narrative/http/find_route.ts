import { go, type Refusal, refuse, type Step } from "./refusals.ts";
import { BASE_PATH, type Route } from "./route.ts";

/** The route of a request. */
export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The fault of `?action=`; shown to known callers only. */
  readonly complaint: Refusal | undefined;
}

/** The parts of a request that select its route. */
export interface Sought {
  readonly method: string;
  readonly pathname: string;
  /** The first `action` of the query; empty for none. */
  readonly action: string;
}

/**
 * Makes a search for the route of a request, or the reason why there is none. Paths without open parts, which nearly all requests are
 * for, are looked up whole.
 */
export function routeFinder(routes: readonly Route[]): (sought: Sought) => Step<FoundRoute> {
  const fixed = new Map<string, Map<string, Step<FoundRoute>>>();
  for (const route of routes) {
    if (route.path === "" || route.path.includes("{")) continue;
    const pathname = BASE_PATH + route.path;
    const byMethod = fixed.get(pathname) ?? new Map();
    fixed.set(pathname, byMethod.set(route.method, go({ route, params: {}, complaint: undefined })));
  }
  return (sought) =>
    (sought.action === "" ? fixed.get(sought.pathname)?.get(sought.method) : undefined) ??
      findRoute(routes, sought);
}

function findRoute(routes: readonly Route[], { method, pathname, action }: Sought): Step<FoundRoute> {
  const parts = partsOf(pathname);
  if (parts === undefined) return notFound();
  if (parts.length === 0) return findByAction(routes, method, action);
  const matching = routes.flatMap((route) => {
    const params = match(route.path, parts);
    return params === undefined ? [] : [{ route, params }];
  });
  if (matching.length === 0) return notFound();
  const found = matching.find(({ route }) => takes(route, method));
  if (found === undefined) return wrongMethod(method, matching.map(({ route }) => route));
  const isOther = action !== "" && action !== found.route.operation;
  return go({ ...found, complaint: isOther ? CONFLICT : undefined });
}

/** Without a suffix the query says what is asked for; a POST that says nothing is an event to analyze. */
function findByAction(routes: readonly Route[], method: string, action: string): Step<FoundRoute> {
  const atBase = routes.filter(({ path, isAction }) => path === "" || isAction);
  const named = atBase.filter(({ operation, isAction }) => isAction && operation === action);
  const wanted = named.length > 0
    ? named
    : atBase.filter(({ path, operation }) => path === "" || operation === "analyze");
  const route = wanted.find((route) => takes(route, method));
  if (route === undefined) return wrongMethod(method, wanted);
  const complaint = action === "" || named.length > 0 ? undefined : unknownAction(routes, action);
  return go({ route, params: {}, complaint });
}

/** The parts of a path below the base, one slash at its end aside; `undefined` for another path. */
function partsOf(pathname: string): string[] | undefined {
  if (!pathname.startsWith(BASE_PATH)) return undefined;
  const rest = pathname.slice(BASE_PATH.length).replace(/\/$/, "");
  if (rest === "") return [];
  if (!rest.startsWith("/")) return undefined;
  try {
    return rest.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function match(path: string, parts: readonly string[]): Record<string, string> | undefined {
  const wanted = path.split("/").slice(1);
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(wanted[at] ?? "")?.[1];
    if (name !== undefined && part !== "") params[name] = part;
    else if (part !== wanted[at]) return undefined;
  }
  return params;
}

/** HEAD is a GET whose body nobody wants. */
function takes(route: Route, method: string): boolean {
  return route.method === (method === "HEAD" ? "GET" : method);
}

const CONFLICT: Refusal = { code: "action_conflict", error: "path and action disagree" };

function unknownAction(routes: readonly Route[], action: string): Refusal {
  const names = [...new Set(routes.filter(({ isAction }) => isAction).map(({ operation }) => operation))];
  const expected = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  const shown = action.length > 40 ? `${action.slice(0, 40)}...` : action;
  return { code: "unknown_action", error: `unknown action: ${shown} (expected ${expected})` };
}

function notFound(): ReturnType<typeof refuse> {
  return refuse("not_found", "no such operation");
}

function wrongMethod(method: string, routes: readonly Route[]): ReturnType<typeof refuse> {
  const methods = new Set(routes.flatMap(({ method }) => method === "GET" ? ["GET", "HEAD"] : [method]));
  return refuse("method_not_allowed", `method ${method} not allowed`, {
    headers: { allow: [...methods].join(", ") },
  });
}
