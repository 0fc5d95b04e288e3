import type { IncomingMessage } from "node:http";
import type { SourcePolicy } from "@loom/bridge/server";
import type { WireError } from "@loom/protocol";
import type { HubClock } from "../clock.ts";
import type { Hub, HubServer, HubSocket } from "../hub.ts";
import { FOREIGN_HOST, FOREIGN_ORIGIN } from "../pages.ts";

/** The errors of refused connections, by their requests. */
export type TurnedAway = WeakMap<IncomingMessage, WireError>;

/** Time that a refused connection is kept to deliver its error, in milliseconds. */
const REFUSAL_TIMEOUT = 1_000;

/** The error that refuses a connection; `undefined` when it is allowed. */
export function refusalOf(
  { headers }: IncomingMessage,
  source: SourcePolicy,
  { io, limits, isStopping }: Hub,
): WireError | undefined {
  if (isStopping) {
    return { code: "shutting_down", message: "The hub is stopping: connect again a little later." };
  }
  if (!source.allowsHost(headers.host)) return { code: "forbidden_origin", message: FOREIGN_HOST };
  if (!source.allowsOrigin(headers.origin)) return { code: "forbidden_origin", message: FOREIGN_ORIGIN };
  const { clientsCount } = io.engine;
  if (clientsCount < limits.clients) return undefined;
  return {
    code: "unavailable",
    message: `The hub has ${clientsCount} connections and takes no more: try again a little later.`,
  };
}

/** Sends refused connections their error, as a `connect_error`, and closes them. */
export function turnAway(io: HubServer, turnedAway: TurnedAway, clock: HubClock): void {
  io.engine.on("connection", (connection: HubSocket["conn"]) => {
    if (!turnedAway.has(connection.request)) return;
    connection.once("close", clock.after(REFUSAL_TIMEOUT, () => connection.close()));
  });
  io.use((socket, next) => {
    const refusal = turnedAway.get(socket.request);
    if (refusal === undefined) return next();
    next(Object.assign(new Error(refusal.message), { data: refusal }));
    clock.after(0, () => socket.conn.close());
  });
}
