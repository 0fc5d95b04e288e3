import { isObject } from "@loom/protocol";
import type { FollowedMachine } from "./follow_machine.ts";
import { KEPT_MOVES } from "./kept_moves.ts";
import { readMachine, UNHEARD } from "./machine_message.ts";

/** Retry interval for a server that is away, in milliseconds. */
export const CALL_AGAIN_MS = 3_000;

/** Longest silence of a server, in milliseconds: it sends a pulse every {@linkcode PULSE_MS}. */
export const SILENCE_MS = 50_000;

/** Interval of a server's pulse, in milliseconds. */
export const PULSE_MS = 20_000;

/** A connection that the server speaks through, as browsers have it. */
export interface MachineSocket {
  /** Calls a listener at each message, or when the connection is over. */
  addEventListener(type: "message" | "close", listener: (event: { readonly data?: unknown }) => void): void;
  /** Ends it. */
  close(): void;
}

/** Effects of following; tests pass their own. */
export interface ServerEnvironment {
  /** Opens a connection to an address. */
  readonly openSocket: (address: string) => MachineSocket;
  /** Asks for an address. */
  readonly fetch: (address: string) => Promise<Response>;
  /** Does something when so many milliseconds have passed. */
  readonly setTimer: (work: () => void, ms: number) => unknown;
  /** Does not do it after all; `undefined` is nothing. */
  readonly clearTimer: (timer: unknown) => void;
}

/**
 * Follows a document through the server of the page, where pages do not join the hub themselves.
 *
 * @param address The server's address for it, such as `/api/live?doc=%2Fdoor.smdf.json`.
 * @param hear Told at every change.
 * @returns Ends it.
 */
export function followServer(
  address: string,
  environment: ServerEnvironment,
  hear: (machine: FollowedMachine) => void,
): () => void {
  const follower = new ServerFollower(address, environment, hear);
  follower.call();
  return () => follower.stop();
}

class ServerFollower {
  readonly #address: string;
  readonly #environment: ServerEnvironment;
  readonly #hear: (machine: FollowedMachine) => void;
  #machine = UNHEARD;
  #socket: MachineSocket | undefined;
  #timer: unknown;
  #isStopped = false;

  constructor(address: string, environment: ServerEnvironment, hear: (machine: FollowedMachine) => void) {
    this.#address = address;
    this.#environment = environment;
    this.#hear = hear;
  }

  call(): void {
    const socket = this.#environment.openSocket(this.#address);
    this.#socket = socket;
    // What this connection tells; moves of earlier ones stay behind its own.
    let told = { ...this.#machine, moves: UNHEARD.moves };
    const { moves: earlier } = this.#machine;
    this.#listenFor(SILENCE_MS, () => this.#over(socket));
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      this.#listenFor(SILENCE_MS, () => this.#over(socket));
      told = readMachine(told, data);
      this.#machine = { ...told, moves: behind(earlier, told.moves) };
      this.#hear(this.#machine);
    });
    socket.addEventListener("close", () => this.#over(socket));
  }

  stop(): void {
    this.#isStopped = true;
    this.#environment.clearTimer(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** A connection is over: the server is asked why, since it cannot say so there, and called again. */
  #over(socket: MachineSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    socket.close();
    this.#listenFor(CALL_AGAIN_MS, () => this.call());
    this.#tell(this.#machine.trouble);
    void this.#reason().then((trouble) => {
      if (this.#socket === undefined) this.#tell(trouble);
    });
  }

  #listenFor(ms: number, work: () => void): void {
    this.#environment.clearTimer(this.#timer);
    if (!this.#isStopped) this.#timer = this.#environment.setTimer(work, ms);
  }

  #tell(trouble: string | undefined): void {
    if (this.#isStopped) return;
    this.#machine = { ...this.#machine, isLive: false, trouble };
    this.#hear(this.#machine);
  }

  /** Why the server does not let the page in; `undefined` when it would, or is not there. */
  async #reason(): Promise<string | undefined> {
    try {
      const response = await this.#environment.fetch(this.#address);
      const answer: unknown = await response.json();
      // The page is let in, and asks in the wrong way only.
      if (!isObject(answer) || answer.code === "no_websocket") return undefined;
      if (response.status === 401) return "The server asks for its token: load this page again to enter it.";
      return typeof answer.error === "string" ? answer.error : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Moves of a new connection before those of earlier ones, with numbers that go on. */
function behind(
  earlier: FollowedMachine["moves"],
  moves: FollowedMachine["moves"],
): FollowedMachine["moves"] {
  const last = earlier[0]?.id ?? 0;
  return [...moves.map((move) => ({ ...move, id: move.id + last })), ...earlier].slice(0, KEPT_MOVES);
}
