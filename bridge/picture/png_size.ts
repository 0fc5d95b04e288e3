import type { Size } from "@loom/protocol";
import { PictureError } from "./picture_error.ts";

/** Default scale of a PNG: sharp on high-density screens. */
export const DEFAULT_SCALE = 2;

/** Limits of a PNG. */
export const PNG_LIMITS: Readonly<{ minScale: number; maxScale: number; maxPixels: number }> = {
  minScale: 0.1,
  maxScale: 8,
  maxPixels: 64_000_000,
};

/**
 * Refuses a scale that is out of bounds.
 *
 * @throws {PictureError} `bad_scale`
 */
export function checkScale(scale: number): void {
  const { minScale, maxScale } = PNG_LIMITS;
  if (scale >= minScale && scale <= maxScale) return;
  throw new PictureError(
    "bad_scale",
    `Cannot draw at scale ${scale}: a scale is a number from ${minScale} to ${maxScale}.`,
  );
}

/**
 * The pixels that an SVG takes as a PNG.
 *
 * @param size the size of the SVG
 * @param scale how much larger it is drawn
 * @throws {PictureError} `bad_scale`, `too_large`
 */
export function pngSize(size: Size, scale: number): Size {
  checkScale(scale);
  const width = pixels(size.width, scale);
  const height = pixels(size.height, scale);
  if (width * height <= PNG_LIMITS.maxPixels) return { width, height };
  throw new PictureError("too_large", tooLarge(size, { width, height }, scale));
}

function tooLarge(size: Size, png: Size, scale: number): string {
  const said = `Cannot make a PNG of ${png.width} x ${png.height} pixels: it may have ${
    PNG_LIMITS.maxPixels / 1e6
  } megapixels`;
  const fitting = fittingScale(size);
  if (fitting === undefined) return `${said}, and this picture is too large at every scale; write it as SVG.`;
  return `${said}; draw at scale ${fitting} instead of ${scale}, or write it as SVG.`;
}

/** The scale, `scale` at most, at which the longer side of a picture has at most `fit` pixels, and the shorter one at least one. */
export function fittedScale({ width, height }: Size, scale: number, fit: number = Infinity): number {
  return Math.min(scale, Math.max(fit / Math.max(width, height), 1 / Math.min(width, height)));
}

/** The largest scale with one decimal at which a picture has at most 64 megapixels; `undefined` when there is none. */
export function fittingScale({ width, height }: Size): number | undefined {
  const { minScale, maxPixels } = PNG_LIMITS;
  // In tenths, which are exact.
  let tenths = Math.floor(10 * Math.sqrt(maxPixels / (width * height)));
  while (tenths >= 1 && pixels(width, tenths / 10) * pixels(height, tenths / 10) > maxPixels) tenths--;
  return tenths / 10 >= minScale ? tenths / 10 : undefined;
}

function pixels(length: number, scale: number): number {
  return Math.max(1, Math.ceil(length * scale));
}
