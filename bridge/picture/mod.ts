/**
 * Pictures as files that any program shows: {@linkcode renderPng} draws an SVG as a PNG.
 *
 * @module
 */
export { PictureError, type PictureErrorCode } from "./picture_error.ts";
export { PNG_LIMITS } from "./png_size.ts";
export { type PngOptions, type PngPicture, renderPng } from "./render_png.ts";
