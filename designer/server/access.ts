import { derivedSecret, secretCheck, slowCheckOf, slowSecretCheck } from "@loom/bridge/secret";
import type { Look, SlowCheck } from "@loom/protocol";
import type { Call } from "./route.ts";

/** So many passes that were shown are remembered, the newest. */
const REMEMBERED = 1_000;

/** What callers show to be let in. */
export interface Entry {
  /** Looks at a text that may be the token, which programs and people give. */
  readonly lookAtToken: SlowCheck;
  /**
   * Makes what a browser keeps in place of the token. Browsers show cookies to every server of a host, whatever its port; from
   * this one nobody makes the token, which opens the hub. Each is another one, and holds after a new start, too.
   */
  readonly makePass: () => string;
  /** Looks at a text that may be a pass. One that was shown before does not wait for others who guess. */
  readonly lookAtPass: SlowCheck;
}

/**
 * The way in of a server with a token.
 *
 * @param now The time now, in milliseconds.
 */
export function entryOf(token: string, now: () => number = Date.now): Entry {
  const key = derivedSecret(token, "loom pages");
  const passOf = (id: string) => `${id}.${derivedSecret(key, id)}`;
  const look = slowCheckOf((given) => secretCheck(passOf(given.split(".", 1)[0] ?? ""))(given), now);
  const shown = new Set<string>();
  return {
    lookAtToken: slowSecretCheck(token, now),
    makePass: () => passOf(crypto.randomUUID()),
    lookAtPass: (given, from) => {
      if (shown.has(given)) return { kind: "right" };
      const found = look(given, from);
      if (found.kind === "right") remember(shown, given);
      return found;
    },
  };
}

/** Adds a text; the oldest one is forgotten where there are too many. */
function remember(texts: Set<string>, text: string): void {
  texts.add(text);
  const [oldest] = texts;
  if (texts.size > REMEMBERED && oldest !== undefined) texts.delete(oldest);
}

/** The cookie that a browser shows its pass in; those of two servers of a host stand side by side. */
export function passCookie({ port }: URL): string {
  return `loom_pass_${port || "default"}`;
}

/** Looks whether a request shows the token, as programs do, or a pass, as browsers do; everybody is known where there is none. */
export function lookAt(
  { request: { headers, url }, from }: Pick<Call, "request" | "from">,
  { entry }: { readonly entry: Entry | undefined },
): Look {
  if (entry === undefined) return { kind: "right" };
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined) return entry.lookAtToken(bearer, from);
  const start = `${passCookie(new URL(url))}=`;
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const pass = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return pass === undefined ? { kind: "wrong" } : entry.lookAtPass(pass, from);
}

/** What is told while there were too many wrong tokens: when the next one is looked at. */
export function tooManyGuesses(waitMs: number): { readonly message: string; readonly seconds: string } {
  const seconds = `${Math.ceil(waitMs / 1_000)}`;
  return {
    seconds,
    message: `Too many wrong tokens have come, so that none is looked at now: try again in ${seconds} s.`,
  };
}

/** The origin of the page that sends a request, where it is a page of this server by the name that it was called by. */
export function ownOrigin({ headers, url }: Request): URL | undefined {
  const origin = URL.parse(headers.get("origin") ?? "");
  // HTTP/2 tells the name in the address, which is what the runtime makes of `:authority`.
  const host = (headers.get("host") ?? URL.parse(url)?.host)?.toLowerCase();
  return origin !== null && origin.host === host ? origin : undefined;
}
