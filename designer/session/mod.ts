/**
 * The session: one person's view of a document that several edit at once. {@linkcode createBridgeSession} has no user
 * interface, and `@loom/designer/session/core` none around it; {@linkcode useLoomBridge} binds it to a Preact component,
 * and that of `@loom/designer/react` to one of React.
 *
 * @module
 */
export * from "./core.ts";
export { useLoomBridge } from "./use_loom_bridge.ts";
