import type { Connection } from "./connection.ts";
import type { Hub } from "./hub.ts";

/** A message of a client on its way through the hub. */
export interface Message<Payload> {
  readonly hub: Hub;
  readonly connection: Connection;
  readonly payload: Payload;
  /** Calls the sender's ack callback, where it gave one. */
  readonly answer: (answer: object) => void;
  /** Tells the sender that the message is refused; throwing the error does the same. */
  readonly refuse: (error: unknown) => void;
  /** Whether the sender gave an ack callback. */
  readonly isAsked: boolean;
}
