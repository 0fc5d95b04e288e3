import type { Server as HttpServer } from "node:http";
import { EV } from "@loom/protocol";
import type { Connection } from "./messages/connection.ts";
import type { Hub } from "./hub.ts";

/** Time limit for running work when the hub stops, in milliseconds. */
const STOP_TIMEOUT = 3_000;

/** Stops a hub: running work is finished, within a time limit. */
export async function stopHub(
  hub: Hub,
  http: HttpServer,
  connections: ReadonlySet<Connection>,
  ownsStore: boolean,
): Promise<void> {
  hub.isStopping = true;
  hub.log({ level: "info", event: "stopping" });
  hub.io.local.emit(EV.ERROR, {
    code: "shutting_down",
    message: "The hub is stopping: connect again a little later.",
  });
  const idle = async () => {
    await Promise.all([...connections].map((connection) => connection.idle()));
  };
  await within(hub, idle());
  await within(hub, hub.io.close());
  http.closeAllConnections();
  await within(hub, idle());
  await within(hub, hub.rooms.close());
  if (ownsStore) await hub.store.close();
  hub.log({ level: "info", event: "stopped" });
}

/** Waits for some work, with a time limit. */
async function within({ clock, log }: Hub, work: Promise<void>): Promise<void> {
  let stopWaiting = () => {};
  const tooLong = new Promise<void>((resolve) => {
    stopWaiting = clock.after(STOP_TIMEOUT, resolve);
  });
  try {
    await Promise.race([work, tooLong]);
  } catch (error) {
    log({ level: "warn", event: "stop_failed", message: String(error) });
  } finally {
    stopWaiting();
  }
}
