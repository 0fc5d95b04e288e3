import { type DocumentSource, type KindTable, LoomError } from "@loom/protocol";
import type { RoomStore } from "../store/room_store.ts";
import type { HubClock } from "./clock.ts";
import type { Log as HubLog, RequestHandler } from "@loom/bridge/server";
import type { HubLimits } from "./limits.ts";

/** Options for {@linkcode startBridge}. */
export interface BridgeOptions {
  /** The source of documents; it also decides which of them may be opened. */
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
  /** The token that clients have to send as `auth.token`. Default: none is needed. */
  readonly token?: string;
  /** True when pages of the permitted origins may use plain HTTP requests too, not only WebSockets. Default: `true`. */
  readonly cors?: boolean;
  /** The origins of pages that may connect: `https://host`, `loopback` for this machine's, `*` for all. Default: `loopback`. */
  readonly origins?: readonly string[];
  /** More names that are accepted in `Host`, next to addresses, `localhost` and those of `origins`. */
  readonly hosts?: readonly string[];
  /** The store of rooms. Default: the memory of this process. A store that is passed in stays open when the hub stops. */
  readonly store?: RoomStore;
  /** The log. Default: none. */
  readonly log?: HubLog;
  /** Limits. Default: {@linkcode HUB_LIMITS}. */
  readonly limits?: Partial<HubLimits>;
  /** Answers all requests that are not of socket.io, those for other protocols too. Default: the hub's own pages. */
  readonly beside?: RequestHandler;
  /** The clock. Default: the system's. */
  readonly clock?: HubClock;
}

/** A running hub. */
export interface Bridge {
  /** Its address: `http://<host>:<port>`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Stops it: accepts nothing new, notifies the clients, closes all files. It settles within a few seconds. */
  close(): Promise<void>;
}

/** The stable code of a {@linkcode HubStartError}. */
export type HubStartErrorCode = "token_required" | "bad_option" | "cannot_listen";

/** The reason why a hub cannot start. */
export class HubStartError extends LoomError {
  /** The stable code. */
  declare readonly code: HubStartErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: HubStartErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "HubStartError";
  }
}
