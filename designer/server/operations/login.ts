import { passCookie } from "../access.ts";
import { loginPage } from "../../pages/login_page.tsx";
import { readTextBody } from "../read_body.ts";
import { html } from "../respond.ts";
import type { Route } from "../route.ts";

/** Takes the token that a person has entered, and gives the browser a pass for it; without a token nobody needs one. */
export const login: Route["run"] = async ({ request, url }, { entry }) => {
  const form = new URLSearchParams(await readTextBody(request));
  const location = backTo(form, url);
  if (entry === undefined) return new Response(null, { status: 303, headers: { location } });
  if (!entry.isToken(form.get("token") ?? "")) {
    return html(401, loginPage(location, "This is not the token."));
  }
  const secure = url.protocol === "https:" ? "; Secure" : "";
  const cookie = `${passCookie(url)}=${entry.pass}; HttpOnly; SameSite=Strict; Path=/${secure}`;
  return new Response(null, { status: 303, headers: { location, "set-cookie": cookie } });
};

/** The page that was asked for: one of this server. */
function backTo(form: URLSearchParams, { origin }: URL): string {
  const back = URL.parse(form.get("back") ?? "/", origin);
  if (back?.origin !== origin) return "/";
  // Two slashes at the beginning would name another server.
  return back.pathname.replace(/^\/+/, "/") + back.search;
}
