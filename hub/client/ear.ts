import type { WireParser } from "@loom/protocol";
import type { Socket } from "socket.io-client";
import { BridgeError } from "./bridge_error.ts";

/** What an {@linkcode Ear} needs to know. */
export interface EarOptions {
  readonly socket: Socket;
  /** Whether a message about a document is about another one than the client's. */
  readonly isForeign: (docId: unknown) => boolean;
  /** Takes what is not of its shape. */
  readonly onBad: (error: BridgeError) => void;
}

/** Listens to the hub; what is not of its shape, or about another document, goes no further. */
export class Ear {
  readonly #options: EarOptions;

  constructor(options: EarOptions) {
    this.#options = options;
  }

  /** Listens to an event. */
  hear<T>(event: string, parse: WireParser<T>, take: (payload: T) => void): void {
    const { socket, isForeign, onBad } = this.#options;
    socket.on(event, (payload: unknown) => {
      const parsed = parse(payload);
      if (!parsed.ok) return onBad(BridgeError.of(parsed.error));
      const about = (parsed.value as { readonly docId?: unknown }).docId;
      if (!event.startsWith("def:") || !isForeign(about)) take(parsed.value);
    });
  }
}
