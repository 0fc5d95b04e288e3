/**
 * Pictures as files that any program shows: {@linkcode renderPng} draws an SVG as a PNG, {@linkcode renderPdf} as a PDF.
 *
 * @module
 */
export { withEmbeddedFonts } from "./embedded_font.ts";
export { fontsToInstall } from "./picture_fonts.ts";
export { PictureError, type PictureErrorCode } from "./picture_error.ts";
export { type PdfOptions, renderPdf } from "./render_pdf.ts";
export { PNG_LIMITS, type PngOptions, type PngPicture, renderPng } from "./render_png.ts";
