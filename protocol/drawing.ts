/**
 * Parts of pictures, for canvases that draw the same shapes in the same colours as the files do.
 *
 * @module
 */
export {
  boundsOf,
  boundsOfLine,
  boxAt,
  evenly,
  expanded,
  middleOf,
  moved,
  overlaps,
} from "./geometry/box.ts";
export { levelCrossings } from "./geometry/line_crossings.ts";
export type { EdgeSide } from "./geometry/ports.ts";
export { headElement, stateElement } from "./machine/svg/state_element.ts";
export { edgeElement, initialElement, labelElement, linePoints } from "./machine/svg/edge_element.ts";
export { describeMachine, edgeTitle, namesOf, stateTitle } from "./machine/svg/describe.ts";
export { redrawMachine } from "./machine/draw/redraw_machine.ts";
export { collapsedMachine } from "./machine/part/collapsed_machine.ts";
export { type Brush, depthsOf, type Ground, groundsOf } from "./machine/svg/brush.ts";
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
export { drawErd, type MeasuredErd, measureErd } from "./erd/draw/draw_erd.ts";
export { drawChen } from "./erd/draw/draw_chen.ts";
export type { ChenDiamond, ChenDrawing, ChenEntity, ChenLine, ChenOval } from "./erd/draw/chen_drawing.ts";
export { placeChen } from "./erd/draw/place_chen.ts";
export { placeErd } from "./erd/draw/place_erd.ts";
export {
  chenEntityElement,
  chenLineElement,
  diamondElement,
  numberElement,
} from "./erd/svg/chen_elements.ts";
export { entityElement } from "./erd/svg/entity_element.ts";
export { inheritanceElement, lineElement, plateElement } from "./erd/svg/line_element.ts";
export { drawSequence } from "./sequence/draw/draw_sequence.ts";
export type * from "./sequence/draw/sequence_drawing.ts";
export {
  activationElement,
  frameElement,
  headElement as participantElement,
  lineElement as lifelineElement,
  messageElement,
} from "./sequence/svg/render_svg.ts";
export { type FrameStep, type MessageStep, type Operand, type Step, stepsOf } from "./sequence/steps.ts";
export type { Line, LineEnd } from "./erd/draw/lines.ts";
export type { MeasuredEntity, MeasuredRow } from "./erd/draw/measure_entity.ts";
export type { MeasuredText, Typeface } from "./picture/drawn_text.ts";
export { middleOfLine, straightLine } from "./layout/incremental/straight_lines.ts";
