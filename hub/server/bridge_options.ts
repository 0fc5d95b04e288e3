import type { KindTable } from "@loom/protocol";
import type { RoomStore } from "../store/room_store.ts";
import type { HubClock } from "./clock.ts";
import type { DocumentSource } from "./document_source.ts";
import type { Log as HubLog } from "@loom/bridge/server";
import type { HubLimits } from "./limits.ts";

/** Options for {@linkcode startBridge}. */
export interface BridgeOptions {
  /** Where documents come from; it also decides which ones may be opened. */
  readonly documents: DocumentSource;
  /** The kinds of documents. Default: `KINDS` of `@loom/protocol`. */
  readonly kinds?: KindTable;
  /** The port; 0 takes one that is free. Default: 0. */
  readonly port?: number;
  /** The address to listen on. One that other machines can reach needs a token. Default: 127.0.0.1. */
  readonly host?: string;
  /** The document of clients that name none. Default: {@linkcode BridgeOptions.file}. */
  readonly docId?: string;
  /** The same; the earlier name. Default: `./statemachine.smdf.json`. */
  readonly file?: string;
  /** What clients have to give as `auth.token`. Default: nothing is asked for. */
  readonly token?: string;
  /** Whether pages of the permitted origins may use plain HTTP requests too, not only WebSockets. Default: `true`. */
  readonly cors?: boolean;
  /** The origins of pages that may connect: `https://host`, `loopback` for this machine's, `*` for all. Default: `loopback`. */
  readonly origins?: readonly string[];
  /** Names that the hub may be called by in `Host`, besides addresses, `localhost` and those of `origins`. */
  readonly hosts?: readonly string[];
  /** Where rooms live. Default: the memory of this process. A store that is passed in is left open when the hub stops. */
  readonly store?: RoomStore;
  /** Takes what happens. Default: nobody is told. */
  readonly log?: HubLog;
  /** Bounds. Default: {@linkcode HUB_LIMITS}. */
  readonly limits?: Partial<HubLimits>;
  /** The time. Default: the system's. */
  readonly clock?: HubClock;
}

/** A running hub. */
export interface Bridge {
  /** Where it is reached: `http://<host>:<port>`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Stops it: takes nothing new, tells the clients, lets go of all files. It settles within a few seconds, whatever clients do. */
  close(): Promise<void>;
}
