/**
 * Pictures as files that any program shows: {@linkcode renderPng} draws an SVG as a PNG, {@linkcode renderPdf} as a PDF.
 *
 * @module
 */
export { PictureError, type PictureErrorCode } from "./picture_error.ts";
export { PNG_LIMITS } from "./png_size.ts";
export { type PdfOptions, renderPdf } from "./render_pdf.ts";
export { type PngOptions, type PngPicture, renderPng } from "./render_png.ts";
