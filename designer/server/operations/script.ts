import { hashDef } from "@loom/protocol";
import { HttpError } from "../http_error.ts";
import { script } from "../respond.ts";
import type { Route } from "../route.ts";

/** The script of pages that show a document. */
export const livePageScript: Route["run"] = scriptRoute(
  new URL("../../assets/live_page.js", import.meta.url),
);

/** The script of pages that edit a document. */
export const editPageScript: Route["run"] = scriptRoute(
  new URL("../../assets/edit_page.js", import.meta.url),
);

/** Answers a script, built by `deno task build`; executables and published packages carry it. */
function scriptRoute(file: URL): Route["run"] {
  let loaded: Promise<string> | undefined;
  return async ({ request: { headers } }) => {
    loaded ??= file.protocol === "file:" ? Deno.readTextFile(file) : fetch(file).then((one) => one.text());
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
}
