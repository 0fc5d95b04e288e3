/**
 * The hub: the server that keeps many parties at one document, and each document in step with its file.
 *
 * {@linkcode startBridge} starts one. It reads documents through a {@linkcode DocumentSource} and never writes any; the program
 * `loom-hub` joins it to the documents on disk.
 *
 * @module
 */
export type { FileContent } from "./room/change_file.ts";
export type * from "./room/outcome.ts";
export type { Change, FileState, Room, Unsaved } from "./room/room.ts";
export type { Bridge, BridgeOptions } from "./server/bridge_options.ts";
export { type HubClock, SYSTEM_CLOCK } from "./server/clock.ts";
export {
  DocumentReadError,
  type DocumentSource,
  type DocumentWatching,
  type ResolvedDocument,
} from "@loom/protocol";
export { HubStartError, type HubStartErrorCode } from "./server/bridge_options.ts";
export { jsonLog, type Log as HubLog, type LogEntry } from "@loom/bridge/server";
export { HUB_LIMITS, type HubLimits } from "./server/limits.ts";
export { startBridge } from "./server/start_bridge.ts";
export {
  type Commit,
  type Members,
  type MembersChange,
  type RefusedAt,
  type RoomStore,
  type SocketAdapter,
  type StoreListener,
  StoreUnavailableError,
  type Updated,
} from "./store/room_store.ts";
