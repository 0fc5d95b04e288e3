import type { Middleware, ServerContext } from "./handler.ts";
import { refusal, type RefusalAnswer } from "./refusal.ts";
import type { SourcePolicy } from "./source_policy.ts";

/** Options of {@linkcode checkSource}. */
export interface CheckSourceOptions<Context> {
  /** Allowed hosts and origins. */
  readonly policy: SourcePolicy;
  /** Lets pages of the server itself call, whatever name the server was called by. */
  readonly allowsOwnPages?: boolean;
  /** Renders `host_not_allowed` and `origin_not_allowed`. */
  readonly answer: RefusalAnswer<Context>;
}

/** Refuses requests that call the server by a foreign name, or come from pages that may not call. */
export function checkSource<Context extends Pick<ServerContext, "request">>(
  { policy, allowsOwnPages = false, answer }: CheckSourceOptions<Context>,
): Middleware<Context> {
  return (context, next) => {
    const { request } = context;
    if (!policy.allowsHost(calledHost(request))) {
      return answer(refusal("host_not_allowed"), context);
    }
    const origin = request.headers.get("origin");
    const isAllowed = origin === null || policy.allowsOrigin(origin) ||
      (allowsOwnPages && ownOrigin(request) !== undefined);
    return isAllowed ? next() : answer(refusal("origin_not_allowed"), context);
  };
}

/** The origin of the calling page, when it is a page of the server under the name that the request uses; a proxy may have added TLS. */
export function ownOrigin(request: Request): URL | undefined {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  return origin !== null && origin.host === calledHost(request)?.toLowerCase() ? origin : undefined;
}

/** The name and port that a request calls the server by. HTTP/2 has them in the address, which the runtime builds from `:authority`. */
function calledHost({ headers, url }: Request): string | undefined {
  return headers.get("host") ?? URL.parse(url)?.host;
}
