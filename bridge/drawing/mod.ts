/**
 * Drawings of documents as files: one table of formats, and the names of their files.
 *
 * @module
 */
export { drawApart, type DrawingRequest, drawUnblocked } from "./draw_document.ts";
export {
  type Drawing,
  DRAWING_DEFAULTS,
  DRAWING_FORMATS,
  drawingEndings,
  drawingFileName,
  type DrawingFormat,
  type DrawingFormatRow,
  type DrawingNameParts,
  type DrawingStyle,
  formatOfPath,
  notationOf,
  sharesName,
} from "./drawing.ts";
export { fontsToAdd } from "../picture/font_packages.ts";
export { showFile } from "./viewer.ts";
