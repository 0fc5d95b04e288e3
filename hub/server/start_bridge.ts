import {
  Counter,
  gauge,
  httpServer,
  listening,
  type Measure,
  NO_LOG,
  type RequestHandler,
  secretCheck,
  SlowCheck,
  upgradeListener,
} from "@loom/bridge/server";
import { EV, KINDS } from "@loom/protocol";
import type { Server } from "node:http";
import { createMemoryStore } from "../store/memory_store.ts";
import { type Bridge, type BridgeOptions, HubStartError } from "./bridge_options.ts";
import { type HubClock, SYSTEM_CLOCK } from "./clock.ts";
import { hubSource } from "./hub_source.ts";
import type { Hub, HubSocket } from "./hub.ts";
import { HUB_LIMITS } from "./limits.ts";
import { Connection } from "./messages/connection.ts";
import { answerEnvelope, layoutEnvelope, sendCommit } from "./messages/envelopes.ts";
import { sendMembers } from "./messages/join.ts";
import { hubPages } from "./pages.ts";
import { RoomKeeper } from "./rooms/room_keeper.ts";
import { boundUnread } from "./socket/bound_unread.ts";
import { CONNECT_TIMEOUT, socketServer } from "./socket/socket_server.ts";
import { refusalOf } from "./socket/turn_away.ts";
import { stopHub } from "./stop_hub.ts";
import manifest from "../deno.json" with { type: "json" };

/** The version of the hub: that of its package. */
const HUB_VERSION: string = manifest.version;

const SLOW_READER = "A client did not read what it was sent and was cut off: it may connect again.";
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
  const rooms = new RoomKeeper({
    store,
    source: options.documents,
    kinds,
    clock,
    log,
    limits,
    // Each process watches the files of its own members.
    onLayout: (docId, layout) => void hub.io.local.to(docId).emit(EV.LAYOUT, layoutEnvelope(docId, layout)),
  });
  // Listens before socket.io, which passes other requests on to earlier listeners.
  const checkToken = tokenCheck(token, clock);
  const pages = hubPages({
    source,
    checkToken,
    health: () => healthOf(hub, clock.now() - startedAt),
    measures: () => measuresOf(hub, clock.now() - startedAt),
  });
  const http = httpServer(options.beside ?? pages, limits.idle);
  if (options.beside !== undefined) upgradeBeside(http, options.beside);
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
  const connections = acceptClients(hub);
  const { url, port: actual } = await listening(http, {
    host,
    port,
    failure: (_why, cause) => cannotListen(`${host}:${port}`, cause),
  });
  http.on("error", (error) => log({ level: "error", event: "listener_failed", message: String(error) }));
  log({ level: "info", event: "listening", url, version: HUB_VERSION });
  let closing: Promise<void> | undefined;
  return {
    url,
    port: actual,
    close: () => closing ??= stopHub(hub, http, connections, options.store === undefined),
  };
}

/** Passes on requests for another protocol that are not of socket.io. */
function upgradeBeside(http: Server, beside: RequestHandler): void {
  const upgrade = upgradeListener(beside);
  http.on("upgrade", (incoming, socket, head) => {
    if (!incoming.url?.startsWith("/socket.io/")) void upgrade(incoming, socket, head);
  });
}

function cannotListen(address: string, cause: unknown): HubStartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HubStartError(
    "cannot_listen",
    `The hub cannot listen on ${address} (${reason}): choose another port or host.`,
    { cause },
  );
}

/** The check of tokens, on the hub's clock; `undefined` for a hub without a token. */
function tokenCheck(token: string | undefined, clock: HubClock): SlowCheck | undefined {
  if (token === undefined) return undefined;
  return new SlowCheck(secretCheck(token), (ms) => new Promise((resolve) => clock.after(ms, resolve)));
}

/** Serves each connection until it ends. */
function acceptClients(hub: Hub): ReadonlySet<Connection> {
  const connections = new Set<Connection>();
  const taken = new WeakSet<HubSocket["conn"]>();
  hub.io.on("connection", (socket) => {
    // One client for each connection: a second one would have limits of its own.
    if (taken.has(socket.conn)) {
      socket.conn.close();
      return;
    }
    taken.add(socket.conn);
    const connection = new Connection(hub, socket);
    connections.add(connection);
    // A client without the token is refused when it sends something, and does not stay for long.
    const stop = connection.isTrusted
      ? () => {}
      : hub.clock.after(CONNECT_TIMEOUT, () => socket.disconnect(true));
    socket.on("disconnect", () => {
      stop();
      socket.conn.close();
      connection.end().finally(() => connections.delete(connection));
    });
  });
  return connections;
}

function listenToStore(hub: Hub): void {
  const { io, store, log } = hub;
  store.listen({
    committed: (commit) => {
      sendCommit(io, commit, (docId) => store.read(docId)).catch((error) =>
        log({ level: "warn", event: "refresh_failed", docId: commit.docId, message: String(error) })
      );
    },
    membersChanged: (docId, { joined, left }) => {
      for (const clientId of left) io.to(docId).emit(EV.PRESENCE_LEAVE, { clientId });
      for (const presence of joined) io.to(docId).emit(EV.PRESENCE_JOIN, presence);
      sendMembers(hub, docId).catch((error) =>
        log({ level: "warn", event: "presence_failed", docId, message: String(error) })
      );
    },
    vanished: (docId) => {
      reopenRoom(hub, docId).catch((error) =>
        log({ level: "error", event: "refresh_failed", docId, message: String(error) })
      );
    },
  });
}

/** Opens a room that the store has lost again, from its file, and sends its members the document with the new epoch. */
async function reopenRoom({ io, store, rooms }: Hub, docId: string): Promise<void> {
  await rooms.run(docId, async () => {
    await rooms.refresh(docId);
    const room = await store.read(docId);
    if (room !== undefined) io.local.to(docId).emit(EV.FULL_OUT, answerEnvelope(room));
  });
}

/** The body of `/health`. */
function healthOf(
  { store, rooms, io, isStopping }: Hub,
  uptime: number,
): { isWell: boolean; body: object } {
  const isWell = store.isAvailable && !isStopping;
  const status = isStopping ? "stopping" : store.isAvailable ? "ok" : "unavailable";
  return {
    isWell,
    body: {
      status,
      version: HUB_VERSION,
      rooms: rooms.size,
      clients: io.engine.clientsCount,
      uptime: Math.floor(uptime / 1000),
    },
  };
}

/** The measures of `/metrics`. */
function measuresOf({ rooms, io, received, refused }: Hub, uptime: number): Measure[] {
  return [
    gauge("loom_hub_uptime_seconds", "Seconds since the hub started.", uptime / 1000),
    gauge("loom_hub_clients", "Connections.", io.engine.clientsCount),
    gauge("loom_hub_rooms", "Documents that are open.", rooms.size),
    gauge("loom_hub_kept_rooms", "Documents that are kept for their unsaved changes only.", rooms.keptSize),
    received.measure(),
    refused.measure(),
  ];
}
