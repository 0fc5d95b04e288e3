import { createServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import { Counter, NO_LOG, nodeListener, type SourcePolicy, throttledSecretCheck } from "@loom/bridge/server";
import { EV, KINDS, type WireError } from "@loom/protocol";
import { Server, type ServerOptions as SocketServerOptions } from "socket.io";
import { createMemoryStore } from "../store/memory_store.ts";
import type { RoomStore } from "../store/room_store.ts";
import { boundUnread } from "./bound_unread.ts";
import type { Bridge, BridgeOptions } from "./bridge_options.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import { Connection } from "./connection.ts";
import { answerEnvelope } from "./envelopes.ts";
import type { Hub, HubServer, HubSocket } from "./hub.ts";
import { hubSource, listening } from "./http_server.ts";
import { healthOf, HUB_VERSION, measuresOf } from "./hub_state.ts";
import { HUB_LIMITS } from "./limits.ts";
import { hubPages } from "./pages.ts";
import { RoomKeeper } from "./room_keeper.ts";
import { sendTogether } from "./send_together.ts";
import { stopHub } from "./stop_hub.ts";
import { tellList } from "./take_part.ts";
import { tellCommit } from "./tell_commit.ts";
import { refusalOf, turnAway, type TurnedAway } from "./turn_away.ts";

/** Messages up to this size are read, so that one that is too large can be answered; a larger one ends its connection. */
const MAX_HTTP_BYTES = 16 * 1024 * 1024;
const SLOW_READER = "A client did not read what it was sent and was cut off: it may connect again.";
/** How long a connection may take until it says what it wants, or stay without the token, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/**
 * Starts a hub.
 *
 * @returns the running hub, as soon as it listens
 * @throws {HubStartError} when it may not, or cannot, listen there
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { host = "127.0.0.1", port = 0, origins = ["loopback"], hosts = [] } = options;
  const token = options.token === "" ? undefined : options.token;
  const source = hubSource({ host, origins, hosts }, token);
  const { clock = SYSTEM_CLOCK, log = NO_LOG, kinds = KINDS } = options;
  const limits = { ...HUB_LIMITS, ...options.limits };
  const store = options.store ?? createMemoryStore();
  const startedAt = clock.now();
  const rooms = new RoomKeeper({ store, source: options.documents, kinds, clock, log, limits });
  // Before socket.io is put on the server: it hands on what is not its own to those who listened before.
  const checkToken = token === undefined ? undefined : throttledSecretCheck(token, () => clock.now());
  const http = createServer(nodeListener(hubPages({
    source,
    checkToken,
    health: () => healthOf(hub, clock.now() - startedAt),
    measures: () => measuresOf(hub, clock.now() - startedAt),
  })));
  const io = socketServer(http, options, store, source, (request) => refusalOf(request, source, hub));
  boundUnread(io, {
    unreadBytes: limits.unreadBytes,
    onCut: (bytes) => log({ level: "warn", event: "slow_reader", bytes, message: SLOW_READER }),
  });
  const hub: Hub = {
    io,
    store,
    rooms,
    kinds,
    source: options.documents,
    defaultDocId: options.docId ?? options.file ?? "./statemachine.smdf.json",
    checkToken,
    limits,
    clock,
    log,
    received: new Counter("loom_hub_messages_total", "Messages of clients, by event.", "event"),
    refused: new Counter("loom_hub_refusals_total", "Messages that were refused, by code.", "code"),
    isStopping: false,
  };
  listenToStore(hub);
  const connections = new Set<Connection>();
  const taken = new WeakSet<HubSocket["conn"]>();
  io.on("connection", (socket) => {
    // One client a connection, from its beginning to its end: another one would have bounds and a time of its own.
    if (taken.has(socket.conn)) {
      socket.conn.close();
      return;
    }
    taken.add(socket.conn);
    const connection = new Connection(hub, socket);
    connections.add(connection);
    // Who may do nothing is told so when it tries, and takes no place for long.
    const stop = connection.isTrusted
      ? () => {}
      : clock.after(CONNECT_TIMEOUT, () => socket.disconnect(true));
    socket.on("disconnect", () => {
      stop();
      socket.conn.close();
      connection.end().finally(() => connections.delete(connection));
    });
  });
  const { url, port: actual } = await listening(http, host, port);
  http.on("error", (error) => log({ level: "error", event: "listener_failed", message: String(error) }));
  log({ level: "info", event: "listening", url, version: HUB_VERSION });
  let closing: Promise<void> | undefined;
  return {
    url,
    port: actual,
    close: () => closing ??= stopHub(hub, http, connections, options.store === undefined),
  };
}

/** Puts socket.io on a server. */
function socketServer(
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
    ...(adapter === undefined ? {} : { adapter: adapter as SocketServerOptions["adapter"] }),
    ...(cors ? { cors: { origin: (origin, done) => done(null, source.allowsOrigin(origin)) } } : {}),
    allowRequest: (request, done) => {
      const refusal = refusalOf(request);
      if (refusal === undefined) return done(null, true);
      log({ level: "warn", event: "connection_refused", code: refusal.code, message: refusal.message });
      // A WebSocket is let in to be told why, and to be closed: not every runtime can answer its request otherwise.
      const isWebSocket = request.headers.upgrade !== undefined;
      if (isWebSocket) turnedAway.set(request, refusal);
      done(refusal.message, isWebSocket);
    },
  });
  turnAway(io, turnedAway, clock);
  sendTogether(io);
  return io;
}

function listenToStore(hub: Hub): void {
  const { io, store, log } = hub;
  store.listen({
    committed: (commit) => tellCommit(io, commit),
    membersChanged: (docId, { joined, left }) => {
      for (const clientId of left) io.to(docId).emit(EV.PRESENCE_LEAVE, { clientId });
      for (const presence of joined) io.to(docId).emit(EV.PRESENCE_JOIN, presence);
      tellList(hub, docId).catch((error) =>
        log({ level: "warn", event: "presence_failed", docId, message: String(error) })
      );
    },
    vanished: (docId) => {
      beginAgain(hub, docId).catch((error) =>
        log({ level: "error", event: "refresh_failed", docId, message: String(error) })
      );
    },
  });
}

/** Makes a room again that the store has lost, from its file, and tells those who are in it that its numbers begin anew. */
async function beginAgain({ io, store, rooms }: Hub, docId: string): Promise<void> {
  await rooms.run(docId, async () => {
    await rooms.refresh(docId);
    const room = await store.read(docId);
    if (room !== undefined) io.local.to(docId).emit(EV.FULL_OUT, answerEnvelope(room));
  });
}
