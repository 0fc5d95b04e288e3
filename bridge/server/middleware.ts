import type { Middleware, ServerContext } from "./handler.ts";

/** Permissions of pages of other origins. */
export interface CorsOptions {
  /** Origins whose pages may read answers. */
  readonly allows: (origin: string) => boolean;
  /** Methods, with commas between. */
  readonly methods: string;
  /** Request headers, with commas between. */
  readonly requestHeaders: string;
  /** Answer headers that pages may read, with commas between. */
  readonly exposedHeaders: string;
}

/** Lets pages of allowed origins read answers. */
export function cors<Context extends Pick<ServerContext, "request">>(
  { allows, exposedHeaders }: CorsOptions,
): Middleware<Context> {
  return async ({ request }, next) => {
    const response = await next();
    const origin = request.headers.get("origin");
    if (origin === null || !allows(origin)) return response;
    response.headers.set("access-control-allow-origin", origin);
    response.headers.set("access-control-expose-headers", exposedHeaders);
    response.headers.set("vary", "origin");
    return response;
  };
}

/** Headers that answer a browser's preflight request. */
export function preflightHeaders({ methods, requestHeaders }: CorsOptions): Record<string, string> {
  return {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": requestHeaders,
    "access-control-max-age": "600",
  };
}

/**
 * Answers requests whose handler throws.
 *
 * @param answer Renders what was thrown. An error's own words may hold secrets or documents: they belong in a log.
 */
export function catchErrors<Context>(
  answer: (error: unknown, context: Context) => Response,
): Middleware<Context> {
  return async (context, next) => {
    try {
      return await next();
    } catch (error) {
      return answer(error, context);
    }
  };
}

/** Answers HEAD as GET without the body. */
export function answerHead<Context extends Pick<ServerContext, "request">>(): Middleware<Context> {
  return async ({ request }, next) => {
    const response = await next();
    if (request.method !== "HEAD") return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}
