import { ownOrigin } from "@loom/bridge/server";
import { findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import type { Route } from "../route.ts";

/** Sends the changes of a document to a page that cannot join the hub itself. */
export const live: Route["run"] = async ({ request, url }, deps) => {
  // Browsers send cookies to all servers of this machine: pages of the others may not listen with them.
  if (request.headers.has("origin") && ownOrigin(request) === undefined) {
    throw new HttpError(403, "origin_not_allowed", "Only pages of the server itself may listen here.");
  }
  if (deps.live === undefined) {
    throw new HttpError(
      404,
      "no_live",
      "Nothing is followed here: pages join the hub themselves, if there is one.",
    );
  }
  const { path } = await findDocument(url.searchParams.get("doc"), deps);
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    throw new HttpError(400, "no_websocket", "This address speaks WebSocket only: the pages call it.");
  }
  return deps.live.open(request, path);
};
