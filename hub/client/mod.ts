/**
 * The client of the hub, for browsers and programs: {@linkcode createBridgeClient}.
 *
 * Beneath it lies a plain value, the {@linkcode Replica}: what is confirmed and what is on its way, with functions from a
 * message to the next value and what has to be done. It needs no connection.
 *
 * @module
 */
export { acknowledged, retry, unanswered, yielded } from "./acknowledge.ts";
export { announceWritten, type WrittenChange } from "./announce_written.ts";
export { BridgeError, type BridgeErrorCode, type BridgeErrorDetails } from "./bridge_error.ts";
export { changed, changedWhole, withdrawn } from "./change.ts";
export type * from "./client_options.ts";
export { createBridgeClient } from "./create_bridge_client.ts";
export type * from "./effect.ts";
export { fileMoved, gapLasted, patched, replaced } from "./hear.ts";
export { type HubTrouble, hubTrouble } from "./hub_trouble.ts";
export { joined, parted } from "./join.ts";
export * from "./replica.ts";
export * from "./transform.ts";
