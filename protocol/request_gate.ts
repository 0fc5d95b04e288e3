import { LoomError } from "./error.ts";

/** Who may speak to a server, from where. */
export interface RequestGateOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** The origins of pages that may speak to it; `loopback` stands for this machine's own, `*` for all. */
  readonly origins: readonly string[];
  /** Names that the server may be called by, besides those that follow from the address. */
  readonly hosts: readonly string[];
}

/**
 * Looks at the headers `Host` and `Origin`. A page of somewhere else is told by its origin; a page that has turned its own name
 * to this machine (DNS rebinding) by the name in `Host`.
 */
export interface RequestGate {
  /** Whether the server may be called by what a request calls it. */
  isOurHost(host: string | undefined): boolean;
  /** Whether a page of that origin may speak to it; programs that are no pages send none. */
  isWelcome(origin: string | undefined): boolean;
}

/**
 * The gate of a server.
 *
 * @throws {LoomError} `bad_option` when an origin is none
 *
 * @example
 * ```ts
 * import { requestGate } from "@loom/protocol";
 * import { assert } from "@std/assert";
 *
 * const gate = requestGate({ host: "127.0.0.1", origins: ["loopback"], hosts: [] });
 * assert(gate.isOurHost("localhost:4600"));
 * assert(!gate.isWelcome("https://elsewhere.example"));
 * ```
 */
export function requestGate({ host, origins, hosts }: RequestGateOptions): RequestGate {
  const names = new Set([host, ...hosts].map((name) => bare(name.toLowerCase())));
  const welcome = new Set<string>();
  for (const origin of origins) {
    if (origin === "loopback" || origin === "*") continue;
    const url = urlOf(origin);
    if (url === undefined || url.origin === "null") throw badOrigin(origin);
    welcome.add(url.origin);
    names.add(bare(url.hostname));
  }
  const isOpen = origins.includes("*");
  const isLocal = origins.includes("loopback");
  const takesAddresses = !isLoopback(host);
  return {
    isOurHost: (header) => {
      const name = header === undefined ? undefined : urlOf(`http://${header}`)?.hostname;
      if (name === undefined) return false;
      return isLoopback(name) || names.has(bare(name)) || (takesAddresses && isAddress(name));
    },
    isWelcome: (origin) => {
      if (origin === undefined || isOpen) return true;
      const url = urlOf(origin);
      if (url === undefined || url.origin === "null") return false;
      return welcome.has(url.origin) || (isLocal && isLoopback(url.hostname));
    },
  };
}

/** Whether a name means this machine and nothing else. */
export function isLoopback(name: string): boolean {
  const host = bare(name.toLowerCase());
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** An address has no name that could be turned elsewhere. */
function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
}

function bare(host: string): string {
  return host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function badOrigin(origin: string): LoomError {
  return new LoomError(
    "bad_option",
    `${
      JSON.stringify(origin)
    } is no origin of a page: write it as https://host or https://host:port, or "loopback", or "*".`,
  );
}
