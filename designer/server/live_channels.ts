import { takenOver } from "@loom/bridge/server";
import { Buffer } from "node:buffer";
import { type WebSocket, WebSocketServer } from "ws";
import { type FollowedMachine, followMachine } from "../live/follow_machine.ts";
import { PULSE_MS } from "../live/follow_server.ts";
import { UNHEARD, writeMachine } from "../live/machine_message.ts";
import { HttpError } from "./http_error.ts";

/** The most pages that may follow at once. */
const MOST_CHANNELS = 200;

/** The time in which changes are collected into one message, in milliseconds. */
const TOGETHER_MS = 30;

/** The rate for one page in the long run, in characters per millisecond: large documents are sent less often. */
const CHARACTERS_PER_MS = 10_000;

/** A page with more unread bytes than this gets nothing new until it has read them. */
const UNREAD_BYTES = 1024 * 1024;

/** Pages only listen: the longest message of one, in bytes. */
const MAX_PAYLOAD = 1024;

/** The hub that pages follow through this server. */
export interface FollowedHub {
  /** Its address. */
  readonly url: string;
  /** Its token, which pages never get. */
  readonly token: string;
}

/**
 * Sends changes of documents to pages that cannot join the hub, because its token is not for them. Each page has a hub client here that
 * only listens, and a WebSocket on which only the server sends.
 */
export class LiveChannels {
  readonly #hub: FollowedHub;
  readonly #sockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_PAYLOAD });
  readonly #open = new Set<Channel>();
  #isClosed = false;

  /** Makes one without pages. */
  constructor(hub: FollowedHub) {
    this.#hub = hub;
  }

  /**
   * Opens a connection that sends the changes of a document to a page.
   *
   * @param request A request that asks for a WebSocket.
   * @throws {HttpError} When there are too many, or the server stops.
   */
  open(request: Request, docId: string): Response {
    if (this.#isClosed) {
      throw new HttpError(503, "stopping", "The server is stopping: load the page again a little later.");
    }
    if (this.#open.size >= MOST_CHANNELS) {
      throw new HttpError(
        503,
        "too_many_pages",
        "As many pages as may be follow what happens: close one, or wait.",
      );
    }
    if (request.headers.get("sec-websocket-key") === null) {
      throw new HttpError(
        400,
        "no_websocket",
        "This is no beginning of a WebSocket: it has no Sec-WebSocket-Key.",
      );
    }
    return takenOver((incoming, socket, head) =>
      this.#sockets.handleUpgrade(incoming, socket, Buffer.from(head), (page) => this.#follow(page, docId))
    );
  }

  #follow(socket: WebSocket, docId: string): void {
    const channel = new Channel(socket);
    this.#open.add(channel);
    const now = () => new Date().toISOString();
    const stop = followMachine({ ...this.#hub, docId, now }, (machine) => channel.tell(machine));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      this.#open.delete(channel);
      // Ending the client may report a last change.
      stop();
      channel.end();
    });
    socket.on("message", () => socket.close(1008, "Only the server speaks here."));
  }

  /** Ends all connections, and lets no more begin. */
  close(): void {
    this.#isClosed = true;
    for (const channel of this.#open) channel.socket.close(1001, "The server stops.");
  }
}

/** The pause after a message of a number of characters, in milliseconds. */
export function pauseAfter(characters: number): number {
  return Math.max(TOGETHER_MS, characters / CHARACTERS_PER_MS);
}

/** The connection to a page. */
class Channel {
  readonly socket: WebSocket;
  readonly #pulse: ReturnType<typeof setInterval>;
  #told = UNHEARD;
  #machine = UNHEARD;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written = 0;
  #isThere = true;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.#pulse = setInterval(() => this.#check(), PULSE_MS);
    socket.on("pong", () => this.#isThere = true);
  }

  tell(machine: FollowedMachine): void {
    this.#machine = machine;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.socket.bufferedAmount > UNREAD_BYTES) return this.tell(this.#machine);
      const text = writeMachine(this.#told, this.#machine);
      this.#told = this.#machine;
      this.#written = text.length;
      this.#send(text);
    }, pauseAfter(this.#written));
  }

  end(): void {
    clearInterval(this.#pulse);
    clearTimeout(this.#timer);
  }

  /** Ends the connection of a browser that has not answered the last ping. */
  #check(): void {
    if (!this.#isThere) return this.socket.terminate();
    this.#isThere = false;
    this.socket.ping();
    this.#send("{}");
  }

  #send(text: string): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(text);
  }
}
