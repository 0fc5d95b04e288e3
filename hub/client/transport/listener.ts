import { parseWireError, type WireParser } from "@loom/protocol";
import type { Socket } from "socket.io-client";
import { BridgeError } from "../bridge_error.ts";

/** Settings of a {@linkcode Listener}. */
export interface ListenerOptions {
  readonly socket: Socket;
  /** True when a message about a document is about another one than the client's. */
  readonly isForeign: (docId: unknown) => boolean;
  /** Takes the error of a message with the wrong shape. */
  readonly onBad: (error: BridgeError) => void;
}

/** Listens to the hub. Messages of the wrong shape, or about another document, are not passed on. */
export class Listener {
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Adds a handler of an event; what it returns answers a hub that asks for an answer. */
  on<T>(event: string, parse: WireParser<T>, handle: (payload: T) => unknown): void {
    const { socket, isForeign, onBad } = this.#options;
    socket.on(event, (payload: unknown, answer?: unknown) => {
      const parsed = parse(payload);
      if (!parsed.ok) return onBad(BridgeError.of(parsed.error));
      const about = (parsed.value as { readonly docId?: unknown }).docId;
      if (event.startsWith("def:") && isForeign(about)) return;
      const answered = handle(parsed.value);
      if (typeof answer === "function") answer(answered);
    });
  }
}

/** The error in an acknowledgement, if it holds one. */
export function errorIn(reply: unknown): BridgeError | undefined {
  const error = (reply as { readonly error?: unknown } | null | undefined)?.error;
  if (error === undefined || error === null) return undefined;
  const parsed = parseWireError(error);
  return parsed.ok ? BridgeError.of(parsed.value) : new BridgeError("internal", parsed.error.message);
}
