import {
  bearerToken,
  type CheckResult,
  derivedSecret,
  secretCheck,
  type ServerContext,
  type ThrottledCheck,
  throttledCheck,
  throttledSecretCheck,
} from "@loom/bridge/server";

/** Valid passes that are remembered, the newest. */
const REMEMBERED = 1_000;

/** Credentials of a server with a token. */
export interface TokenLogin {
  /** Checks a token, which programs and people give. */
  readonly checkToken: ThrottledCheck;
  /**
   * Makes a pass, which a browser keeps in place of the token: browsers send cookies to every server of a host, whatever its port, and
   * the token, which opens the hub, cannot be computed from a pass. Passes differ, and stay valid after a restart.
   */
  readonly makePass: () => string;
  /** Checks a pass. One that was valid before is not throttled. */
  readonly checkPass: ThrottledCheck;
}

/**
 * Makes the credentials of a server with a token.
 *
 * @param now The time, in milliseconds.
 */
export function tokenLogin(token: string, now: () => number = Date.now): TokenLogin {
  const key = derivedSecret(token, "loom pages");
  const passOf = (id: string) => `${id}.${derivedSecret(key, id)}`;
  const check = throttledCheck((given) => secretCheck(passOf(given.split(".", 1)[0] ?? ""))(given), now);
  const valid = new Set<string>();
  return {
    checkToken: throttledSecretCheck(token, now),
    makePass: () => passOf(crypto.randomUUID()),
    checkPass: (given, from) => {
      if (valid.has(given)) return { kind: "right" };
      const result = check(given, from);
      if (result.kind === "right") remember(valid, given);
      return result;
    },
  };
}

function remember(passes: Set<string>, pass: string): void {
  passes.add(pass);
  const [oldest] = passes;
  if (passes.size > REMEMBERED && oldest !== undefined) passes.delete(oldest);
}

/** The name of the cookie with the pass; servers of one host on different ports have different ones. */
export function passCookie({ port }: URL): string {
  return `loom_pass_${port || "default"}`;
}

/** Checks the token of a request, as programs send it, or its pass, as browsers do. Without a login everybody is let in. */
export function checkCaller(
  { request: { headers }, url, from }: ServerContext,
  login: TokenLogin | undefined,
): CheckResult {
  if (login === undefined) return { kind: "right" };
  const bearer = bearerToken(headers);
  if (bearer !== undefined) return login.checkToken(bearer, from);
  const start = `${passCookie(url)}=`;
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const pass = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return pass === undefined ? { kind: "wrong" } : login.checkPass(pass, from);
}
