import {
  secretCheck,
  type SourceOptions,
  sourcePolicy,
  type ThrottledCheck,
  throttledSecretCheck,
} from "@loom/bridge/server";
import { preflight } from "./cors.ts";
import { respond } from "./respond.ts";

const METHODS = ["GET", "POST", "DELETE"];

/** What stands before MCP: who may call from where, and what there is besides. */
export class Door {
  readonly #gate: ReturnType<typeof sourcePolicy>;
  readonly #isToken: (given: string) => boolean;
  /** The same for those who may be guessing. */
  readonly #look: ThrottledCheck;

  /**
   * Makes one.
   *
   * @param now The time now, in milliseconds.
   * @throws {LoomError} `bad_option` when an origin is none
   */
  constructor(gate: SourceOptions, token: string, now: () => number) {
    this.#gate = sourcePolicy(gate);
    this.#isToken = secretCheck(token);
    this.#look = throttledSecretCheck(token, now);
  }

  /** Whether a page of that origin may read answers. */
  isWelcome(origin: string): boolean {
    return this.#gate.allowsOrigin(origin);
  }

  /**
   * Answers what is not for MCP, or must not get there; `undefined` lets a request in.
   *
   * @param from The address that the request comes from.
   * @param isInSession Whether the request names a session that there is: who knows its name has shown the token before, and
   *     does not wait for others who guess.
   */
  answer(request: Request, from: string, isInSession: boolean): Response | undefined {
    const { method, headers } = request;
    const { pathname } = new URL(request.url);
    const refusal = this.#refusal(headers);
    if (refusal !== undefined) return respond(403, { error: refusal });
    if (pathname === "/health") return respond(200, { ok: true, transport: "http" });
    if (pathname !== "/mcp") {
      return respond(404, {
        error: "There is nothing here: MCP is at /mcp, and /health tells whether it runs.",
      });
    }
    if (method === "OPTIONS" && headers.has("origin")) return preflight(METHODS.join(", "));
    if (!METHODS.includes(method)) {
      const allow = METHODS.join(", ");
      return respond(405, { error: `/mcp takes ${allow}.` }, { allow });
    }
    const given = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (given === undefined) return unauthorized();
    if (isInSession) return this.#isToken(given) ? undefined : unauthorized();
    const look = this.#look(given, from);
    if (look.kind === "right") return undefined;
    return look.kind === "wrong" ? unauthorized() : tooManyGuesses(look.waitMs);
  }

  #refusal(headers: Headers): string | undefined {
    if (!this.#gate.allowsHost(headers.get("host") ?? undefined)) {
      return "The server does not go by the name in Host: call it by its address, or add that name to LOOM_MCP_HTTP_HOSTS.";
    }
    if (!this.#gate.allowsOrigin(headers.get("origin") ?? undefined)) {
      return "Pages of this origin may not connect: add the origin to LOOM_MCP_HTTP_ORIGINS.";
    }
    return undefined;
  }
}

function unauthorized(): Response {
  return respond(401, { error: "unauthorized" }, { "www-authenticate": 'Bearer realm="loom-mcp"' });
}

function tooManyGuesses(waitMs: number): Response {
  const seconds = Math.ceil(waitMs / 1_000);
  return respond(
    429,
    { error: `Too many wrong tokens have come, so that none is looked at now: try again in ${seconds} s.` },
    { "retry-after": `${seconds}` },
  );
}
