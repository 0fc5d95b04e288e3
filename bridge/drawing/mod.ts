/**
 * Drawings of machines as files: one table of formats, and the names that their files get.
 *
 * @module
 */
export { drawApart, type DrawingWish } from "./draw_apart.ts";
export { drawUnblocked } from "./draw_unblocked.ts";
export {
  type Drawing,
  DRAWING_DEFAULTS,
  DRAWING_FORMATS,
  type DrawingFormat,
  type DrawingFormatRow,
  type DrawingStyle,
  formatOfPath,
} from "./drawing.ts";
export { drawingFileName, type DrawingNameParts } from "./drawing_file_name.ts";
export { showFile } from "./viewer.ts";
