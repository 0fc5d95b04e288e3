import { ownOrigin } from "@loom/bridge/server";
import { findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Answers what a page needs to know of its server. */
export const config: Route["run"] = (_context, { hubUrl = null, doc }) =>
  json(200, { bridgeUrl: hubUrl, projectFile: doc });

/** Connects a page to a hub whose token it does not have. */
export const hub: Route["run"] = async ({ request, url }, deps) => {
  // Browsers send cookies to all servers of this machine: pages of the others may not connect with them.
  if (request.headers.has("origin") && ownOrigin(request) === undefined) {
    throw new HttpError(403, "origin_not_allowed", "Only pages of the server itself may connect here.");
  }
  if (deps.relay === undefined) {
    throw new HttpError(404, "no_relay", "Pages of this server join the hub themselves, if there is one.");
  }
  const doc = url.searchParams.get("doc");
  const { path } = await findDocument(doc, deps);
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    throw new HttpError(400, "no_websocket", "This address speaks WebSocket only: the pages call it.");
  }
  return deps.relay.open(request, doc || path);
};
