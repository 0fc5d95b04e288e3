import type { Counter, Log as HubLog, SlowCheck } from "@loom/bridge/server";
import type { DocumentSource, KindTable, OutboundPayloads, WireError } from "@loom/protocol";
import type { Server, Socket } from "socket.io";
import type { RoomStore } from "../store/room_store.ts";
import type { HubClock } from "./clock.ts";
import type { HubLimits } from "./limits.ts";
import { RefusedError } from "./refused_error.ts";
import type { RoomKeeper } from "./rooms/room_keeper.ts";

/** The messages of the hub, for the types of socket.io. */
export type HubEvents = {
  [Event in keyof OutboundPayloads]: (
    payload: OutboundPayloads[Event],
    answer?: (late: Error | null, replies: readonly unknown[]) => void,
  ) => void;
};

/** The messages of clients; they are parsed by hand. */
// deno-lint-ignore no-explicit-any -- the type that socket.io asks for
type AnyEvents = Record<string, (...args: any[]) => void>;

/** The server of socket.io. */
export type HubServer = Server<AnyEvents, HubEvents>;

/** A connection of socket.io. */
export type HubSocket = Socket<AnyEvents, HubEvents>;

/** The parts of a hub that message handlers use. */
export interface Hub {
  readonly io: HubServer;
  readonly store: RoomStore;
  readonly rooms: RoomKeeper;
  /** The kinds of documents. */
  readonly kinds: KindTable;
  readonly source: DocumentSource;
  readonly defaultDocId: string;
  /** Checks the token of a client; `undefined` where none is required. */
  readonly checkToken: SlowCheck | undefined;
  readonly limits: HubLimits;
  readonly clock: HubClock;
  readonly log: HubLog;
  /** Messages of clients, by event. */
  readonly received: Counter<"event">;
  /** Messages that were refused, by code. */
  readonly refused: Counter<"code">;
  /** True when the hub accepts nothing new. */
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
