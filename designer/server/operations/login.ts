import { ownOrigin, passCookie, tooManyGuesses } from "../access.ts";
import { loginPage } from "../../pages/login_page.tsx";
import { readTextBody } from "../read_body.ts";
import { html } from "../respond.ts";
import type { Route } from "../route.ts";

/** Takes the token that a person has entered, and gives the browser a pass for it; without a token nobody needs one. */
export const login: Route["run"] = async ({ request, url, from }, { entry }) => {
  const form = new URLSearchParams(await readTextBody(request));
  const location = backTo(form, url);
  if (entry === undefined) return new Response(null, { status: 303, headers: { location } });
  const look = entry.lookAtToken(form.get("token") ?? "", from);
  if (look.kind === "wrong") return html(401, loginPage(location, "This is not the token."));
  if (look.kind === "later") {
    const { message, seconds } = tooManyGuesses(look.waitMs);
    return html(429, loginPage(location, message), { headers: { "retry-after": seconds } });
  }
  const secure = isSecure(request, url) ? "; Secure" : "";
  const cookie = `${passCookie(url)}=${entry.makePass()}; HttpOnly; SameSite=Strict; Path=/${secure}`;
  return new Response(null, { status: 303, headers: { location, "set-cookie": cookie } });
};

/**
 * Whether the browser has come by TLS. Behind a proxy that adds it only the browser knows: it says so in the origin of its page,
 * and whoever claims it without being one hides a cookie from themselves alone.
 */
function isSecure(request: Request, { protocol }: URL): boolean {
  return protocol === "https:" || ownOrigin(request)?.protocol === "https:";
}

/** The page that was asked for: one of this server. */
function backTo(form: URLSearchParams, { origin }: URL): string {
  const back = URL.parse(form.get("back") ?? "/", origin);
  if (back?.origin !== origin) return "/";
  // Two slashes at the beginning would name another server.
  return back.pathname.replace(/^\/+/, "/") + back.search;
}
