import type { Point, Size } from "../geometry/box.ts";
import { levelCrossings } from "../geometry/line_crossings.ts";
import type { Fit } from "./options.ts";

/** The ratio of a screen. */
export const SCREEN = 1.5;
/** A drawing is no ribbon when its longer side is no longer, or within these ratios. */
export const SHORT = 1400;
const RIBBON = { least: 0.55, most: 1.8 };
/** The shares that a drawing costs more when every line crosses one, and when every line has a corner. */
const CROSSED = 1.5;
const BENT = 0.08;
/** A difference of ratios, as a logarithm, that costs nothing. */
const NEAR = 0.2;

/** The share by which a drawing costs more for the crossings and corners that the eye has to follow. */
export function effortOf(drawn: readonly { readonly points: readonly Point[] }[]): number {
  const lines = drawn.map(({ points }) => points);
  const corners = lines.reduce((sum, points) => sum + Math.max(0, points.length - 2), 0);
  return (CROSSED * levelCrossings(lines).flat().length + BENT * corners) / Math.max(1, lines.length);
}

/** The cost of a size: the height of the frame that it needs, or for a column its height, and more when it is too wide. */
export function fitCost({ width, height }: Size, fit: Fit): number {
  if ("width" in fit) return height * Math.max(1, width / fit.width) ** 3;
  return fit.aspects.reduce((least, aspect) => {
    // Frames of one area, whatever their ratio.
    const missed = Math.max(0, Math.abs(Math.log(width / height / aspect)) - NEAR);
    return Math.min(least, Math.max(width / aspect, height) * Math.sqrt(aspect) * (1 + missed));
  }, Infinity);
}

/** The longer side of a picture. */
export function longerSide({ width, height }: Size): number {
  return Math.max(width, height);
}

/** Checks that a picture is not so long in one way that a screen shows it badly. */
export function isNoRibbon(size: Size): boolean {
  return longerSide(size) <= SHORT || isWithin(size, RIBBON);
}

/** Checks that the ratio of a size is within bounds. */
function isWithin({ width, height }: Size, { least, most }: typeof RIBBON): boolean {
  return width / height >= least && width / height <= most;
}
