import type { Counter, Log as HubLog, ThrottledCheck } from "@loom/bridge/server";
import type { KindTable, OutboundPayloads, WireError } from "@loom/protocol";
import type { Server, Socket } from "socket.io";
import type { RoomStore } from "../store/room_store.ts";
import type { HubClock } from "./clock.ts";
import type { DocumentSource } from "./document_source.ts";
import type { HubLimits } from "./limits.ts";
import { RefusedError } from "./refused_error.ts";
import type { RoomKeeper } from "./room_keeper.ts";

/** What the hub sends, for socket.io's types. */
export type HubEvents = { [Event in keyof OutboundPayloads]: (payload: OutboundPayloads[Event]) => void };

/** What clients send is looked at by hand. */
// deno-lint-ignore no-explicit-any -- the type that socket.io asks for
type AnyEvents = Record<string, (...args: any[]) => void>;

/** The server of socket.io. */
export type HubServer = Server<AnyEvents, HubEvents>;

/** A connection of socket.io. */
export type HubSocket = Socket<AnyEvents, HubEvents>;

/** What handlers of messages work with. */
export interface Hub {
  readonly io: HubServer;
  readonly store: RoomStore;
  readonly rooms: RoomKeeper;
  /** The kinds of documents. */
  readonly kinds: KindTable;
  readonly source: DocumentSource;
  readonly defaultDocId: string;
  /** Checks the token of a client; `undefined` where none is required. */
  readonly checkToken: ThrottledCheck | undefined;
  readonly limits: HubLimits;
  readonly clock: HubClock;
  readonly log: HubLog;
  /** Messages of clients, by event. */
  readonly received: Counter<"event">;
  /** Messages that were refused, by code. */
  readonly refused: Counter<"code">;
  /** Whether the hub takes nothing new. */
  isStopping: boolean;
}

/**
 * The document that an id means.
 *
 * @throws {RefusedError} when it may not be opened
 */
export async function documentOf(hub: Hub, docId: string): Promise<string> {
  const resolved = await hub.source.resolve(docId);
  if (resolved.ok) return resolved.docId;
  throw new RefusedError(resolved.code, resolved.message, { docId });
}

/** A refusal as it is sent. */
export function wireErrorOf(error: RefusedError): WireError {
  return { code: error.code, message: error.message, ...error.details };
}
