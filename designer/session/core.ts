/**
 * The session without a user interface, for one of your own: {@linkcode createBridgeSession}, and the arithmetic of
 * viewports.
 *
 * @module
 */
export type * from "./bind_session.ts";
export { createBridgeSession } from "./create_bridge_session.ts";
export { SESSION_MACHINE, type SessionStatus } from "./session_status.ts";
export type * from "./session_types.ts";
export {
  clampScale,
  fitToBoxes,
  IDENTITY_VIEWPORT,
  normalizeViewport,
  panBy,
  sameViewport,
  screenDeltaToWorld,
  screenToWorld,
  type Viewport,
  VIEWPORT_LIMITS,
  viewportTransform,
  worldToScreen,
  zoomAt,
  zoomTo,
} from "@loom/protocol";
