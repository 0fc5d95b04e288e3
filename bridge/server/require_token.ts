import type { Middleware, ServerContext } from "./handler.ts";
import { refusal, type RefusalAnswer, type ServerRefusal } from "./refusal.ts";
import type { CheckResult, SlowCheck } from "./slow_check.ts";

/** Options of {@linkcode requireToken}. */
export interface RequireTokenOptions<Context> {
  /** Checks what a request shows, such as its {@linkcode bearerToken}. */
  readonly check: (context: Context) => CheckResult;
  /** Renders `unauthorized` and `too_many_guesses`. */
  readonly answer: RefusalAnswer<Context>;
}

/** Refuses requests that show no token at once, and those with a wrong one late, or at once while many others wait. */
export function requireToken<Context extends Pick<ServerContext, "request">>(
  { check, answer }: RequireTokenOptions<Context>,
): Middleware<Context> {
  return async (context, next) => {
    const result = check(context);
    return result.kind === "right" ? await next() : answer(await tokenRefusal(result), context);
  };
}

/** The refusal of a check that failed, when it may be sent. */
export async function tokenRefusal(
  result: Exclude<CheckResult, { readonly kind: "right" }>,
): Promise<ServerRefusal> {
  if (result.kind === "wrong") {
    await result.late;
    return refusal("unauthorized");
  }
  const seconds = Math.ceil(result.waitMs / 1_000);
  return refusal("too_many_guesses", { headers: { "retry-after": String(seconds) } });
}

/** Makes the check of {@linkcode requireToken} for a token in `Authorization: Bearer`. */
export function bearerCheck(
  slow: SlowCheck,
): (context: Pick<ServerContext, "request">) => CheckResult {
  return ({ request }) => {
    const given = bearerToken(request.headers);
    return given === undefined ? { kind: "wrong" } : slow.check(given);
  };
}

/** The token in `Authorization: Bearer`. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}
