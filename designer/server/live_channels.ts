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

/** The time in which a browser must answer a ping, in seconds. */
const IDLE_SECONDS = 30;

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
    const { socket, response } = upgraded(request);
    const channel = new Channel(socket);
    this.#open.add(channel);
    let stop = () => {};
    const over = () => {
      this.#open.delete(channel);
      // Ending the client may report a last change.
      stop();
      channel.end();
    };
    socket.addEventListener("open", () => {
      const now = () => new Date().toISOString();
      if (this.#open.has(channel)) {
        stop = followMachine({ ...this.#hub, docId, now }, (machine) => channel.tell(machine));
      }
    });
    socket.addEventListener("close", over);
    socket.addEventListener("error", over);
    // Pages only listen.
    socket.addEventListener("message", () => socket.close(1008, "Only the server speaks here."));
    return response;
  }

  /** Ends all connections, and lets no more begin. */
  close(): void {
    this.#isClosed = true;
    for (const channel of this.#open) channel.socket.close(1001, "The server stops.");
  }
}

function upgraded(request: Request): Deno.WebSocketUpgrade {
  try {
    return Deno.upgradeWebSocket(request, { idleTimeout: IDLE_SECONDS });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new HttpError(400, "no_websocket", `This is no beginning of a WebSocket: ${why}.`);
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

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.#pulse = setInterval(() => this.#send("{}"), PULSE_MS);
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

  #send(text: string): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
