/**
 * The session in React 19: {@linkcode useLoomBridge}, and all of the session's core.
 *
 * @module
 */
export * from "../session/core.ts";
export { useLoomBridge } from "./use_loom_bridge.ts";
