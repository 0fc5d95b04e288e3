import {
  bearerToken,
  type CheckResult,
  derivedSecret,
  secretCheck,
  type ServerContext,
  SlowCheck,
} from "@loom/bridge/server";

/** Credentials of a server with a token. */
export interface TokenLogin {
  /** Checks a token, which programs and people give. */
  readonly token: SlowCheck;
  /**
   * Makes a pass, which a browser keeps in place of the token: browsers send cookies to every server of a host, whatever its port, and
   * the token, which opens the hub, cannot be computed from a pass. Passes differ, and stay valid after a restart.
   */
  readonly makePass: () => string;
  /** Checks a pass. */
  readonly pass: SlowCheck;
}

/**
 * Makes the credentials of a server with a token.
 *
 * @param pause Delays the answer to a wrong guess. Default: a timer.
 */
export function tokenLogin(token: string, pause?: (ms: number) => Promise<void>): TokenLogin {
  const key = derivedSecret(token, "loom pages");
  const passOf = (id: string) => `${id}.${derivedSecret(key, id)}`;
  return {
    token: new SlowCheck(secretCheck(token), pause),
    makePass: () => passOf(crypto.randomUUID()),
    pass: new SlowCheck((given) => secretCheck(passOf(given.split(".", 1)[0] ?? ""))(given), pause),
  };
}

/** The name of the cookie with the pass; servers of one host on different ports have different ones. */
export function passCookie({ port }: URL): string {
  return `loom_pass_${port || "default"}`;
}

/** Checks the token of a request, as programs send it, or its pass, as browsers do. Without a login everybody is let in. */
export function checkCaller(
  { request: { headers }, url }: ServerContext,
  login: TokenLogin | undefined,
): CheckResult {
  if (login === undefined) return { kind: "right" };
  const bearer = bearerToken(headers);
  if (bearer !== undefined) return login.token.check(bearer);
  const start = `${passCookie(url)}=`;
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const pass = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return pass === undefined ? { kind: "wrong" } : login.pass.check(pass);
}
