import { LoomError } from "@loom/protocol";

/** Names and origins by which a server may be called. */
export interface SourceOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Origins of pages that may call it; `loopback` for those of this machine, `*` for all. */
  readonly origins: readonly string[];
  /** Names of the server in addition to those that follow from its address. */
  readonly hosts: readonly string[];
}

/**
 * Allowed values of the headers `Host` and `Origin`. `Origin` stops pages of other sites; `Host` stops a page that resolves its own
 * name to this machine (DNS rebinding).
 */
export interface SourcePolicy {
  /** True when `Host` names this server. */
  allowsHost(host: string | undefined): boolean;
  /** True when a page of that origin may call; programs send no origin. */
  allowsOrigin(origin: string | undefined): boolean;
}

/**
 * Makes the policy of a server.
 *
 * @throws {LoomError} `bad_option` when an origin does not parse
 *
 * @example
 * ```ts
 * import { sourcePolicy } from "@loom/bridge/server";
 * import { assert } from "@std/assert";
 *
 * const policy = sourcePolicy({ host: "127.0.0.1", origins: ["loopback"], hosts: [] });
 * assert(policy.allowsHost("localhost:4600"));
 * assert(!policy.allowsOrigin("https://elsewhere.example"));
 * ```
 */
export function sourcePolicy({ host, origins, hosts }: SourceOptions): SourcePolicy {
  const names = new Set([host, ...hosts].map((name) => bare(name.toLowerCase())));
  const allowed = new Set<string>();
  for (const origin of origins) {
    if (origin === "loopback" || origin === "*") continue;
    const url = URL.parse(origin);
    if (url === null || url.origin === "null") throw badOrigin(origin);
    allowed.add(url.origin);
    names.add(bare(url.hostname));
  }
  const isOpen = origins.includes("*");
  const allowsLoopback = origins.includes("loopback");
  const allowsAddresses = !isLoopback(host);
  const isName = (header: string) => {
    const name = URL.parse(`http://${header}`)?.hostname;
    if (name === undefined) return false;
    return isLoopback(name) || names.has(bare(name)) || (allowsAddresses && isAddress(name));
  };
  let lastHost: string | undefined;
  return {
    allowsHost: (header) => {
      if (header === undefined) return false;
      // Nearly all requests carry the same host, and parsing it takes longer than the rest of the check.
      if (header !== lastHost && isName(header)) lastHost = header;
      return header === lastHost;
    },
    allowsOrigin: (origin) => {
      if (origin === undefined || isOpen) return true;
      const url = URL.parse(origin);
      if (url === null || url.origin === "null") return false;
      return allowed.has(url.origin) || (allowsLoopback && isLoopback(url.hostname));
    },
  };
}

/** True for names and addresses that mean this machine and nothing else. */
export function isLoopback(name: string): boolean {
  const host = bare(name.toLowerCase());
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** True for IP addresses, which no DNS record can point elsewhere. */
function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
}

function bare(host: string): string {
  return host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
}

function badOrigin(origin: string): LoomError {
  return new LoomError(
    "bad_option",
    `${
      JSON.stringify(origin)
    } is no origin of a page: write it as https://host or https://host:port, or "loopback", or "*".`,
  );
}
