import { refusal, type RefusalAnswer } from "./refusal.ts";

/** A request, and what the server knows of it. */
export interface ServerContext {
  /** The request as it came. */
  readonly request: Request;
  /** The request's address, parsed. */
  readonly url: URL;
  /** The network address of the caller; empty when unknown, so that all callers count as one. */
  readonly from: string;
}

/** Answers a request. */
export type Handler<Context = ServerContext> = (context: Context) => Response | Promise<Response>;

/** Answers a request itself, or passes it on with `next` and may change the answer. */
export type Middleware<Context = ServerContext> = (
  context: Context,
  next: () => Promise<Response>,
) => Response | Promise<Response>;

/** Answers requests as a listener receives them. */
export type RequestHandler = (request: Request, from?: string) => Promise<Response>;

/**
 * Puts middlewares before a handler. The first one is outermost: it sees the request first and the answer last.
 *
 * @example
 * ```ts
 * import { compose, type Middleware } from "@loom/bridge/server";
 * import { assertEquals } from "@std/assert";
 *
 * const stamp: Middleware<string> = async (_name, next) => {
 *   const response = await next();
 *   response.headers.set("x-stamp", "seen");
 *   return response;
 * };
 * const greet = compose([stamp], (name: string) => new Response(`Hello ${name}`));
 * const response = await greet("Ann");
 * assertEquals([await response.text(), response.headers.get("x-stamp")], ["Hello Ann", "seen"]);
 * ```
 */
export function compose<Context>(
  middlewares: readonly Middleware<Context>[],
  handler: Handler<Context>,
): (context: Context) => Promise<Response> {
  return middlewares.reduceRight<(context: Context) => Promise<Response>>(
    (next, middleware) => async (context) => await middleware(context, () => next(context)),
    async (context) => await handler(context),
  );
}

/**
 * Makes a handler ready for a listener: parses the address of each request. The runtime builds that address from `Host`, which can be
 * anything; where it does not parse, `answer` renders the refusal `bad_host`.
 */
export function requestHandler(
  handler: Handler,
  answer: RefusalAnswer<Pick<ServerContext, "request" | "from">>,
): RequestHandler {
  return async (request, from = "") => {
    const url = URL.parse(request.url);
    if (url === null) return answer(refusal("bad_host"), { request, from });
    return await handler({ request, url, from });
  };
}
