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
