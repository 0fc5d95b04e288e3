import { ownOrigin, tokenRefusal } from "@loom/bridge/server";
import { loginPage } from "../../pages/notice_pages.tsx";
import { HttpError } from "../http_error.ts";
import { readTextBody } from "../request_body.ts";
import { html } from "../respond.ts";
import type { Route } from "../route.ts";
import { passCookie } from "../token_login.ts";

/** Takes the token that a person entered, and gives the browser a pass; a server without a token needs none. */
export const logIn: Route["run"] = async ({ request, url }, { login }) => {
  const form = new URLSearchParams(await readTextBody(request));
  const location = backTo(form, url);
  if (login === undefined) return new Response(null, { status: 303, headers: { location } });
  const result = login.token.check(form.get("token") ?? "");
  if (result.kind !== "right") {
    const { status, code, message, headers } = HttpError.of(await tokenRefusal(result));
    if (code === "unauthorized") return html(status, loginPage(location, "This is not the token."));
    return html(status, loginPage(location, message), { headers });
  }
  const secure = isSecure(request, url) ? "; Secure" : "";
  const cookie = `${passCookie(url)}=${login.makePass()}; HttpOnly; SameSite=Strict; Path=/${secure}`;
  return new Response(null, { status: 303, headers: { location, "set-cookie": cookie } });
};

/**
 * True when the browser uses TLS. Behind a proxy that adds TLS only the browser knows, and says so in the origin of its page; a false
 * claim hides the cookie from the claimant alone.
 */
function isSecure(request: Request, { protocol }: URL): boolean {
  return protocol === "https:" || ownOrigin(request)?.protocol === "https:";
}

/** The page to go back to, one of this server. */
function backTo(form: URLSearchParams, { origin }: URL): string {
  const back = URL.parse(form.get("back") ?? "/", origin);
  if (back?.origin !== origin) return "/";
  // Two slashes at the start would address another server.
  return back.pathname.replace(/^\/+/, "/") + back.search;
}
