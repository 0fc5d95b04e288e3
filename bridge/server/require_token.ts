import type { Middleware, ServerContext } from "./handler.ts";
import { refusal, type RefusalAnswer, type ServerRefusal } from "./refusal.ts";
import type { CheckResult, ThrottledCheck } from "./throttled_check.ts";

/** Options of {@linkcode requireToken}. */
export interface RequireTokenOptions<Context> {
  /** Checks what a request shows, such as its {@linkcode bearerToken}. */
  readonly check: (context: Context) => CheckResult;
  /** Renders `unauthorized` and `too_many_guesses`. */
  readonly answer: RefusalAnswer<Context>;
}

/** Refuses requests that show no token or a wrong one, and callers that guessed too often. */
export function requireToken<Context extends Pick<ServerContext, "request">>(
  { check, answer }: RequireTokenOptions<Context>,
): Middleware<Context> {
  return (context, next) => {
    const result = check(context);
    return result.kind === "right" ? next() : answer(tokenRefusal(result), context);
  };
}

/** The refusal of a check that failed. */
export function tokenRefusal(result: Exclude<CheckResult, { readonly kind: "right" }>): ServerRefusal {
  if (result.kind === "wrong") return refusal("unauthorized");
  const seconds = Math.ceil(result.waitMs / 1_000);
  return refusal("too_many_guesses", { headers: { "retry-after": String(seconds) } });
}

/** Makes the check of {@linkcode requireToken} for a token in `Authorization: Bearer`. */
export function bearerCheck(
  check: ThrottledCheck,
): (context: Pick<ServerContext, "request" | "from">) => CheckResult {
  return ({ request, from }) => {
    const given = bearerToken(request.headers);
    return given === undefined ? { kind: "wrong" } : check(given, from);
  };
}

/** The token in `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}
