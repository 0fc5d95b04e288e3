import type { Box, Point } from "./box.ts";
import { BoxIndex } from "./box_index.ts";
import { type ChipLabel, chipSize, GLYPH_COLUMN, GLYPH_INSET } from "./chip.ts";

/** A chip that needs a place along the curve of its edge; it may carry anything else. */
export interface PendingLabel extends ChipLabel {
  /** The place of the curve at `t`, from 0 to 1; see {@linkcode EdgeCurve}. */
  at(t: number): Point;
}

/** The plate of a chip, and the place of its text. */
export interface PlacedLabel<Label extends PendingLabel = PendingLabel> extends Box {
  /** The middle of the text, from the left. */
  readonly cx: number;
  /** The height the chip hangs on: the event's base line is 5 above it, the guard's 7 below. */
  readonly cy: number;
  /** The chip that was to be placed: the same object. */
  readonly label: Label;
}

/** Which places {@linkcode placeLabels} tries: all combinations, the last of these changing fastest. */
export interface PlaceLabelsOptions {
  /** Steps up and down, in heights of the chip. Default: {@linkcode LABEL_ACROSS}. */
  readonly across?: readonly number[];
  /** Steps to the side, in widths of the chip. Default: {@linkcode LABEL_ASIDE}. */
  readonly aside?: readonly number[];
  /** Places along the curve. Default: {@linkcode LABEL_ALONG}. */
  readonly along?: readonly number[];
}

/** Vertical steps of chips, in their heights, in order of preference. */
export const LABEL_ACROSS: readonly number[] = [0, -1.3, 1.3, -2.6, 2.6];
/** Horizontal steps of chips, in their widths, in order of preference. */
export const LABEL_ASIDE: readonly number[] = [0, 0.6, -0.6];
/** Places of chips along their curves, in order of preference. */
export const LABEL_ALONG: readonly number[] = [0.5, 0.36, 0.64, 0.24, 0.76, 0.14, 0.86];

/** The distance from the upper edge of a plate down to `cy`. */
const PLATE_RISE = 18;
/** The distance from the upper edge of a glyph down to `cy`. */
const GLYPH_RISE = 15;

/**
 * Finds a place for every chip: the widest first, each at the first place where it covers neither a chip nor an
 * obstacle, or where it covers the fewest of them. No chip is left out.
 *
 * @param pending The chips, in the order of the document, which decides between equally wide ones.
 * @param obstacles What chips should not cover: the boxes of the states.
 * @returns The chips in the order in which they were placed, the widest first.
 *
 * @example
 * ```ts
 * import { placeLabels } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const at = () => ({ x: 200, y: 200 });
 * const placed = placeLabels([{ event: "go", at }, { event: "go", at }], []);
 * assertEquals(placed.map(({ x, y, width, height }) => [x, y, width, height]), [
 *   [172, 182, 56, 18],
 *   [172, 158.6, 56, 18],
 * ]);
 * ```
 */
export function placeLabels<Label extends PendingLabel>(
  pending: readonly Label[],
  obstacles: Iterable<Box>,
  options: PlaceLabelsOptions = {},
): PlacedLabel<Label>[] {
  const taken = new BoxIndex();
  for (const box of obstacles) taken.add(box);
  const sized = pending.map((label) => ({ label, ...chipSize(label) }));
  sized.sort((a, b) => b.width - a.width);
  return sized.map((chip) => {
    const placed = freestPlace(chip, taken, options);
    taken.add(placed);
    return placed;
  });
}

/** The upper left corner of the glyph of a placed chip. */
export function glyphPlace(placed: PlacedLabel): Point {
  return { x: placed.x + GLYPH_INSET, y: placed.cy - GLYPH_RISE };
}

interface SizedLabel<Label> {
  readonly label: Label;
  readonly width: number;
  readonly height: number;
}

/** The first place where the chip covers nothing, else the first of those where it covers least. */
function freestPlace<Label extends PendingLabel>(
  chip: SizedLabel<Label>,
  taken: BoxIndex,
  options: PlaceLabelsOptions,
): PlacedLabel<Label> {
  let best = chipAt(chip, chip.label.at(0.5));
  let least = Infinity;
  for (const place of placesFor(chip, options)) {
    const covered = taken.countOverlaps(place);
    if (covered === 0) return place;
    if (covered < least) [best, least] = [place, covered];
  }
  return best;
}

/** All places to try, in order of preference. */
function* placesFor<Label extends PendingLabel>(
  chip: SizedLabel<Label>,
  options: PlaceLabelsOptions,
): Generator<PlacedLabel<Label>, void> {
  const { across = LABEL_ACROSS, aside = LABEL_ASIDE, along = LABEL_ALONG } = options;
  const points = along.map((t) => chip.label.at(t));
  for (const up of across) {
    for (const sideways of aside) {
      for (const { x, y } of points) {
        yield chipAt(chip, { x: x + sideways * chip.width, y: y + up * chip.height });
      }
    }
  }
}

function chipAt<Label extends PendingLabel>(chip: SizedLabel<Label>, centre: Point): PlacedLabel<Label> {
  const { label, width, height } = chip;
  return {
    x: centre.x - width / 2,
    y: centre.y - PLATE_RISE,
    width,
    height,
    cx: centre.x + (label.glyph ? GLYPH_COLUMN / 2 : 0),
    cy: centre.y,
    label,
  };
}
