import { TOKEN_COOKIE } from "../access.ts";
import { loginPage } from "../../pages/login_page.tsx";
import { readTextBody } from "../read_body.ts";
import { html } from "../respond.ts";
import type { Route } from "../route.ts";

/** Takes the token that a person has entered, and lets the browser show it from then on. */
export const login: Route["run"] = async ({ request, url }, { isToken }) => {
  const form = new URLSearchParams(await readTextBody(request));
  const token = form.get("token") ?? "";
  if (isToken !== undefined && !isToken(token)) {
    return html(401, loginPage(backTo(form, url), "This is not the token."));
  }
  const secure = url.protocol === "https:" ? "; Secure" : "";
  const cookie = `${TOKEN_COOKIE}=${encodeURIComponent(token)}; HttpOnly; SameSite=Strict; Path=/${secure}`;
  return new Response(null, { status: 303, headers: { location: backTo(form, url), "set-cookie": cookie } });
};

/** The page that was asked for: one of this server. */
function backTo(form: URLSearchParams, { origin }: URL): string {
  const back = URL.parse(form.get("back") ?? "/", origin);
  return back?.origin === origin ? back.pathname + back.search : "/";
}
