import type { BridgeClientOptions } from "@loom/hub/client";
import { isObject } from "@loom/protocol";

/** The hub of a page: the address of one that it joins itself, or the path at which its own server passes messages on. */
export type PageHub = { readonly url: string } | { readonly relay: string };

/** A page as the hub's client needs it, and the reason why it is away. */
export interface PageConnection extends Pick<BridgeClientOptions, "url" | "socket"> {
  /** Asks the page's server why it lets nobody through; `undefined` when it does, or is away itself. */
  readonly whyAway: () => Promise<string | undefined>;
}

/** The connection of a page to its hub. */
export function pageConnection(hub: PageHub, docId: string): PageConnection {
  if ("url" in hub) return { url: hub.url, whyAway: () => Promise.resolve(undefined) };
  const address = `${hub.relay}?doc=${encodeURIComponent(docId)}`;
  return {
    url: location.origin,
    socket: {
      path: hub.relay,
      addTrailingSlash: false,
      transports: ["websocket"],
      query: { doc: docId },
    },
    whyAway: () => refusalAt(address),
  };
}

async function refusalAt(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address);
    const answer: unknown = await response.json();
    if (response.status === 401) return "The server asks for its token: load this page again to enter it.";
    // The page is let in, and asks in the wrong way only.
    if (!isObject(answer) || !("error" in answer) || "code" in answer && answer.code === "no_websocket") {
      return;
    }
    return String(answer.error);
  } catch {
    return undefined;
  }
}
