import type { Middleware, ServerContext } from "./handler.ts";

/** Answers HEAD as GET without the body. */
export function answerHead<Context extends Pick<ServerContext, "request">>(): Middleware<Context> {
  return async ({ request }, next) => {
    const response = await next();
    if (request.method !== "HEAD") return response;
    await response.body?.cancel();
    return new Response(null, response);
  };
}
