import { takenOver } from "@loom/bridge/server";
import { isObject } from "@loom/protocol";
import { Buffer } from "node:buffer";
import { WebSocket, WebSocketServer } from "ws";
import { HttpError } from "./http_error.ts";

/** The most pages that may be connected at once. */
const MOST_PAGES = 200;

/** The longest message, in bytes, as the hub has it too. */
const MAX_PAYLOAD = 16 * 1024 * 1024;

/** A side with more unread bytes than this is cut off; pages connect again. */
const MAX_UNREAD = 16 * 1024 * 1024;

/** Codes with which a WebSocket is closed (RFC 6455, 7.4.1). */
const CLOSED = { going: 1001, policy: 1008, later: 1013 } as const;

/** The hub behind a relay. */
export interface RelayedHub {
  /** Its address. */
  readonly url: string;
  /** Its token, which pages never get. */
  readonly token: string;
}

/**
 * Connects pages to a hub whose token is not for them. Messages of socket.io pass as they are, both ways; the relay writes the token into
 * the first one, and ends the connection of a page that names another document than the one it was let in for.
 */
export class HubRelay {
  readonly #hub: RelayedHub;
  readonly #pages = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  #isClosed = false;

  /** Makes one without pages. */
  constructor(hub: RelayedHub) {
    this.#hub = hub;
  }

  /**
   * Connects a page to the hub.
   *
   * @param request A request for a WebSocket.
   * @param docId The only document that the page may name.
   * @throws {HttpError} When there are too many pages, or the server stops.
   */
  open(request: Request, docId: string): Response {
    if (this.#isClosed) {
      throw new HttpError(503, "stopping", "The server is stopping: load the page again a little later.");
    }
    if (this.#pages.clients.size >= MOST_PAGES) {
      throw new HttpError(503, "too_many_pages", `${MOST_PAGES} pages are connected: close one, or wait.`);
    }
    if (request.headers.get("sec-websocket-key") === null) {
      throw new HttpError(400, "no_websocket", "The request for a WebSocket has no Sec-WebSocket-Key.");
    }
    return takenOver((incoming, socket, head) =>
      this.#pages.handleUpgrade(
        incoming,
        socket,
        Buffer.from(head),
        (page) => relay(page, this.#hub, docId),
      )
    );
  }

  /** Ends all connections, and admits no more. */
  close(): void {
    this.#isClosed = true;
    for (const page of this.#pages.clients) page.close(CLOSED.going, "The server stops.");
  }
}

/** Passes messages between a page and the hub until one of them goes. */
function relay(page: WebSocket, { url, token }: RelayedHub, docId: string): void {
  const address = new URL("/socket.io/?EIO=4&transport=websocket", url);
  address.protocol = address.protocol.replace("http", "ws");
  const hub = new WebSocket(address, { maxPayload: MAX_PAYLOAD });
  const pass = (to: WebSocket, text: string) => {
    if (to.bufferedAmount > MAX_UNREAD) return to.terminate();
    if (to.readyState === to.OPEN) to.send(text);
  };
  hub.on("message", (data, isBinary) => isBinary || pass(page, String(data)));
  // The hub speaks first, so nothing comes from the page before it is connected.
  page.on("message", (data, isBinary) => {
    const text = isBinary ? undefined : relayedText(String(data), token, docId);
    if (text === undefined) page.close(CLOSED.policy, "A page may speak of its own document only.");
    else pass(hub, text);
  });
  page.on("error", () => page.terminate());
  hub.on("error", () => hub.terminate());
  page.on("close", () => hub.close());
  hub.on("close", () => page.close(CLOSED.later, "The hub is away."));
}

/** Packets of engine.io without a message (close, ping, pong, noop), and of socket.io without a name (disconnect, ack). */
const NAMELESS = /^(?:[1236]|41|43\d*\[)/;

/** An event of socket.io, with the number of its acknowledgement, if it wants one. */
const EVENT = /^42\d*(?=\[)/;

/**
 * The text that goes to the hub for one of a page; `undefined` for one that may not pass.
 *
 * @param docId The only document that the text may name.
 */
export function relayedText(text: string, token: string, docId: string): string | undefined {
  if (text.startsWith("40")) return `40${JSON.stringify({ token })}`;
  if (NAMELESS.test(text)) return text;
  const [start] = EVENT.exec(text) ?? [];
  return start !== undefined && namesOnly(docId, text.slice(start.length)) ? text : undefined;
}

function namesOnly(docId: string, json: string): boolean {
  try {
    const [, payload]: readonly unknown[] = JSON.parse(json);
    return !isObject(payload) || !("docId" in payload) || payload.docId === docId;
  } catch {
    return false;
  }
}
