/**
 * The session: one person's view of a document that several edit at once, without a user interface. See
 * {@linkcode createBridgeSession}.
 *
 * @module
 */
export { createBridgeSession } from "./create_bridge_session.ts";
export { SESSION_MACHINE, type SessionStatus } from "./session_status.ts";
export type * from "./session_types.ts";
