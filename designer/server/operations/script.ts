import { hashDef } from "@loom/protocol";
import { LIVE_PAGE_SCRIPT } from "../../assets/live_page.ts";
import { script } from "../respond.ts";
import type { Route } from "../route.ts";

const ETAG = `"${hashDef(LIVE_PAGE_SCRIPT)}"`;

/** The script of the pages. */
export const livePageScript: Route["run"] = ({ request: { headers } }) =>
  script(LIVE_PAGE_SCRIPT, ETAG, headers.get("if-none-match"));
