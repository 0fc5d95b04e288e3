import { hashDef } from "@loom/protocol";
import { HttpError } from "../http_error.ts";
import { script } from "../respond.ts";
import type { Route } from "../route.ts";

/** The script of the pages, built by `deno task build`; executables and published packages carry it. */
const SCRIPT = new URL("../../assets/live_page.js", import.meta.url);

let loaded: Promise<string> | undefined;

/** The script of the pages. */
export const livePageScript: Route["run"] = async ({ request: { headers } }) => {
  loaded ??= SCRIPT.protocol === "file:"
    ? Deno.readTextFile(SCRIPT)
    : fetch(SCRIPT).then((one) => one.text());
  const text = await loaded.catch(() => {
    loaded = undefined;
    throw new HttpError(
      503,
      "not_built",
      "The script of the pages has not been built: run `deno task build` once.",
    );
  });
  return script(text, `"${hashDef(text)}"`, headers.get("if-none-match"));
};
