import type { Handler, ServerContext } from "./handler.ts";
import { refusal, type RefusalAnswer } from "./refusal.ts";

/** The address of a row in a table of routes. */
export interface RouteAddress {
  /** The method in capitals. */
  readonly method: string;
  /** The whole path; `*` at its end stands for any name in that folder. */
  readonly path: string;
}

/**
 * Answers requests by a table of routes. HEAD takes the row of GET.
 *
 * @param handlerOf Makes the handler of a row, once: here a server adds the middlewares that depend on the row.
 * @param answer Renders `not_found` and `method_not_allowed`.
 */
export function routes<Row extends RouteAddress, Context extends ServerContext>(
  rows: readonly Row[],
  handlerOf: (row: Row) => Handler<Context>,
  answer: RefusalAnswer<Context>,
): Handler<Context> {
  const byPath = new Map<string, Map<string, Handler<Context>>>();
  for (const row of rows) {
    const methods = byPath.get(row.path) ?? new Map<string, Handler<Context>>();
    byPath.set(row.path, methods.set(row.method, handlerOf(row)));
  }
  return (context) => {
    const { request: { method }, url: { pathname } } = context;
    const methods = byPath.get(pathname) ?? byPath.get(pathname.replace(/[^/]+$/, "*"));
    if (methods === undefined) return answer(refusal("not_found"), context);
    const handler = methods.get(method === "HEAD" ? "GET" : method);
    if (handler !== undefined) return handler(context);
    const headers = { allow: [...methods.keys()].join(", ") };
    return answer(refusal("method_not_allowed", { headers }), context);
  };
}
