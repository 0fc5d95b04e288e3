import { derivedSecret, secretCheck } from "@loom/bridge/secret";

/** What callers show to be let in. */
export interface Entry {
  /** Whether a text is the token, which programs and people give. */
  readonly isToken: (given: string) => boolean;
  /**
   * What a browser keeps in place of the token. Browsers show cookies to every server of a host, whatever its port; from this
   * one nobody makes the token, which opens the hub.
   */
  readonly pass: string;
  /** Whether a text is the pass. */
  readonly isPass: (given: string) => boolean;
}

/** The way in of a server with a token. */
export function entryOf(token: string): Entry {
  const pass = derivedSecret(token, "loom pages");
  return { isToken: secretCheck(token), pass, isPass: secretCheck(pass) };
}

/** The cookie that a browser shows its pass in; those of two servers of a host stand side by side. */
export function passCookie({ port }: URL): string {
  return `loom_pass_${port || "default"}`;
}

/** Whether a request shows the token, as programs do, or the pass, as browsers do; everybody does where there is none. */
export function isKnown(
  { headers, url }: Request,
  { entry }: { readonly entry: Entry | undefined },
): boolean {
  if (entry === undefined) return true;
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined) return entry.isToken(bearer);
  const start = `${passCookie(new URL(url))}=`;
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const pass = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return pass !== undefined && entry.isPass(pass);
}
