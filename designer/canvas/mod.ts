/**
 * Canvases that can be mounted anywhere: props in, callbacks out. They hold no document, no socket and no router: the
 * host owns the definition, the positions, the viewport and the selection. The style sheet is {@linkcode CANVAS_STYLES}, and the
 * same as a file, `canvas/styles.css`.
 *
 * @module
 */
export type { BoardProps, NewPlace, PasteResult, WithHandle } from "./board.ts";
export type { CanvasContent, CanvasHandle, CommonCanvasProps, HandleRef } from "./pane.tsx";
export { type CanvasCommand, planCommands, type PlannedCommands } from "./command.ts";
export { erdAutoLayout, withNewEntities } from "./erd/auto_layout.ts";
export type { EntityRelationshipCanvasProps, ErdCanvasTarget } from "./erd/board.ts";
export { EntityRelationshipCanvas } from "./erd/entity_relationship_canvas.tsx";
export { StateMachineCanvas, StateMachineCanvas as default } from "./machine/state_machine_canvas.tsx";
export { BOARD_KEYS, type BoardKey } from "./machine/props.ts";
export type {
  CanvasElements,
  CanvasMenuItem,
  CanvasSelection,
  CanvasTarget,
  DrawMode,
  EnteredTransition,
  MovedBoxes,
  StateMachineCanvasProps,
} from "./machine/props.ts";
export type { CanvasPeer } from "./peers.tsx";
export type {
  SequenceCanvasProps,
  SequenceCanvasTarget,
  SequenceReplay,
  SequenceSelection,
  SequenceTargetKind,
} from "./sequence/board.ts";
export { SequenceCanvas } from "./sequence/sequence_canvas.tsx";
export { SequenceLines, type SequenceLinesProps } from "./sequence/sequence_lines.tsx";
export { drawableSequence, type SequenceLayout, sequenceLayout } from "./sequence/drawable.ts";
export type { SystemMapCanvasProps } from "./system/board.ts";
export { SystemMapCanvas } from "./system/system_map_canvas.tsx";
export type { SystemMemberView } from "./system/map_scene.ts";
export { CANVAS_STYLES } from "./styles.ts";
export { CANVAS_THEME_VARS, type CanvasTheme, themeStyle } from "./theme.ts";
export {
  type Box,
  clampScale,
  fitToBoxes,
  IDENTITY_VIEWPORT,
  type LayoutBox,
  normalizeViewport,
  panBy,
  type Point,
  sameViewport,
  type ScaleLimits,
  screenDeltaToWorld,
  screenToWorld,
  type Viewport,
  VIEWPORT_LIMITS,
  viewportTransform,
  worldToScreen,
  zoomAt,
  zoomTo,
} from "@loom/protocol";
