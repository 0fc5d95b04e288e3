import type { DesignerDeps } from "./route.ts";

/** The cookie that a browser shows the token in. */
export const TOKEN_COOKIE = "loom_token";

/** Whether a request shows the token, as programs do or as browsers do; everybody does where there is none. */
export function isKnown({ headers }: Request, { isToken }: DesignerDeps): boolean {
  if (isToken === undefined) return true;
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined) return isToken(bearer);
  const cookie = new RegExp(`(?:^|; *)${TOKEN_COOKIE}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];
  return cookie !== undefined && isToken(decoded(cookie));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
