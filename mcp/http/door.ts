import { secretCheck } from "@loom/bridge/secret";
import { requestGate, type RequestGateOptions } from "@loom/protocol";
import { preflight } from "./cors.ts";
import { respond } from "./respond.ts";

const METHODS = ["GET", "POST", "DELETE"];

/** What stands before MCP: who may call from where, and what there is besides. */
export class Door {
  readonly #gate: ReturnType<typeof requestGate>;
  readonly #isToken: (given: string) => boolean;

  /**
   * Makes one.
   *
   * @throws {LoomError} `bad_option` when an origin is none
   */
  constructor(gate: RequestGateOptions, token: string) {
    this.#gate = requestGate(gate);
    this.#isToken = secretCheck(token);
  }

  /** Whether a page of that origin may read answers. */
  isWelcome(origin: string): boolean {
    return this.#gate.isWelcome(origin);
  }

  /** Answers what is not for MCP, or must not get there; `undefined` lets a request in. */
  answer(request: Request): Response | undefined {
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
    if (this.#showsToken(headers.get("authorization") ?? "")) return undefined;
    return respond(401, { error: "unauthorized" }, { "www-authenticate": 'Bearer realm="loom-mcp"' });
  }

  #refusal(headers: Headers): string | undefined {
    if (!this.#gate.isOurHost(headers.get("host") ?? undefined)) {
      return "The server does not go by the name in Host: call it by its address, or add that name to LOOM_MCP_HTTP_HOSTS.";
    }
    if (!this.#gate.isWelcome(headers.get("origin") ?? undefined)) {
      return "Pages of this origin may not connect: add the origin to LOOM_MCP_HTTP_ORIGINS.";
    }
    return undefined;
  }

  #showsToken(authorization: string): boolean {
    const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return given !== undefined && this.#isToken(given);
  }
}
