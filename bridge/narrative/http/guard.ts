import { type SourceOptions, sourcePolicy } from "../../server/source_policy.ts";
import { go, refuse, type Step } from "./refusals.ts";
import { throttledSecretCheck } from "../../server/throttled_check.ts";

/** Who may call, from where. */
export interface GuardOptions extends SourceOptions {
  /** What callers must show; nothing when it is `undefined`. */
  readonly token: string | undefined;
  /** The time, in milliseconds. */
  readonly now: () => number;
}

/** What stands before the operations. */
export interface Guard {
  /** Looks at what the bridge is called by, and at the page that calls. */
  checkSource(request: Request): Step<void>;
  /** Looks at the token of a caller, who is slowed down for guessing by the address that the request comes from. */
  checkToken(request: Request, from: string): Step<void>;
  /** The origin of a listed page, which may read answers. */
  listedOrigin(request: Request): string | undefined;
}

/**
 * The guard of a bridge.
 *
 * @throws {LoomError} `bad_option` when an origin is none
 */
export function guardOf(options: GuardOptions): Guard {
  const gate = sourcePolicy(options);
  let knownHost: string | undefined;
  const isOurHost = (host: string | undefined) => {
    if (host !== undefined && host === knownHost) return true;
    if (!gate.allowsHost(host)) return false;
    knownHost = host;
    return true;
  };
  const look = options.token === undefined ? undefined : throttledSecretCheck(options.token, options.now);
  return {
    checkSource(request) {
      const { headers } = request;
      // HTTP/2 tells it in the address, which is what the runtime makes of `:authority`.
      const host = headers.get("host") ?? URL.parse(request.url)?.host;
      if (!isOurHost(host)) {
        return refuse(
          "host_not_allowed",
          "host not allowed: name it in LOOM_NARRATIVE_HOSTS if it is the bridge's",
        );
      }
      const origin = headers.get("origin");
      if (origin === null || gate.allowsOrigin(origin) || isOwn(origin, host)) return go(undefined);
      return refuse("origin_not_allowed", "origin not allowed");
    },
    checkToken({ headers }, from) {
      if (look === undefined) return go(undefined);
      const given = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
      const found = given === undefined ? undefined : look(given, from);
      if (found?.kind === "right") return go(undefined);
      if (found?.kind === "later") return tooManyGuesses(found.waitMs);
      return refuse("unauthorized", "authentication required", {
        headers: { "www-authenticate": 'Bearer realm="narrative-bridge"' },
      });
    },
    listedOrigin({ headers }) {
      const origin = options.origins.length > 0 ? headers.get("origin") : null;
      return origin !== null && gate.allowsOrigin(origin) ? origin : undefined;
    },
  };
}

function tooManyGuesses(waitMs: number): ReturnType<typeof refuse> {
  return refuse("rate_limited", "too many wrong tokens, so that none is looked at now", {
    headers: { "retry-after": String(Math.ceil(waitMs / 1_000)) },
  });
}

/** Whether a page comes from the bridge itself, by the name that it was called by; a proxy may have added TLS. */
function isOwn(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
