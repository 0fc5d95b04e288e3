import { EV } from "@loom/protocol";
import { io, type Socket } from "socket.io-client";
import { type BridgeError, connectError, isTransient } from "../bridge_error.ts";
import type { BridgeClientOptions, BridgeStatus } from "../client_options.ts";
import type { Timers } from "./timing.ts";

/** Time limit for one try to connect; the next one may find a route that is open again. */
const CONNECT_MS = 5_000;
/** Pause before connecting again to a hub that closed the connection, in milliseconds. */
export const CALL_AGAIN_MS = 1_000;

/** Handlers of a {@linkcode Connection}. */
export interface ConnectionHandlers {
  /** The connection is open. */
  readonly onOpen: () => void;
  /** The connection is closed. */
  readonly onClosed: () => void;
  /** The hub cannot be reached, or refused the connection. */
  readonly onFailed: (error: BridgeError) => void;
  /** The status has changed. */
  readonly onStatus: (status: BridgeStatus) => void;
  /** True when to connect again after the hub closed or refused the connection. */
  readonly isWanted: () => boolean;
}

/** The connection to the hub. It is opened again by itself until it is closed. */
export class Connection {
  readonly socket: Socket;
  readonly #url: string;
  readonly #timers: Timers;
  readonly #handlers: ConnectionHandlers;
  #status: BridgeStatus = "disconnected";

  constructor(options: BridgeClientOptions, timers: Timers, handlers: ConnectionHandlers) {
    this.#url = options.url;
    this.#timers = timers;
    this.#handlers = handlers;
    const auth = options.token === undefined ? {} : { token: options.token };
    this.socket = io(options.url, {
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      forceNew: true,
      timeout: Math.min(options.joinTimeoutMs ?? CONNECT_MS, CONNECT_MS),
      ...options.socket,
      auth,
      autoConnect: false,
    });
    this.socket.on("connect", () => {
      this.#become("connected");
      handlers.onOpen();
    });
    this.socket.on("disconnect", (reason) => this.#closed(reason));
    this.socket.on("connect_error", (cause) => this.#failed(connectError(cause, this.#url)));
  }

  get status(): BridgeStatus {
    return this.#status;
  }

  get isOpen(): boolean {
    return this.socket.connected;
  }

  /** Opens the connection. */
  open(): void {
    if (this.isOpen) return;
    if (this.#status !== "error") this.#become("connecting");
    this.socket.connect();
  }

  /** Leaves a document and closes the connection. */
  close(docId: string, selfId: string | undefined, isJoined: boolean): void {
    if (isJoined && this.isOpen) this.socket.emit(EV.LEAVE, { docId, clientId: selfId });
    this.socket.disconnect();
  }

  /** Settles when the transport under an open connection is closed. */
  closed(): Promise<void> {
    const { engine } = this.socket.io;
    if (!this.isOpen || engine.readyState === "closed") return Promise.resolve();
    return new Promise((resolve) => engine.once("close", () => resolve()));
  }

  /** Reports that the client has left. */
  end(): void {
    this.#become("disconnected");
  }

  #closed(reason: string): void {
    this.#handlers.onClosed();
    this.#become("disconnected");
    // The library does not connect again when the hub has closed the connection.
    if (reason === "io server disconnect") this.#openAgain(CALL_AGAIN_MS);
  }

  #failed(error: BridgeError): void {
    this.#become("error");
    this.#handlers.onFailed(error);
    // The library does not connect again when the hub has refused the connection.
    if (isTransient(error)) this.#openAgain(error.retryAfterMs ?? CALL_AGAIN_MS);
  }

  #openAgain(afterMs: number): void {
    if (this.#handlers.isWanted()) this.#timers.set("call", afterMs, () => this.open());
  }

  #become(status: BridgeStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#handlers.onStatus(status);
  }
}
