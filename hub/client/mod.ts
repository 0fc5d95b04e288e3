/**
 * The client of the hub, for browsers and programs: {@linkcode createBridgeClient}.
 *
 * Below it is a plain value, the {@linkcode Replica}: the confirmed document and the pending changes, with functions from a message to the
 * next value and the effects to carry out. It needs no connection.
 *
 * @module
 */
export { announceWritten, type WrittenChange } from "./announce_written.ts";
export {
  BridgeError,
  type BridgeErrorCode,
  type BridgeErrorDetails,
  type HubTrouble,
  hubTrouble,
} from "./bridge_error.ts";
export { createClientOf } from "./client.ts";
export { createBridgeClient } from "./create_bridge_client.ts";
export type * from "./client_options.ts";
export { emptyReplica } from "./create_bridge_client.ts";
export { acknowledged, graceOver, retry, unanswered } from "./replica/acknowledge.ts";
export { changed, changedWhole, withdrawn } from "./replica/change.ts";
export { joined, parted } from "./replica/join.ts";
export { fileMoved, gapLasted, patched, replaced } from "./replica/receive.ts";
export * from "./replica/replica.ts";
export type * from "./replica/update.ts";
