/**
 * Pictures as files that any program shows: {@linkcode renderPng} draws an SVG as a PNG, {@linkcode renderPdf} as a PDF.
 *
 * @module
 */
export { withEmbeddedFonts } from "./embedded_font.ts";
export { addFont, type AddFontOptions, fontNamed, isAdded } from "./added_fonts.ts";
export { FONT_PACKAGES, type FontPackage } from "./font_packages.ts";
export { addedFontFolder, type FontHost } from "./system_fonts.ts";
export { PictureError, type PictureErrorCode } from "./picture_error.ts";
export { type PdfOptions, renderPdf } from "./render_pdf.ts";
export { PNG_LIMITS, type PngOptions, type PngPicture, renderPng } from "./render_png.ts";
