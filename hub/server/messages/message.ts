import type { LivePresence } from "@loom/protocol";
import type { Hub, HubSocket } from "../hub.ts";

/** A connected client. */
export interface ClientSession {
  /** The id that other clients see. */
  readonly id: string;
  readonly socket: HubSocket;
  /** The document that it has joined. */
  docId: string | undefined;
  presence: LivePresence | undefined;
}

/** A message of a client, and ways to answer it. */
export interface Message<Payload> {
  readonly hub: Hub;
  readonly client: ClientSession;
  readonly payload: Payload;
  /** Calls the sender's acknowledgement callback, if it gave one. */
  readonly answer: (answer: object) => void;
  /** Refuses the message; throwing the error does the same. */
  readonly refuse: (error: unknown) => void;
  /** True when the sender gave an acknowledgement callback. */
  readonly isAsked: boolean;
}
