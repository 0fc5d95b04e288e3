import manifest from "../deno.json" with { type: "json" };
import { gauge, type Measure } from "@loom/bridge/server";
import type { Hub } from "./hub.ts";

/** The version of the hub: that of its package. */
export const HUB_VERSION: string = manifest.version;

/** The body of `/health`. */
export function healthOf(
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
export function measuresOf({ rooms, io, received, refused }: Hub, uptime: number): Measure[] {
  return [
    gauge("loom_hub_uptime_seconds", "Seconds since the hub started.", uptime / 1000),
    gauge("loom_hub_clients", "Connections.", io.engine.clientsCount),
    gauge("loom_hub_rooms", "Documents that are open.", rooms.size),
    gauge("loom_hub_kept_rooms", "Documents that are kept for their unsaved changes only.", rooms.keptSize),
    received.measure(),
    refused.measure(),
  ];
}
