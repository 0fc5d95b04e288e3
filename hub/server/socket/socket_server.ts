import type { SourcePolicy } from "@loom/bridge/server";
import { NO_LOG } from "@loom/bridge/server";
import type { WireError } from "@loom/protocol";
import type { IncomingMessage, Server as HttpServer } from "node:http";
import { Server, type ServerOptions } from "socket.io";
import type { RoomStore } from "../../store/room_store.ts";
import type { BridgeOptions } from "../bridge_options.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import type { HubServer } from "../hub.ts";
import { sendTogether } from "./send_together.ts";
import { turnAway, type TurnedAway } from "./turn_away.ts";

/** Messages up to this size are read, so that one that is too large can be answered; a larger one ends its connection. */
const MAX_HTTP_BYTES = 16 * 1024 * 1024;
/** Time limit for the first message of a connection, and for one without the token, in milliseconds. */
export const CONNECT_TIMEOUT = 10_000;

/** Puts socket.io on an HTTP server. */
export function socketServer(
  http: HttpServer,
  { clock = SYSTEM_CLOCK, log = NO_LOG, cors = true }: BridgeOptions,
  { adapter }: RoomStore,
  source: SourcePolicy,
  refusalOf: (request: IncomingMessage) => WireError | undefined,
): HubServer {
  const turnedAway: TurnedAway = new WeakMap();
  const io: HubServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: MAX_HTTP_BYTES,
    connectTimeout: CONNECT_TIMEOUT,
    ...(adapter === undefined ? {} : { adapter: adapter as ServerOptions["adapter"] }),
    ...(cors ? { cors: { origin: (origin, done) => done(null, source.allowsOrigin(origin)) } } : {}),
    allowRequest: (request, done) => {
      const refusal = refusalOf(request);
      if (refusal === undefined) return done(null, true);
      log({ level: "warn", event: "connection_refused", code: refusal.code, message: refusal.message });
      // A WebSocket is accepted, told why, and closed: not every runtime can answer its request otherwise.
      const isWebSocket = request.headers.upgrade !== undefined;
      if (isWebSocket) turnedAway.set(request, refusal);
      done(refusal.message, isWebSocket);
    },
  });
  turnAway(io, turnedAway, clock);
  sendTogether(io);
  return io;
}
