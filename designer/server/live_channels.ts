import { type FollowedMachine, followMachine } from "../live/follow_machine.ts";
import { PULSE_MS } from "../live/follow_server.ts";
import { UNHEARD, writeMachine } from "../live/machine_message.ts";
import { HttpError } from "./http_error.ts";

/** So many pages may follow at once. */
const MOST_CHANNELS = 200;

/** What happens in this time goes out together, in milliseconds. */
const TOGETHER_MS = 30;

/** So many characters are written for a page in a millisecond in the long run: large documents go out less often. */
const CHARACTERS_PER_MS = 10_000;

/** A page that has so many bytes still to read is told more when it has read them. */
const UNREAD_BYTES = 1024 * 1024;

/** How long a browser may take to answer that it is there, in seconds. */
const IDLE_SECONDS = 30;

/** The hub that pages follow through this server. */
export interface FollowedHub {
  /** Where it is. */
  readonly url: string;
  /** Its token, which pages never see. */
  readonly token: string;
}

/**
 * What a hub tells of documents, for pages that cannot join it: its token is not for them. Each page has a client here that only
 * listens, and a connection on which only the server speaks.
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
   * Opens a connection that tells a page of a document.
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
      // The client tells of its own end.
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
    // A page has nothing to say here.
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

/** How long to wait with the next message after one of so many characters, in milliseconds. */
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
