/**
 * Parts of pictures, for canvases that draw the same shapes in the same colours as the files do.
 *
 * @module
 */
export { boundsOf, boxAt, evenly, expanded, middleOf, moved } from "./geometry/box.ts";
export type { EdgeSide } from "./geometry/ports.ts";
export { headElement, stateElement } from "./machine/svg/state_element.ts";
export { edgeElement, initialElement, labelElement, linePoints } from "./machine/svg/edge_element.ts";
export { describeMachine, edgeTitle, namesOf, stateTitle } from "./machine/svg/describe.ts";
export { type Brush, depthsOf } from "./machine/svg/brush.ts";
export type { DrawnOverlay } from "./machine/svg/drawn_overlay.ts";
export { type Paint, Palette } from "./picture/palette.ts";
export { type Arrow, arrowAlong, roundedPath } from "./picture/path.ts";
export {
  type DepthFill,
  depthFill,
  PICTURE_THEMES,
  PICTURE_VARS,
  type PictureColor,
} from "./picture/theme.ts";
