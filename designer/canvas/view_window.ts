import { type Box, fitToBoxes, screenToWorld, type Size, type Viewport } from "@loom/protocol";
import { evenly, expanded } from "@loom/protocol/drawing";

/** The amount that a canvas draws of each element, by its zoom. */
export type Detail = "full" | "names" | "far";

/** The least scales of the levels of detail. */
export const DETAIL_SCALES = { full: 0.6, names: 0.35 } as const;

/** The level of detail of a scale. */
export function detailAt(scale: number): Detail {
  // As the zoom bar shows it.
  const shown = Math.round(scale * 100) / 100;
  if (shown >= DETAIL_SCALES.full) return "full";
  return shown >= DETAIL_SCALES.names ? "names" : "far";
}

/** The part of the world that a pane shows. */
export function visibleBox(viewport: Viewport, { width, height }: Size): Box {
  const { x, y } = screenToWorld(viewport, { x: 0, y: 0 });
  return { x, y, width: width / viewport.scale, height: height / viewport.scale };
}

/** The share of the pane that is drawn beyond each side, so that a short movement draws nothing new. */
const OVERSCAN = 0.2;

/**
 * The part of the world whose elements exist: more than what is shown.
 *
 * @param before The one of the last time, which stays as long as it does.
 */
export function windowAround(before: Box | undefined, viewport: Viewport, size: Size): Box {
  const shown = visibleBox(viewport, size);
  if (before !== undefined && isInside(shown, before) && before.width < shown.width * (1 + 6 * OVERSCAN)) {
    return before;
  }
  return expanded(shown, evenly(OVERSCAN * Math.max(shown.width, shown.height)));
}

/** Checks whether a box lies inside another. */
export function isInside(inner: Box, outer: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
}

/** The room around a drawing that is framed first. */
export const FIRST_PADDING = 16;

/** The width of a pane below which it is that of a phone. */
export const NARROW = 600;

/**
 * The beginning of a drawing that would be too small to read if all of it were framed.
 *
 * @param start The element in the middle, as far as the drawing reaches. Default: the upper left corner.
 */
export function beginningOf(
  bounds: Box,
  { width, height }: Size,
  readable: number,
  start?: Box,
): Viewport | undefined {
  const whole = fitToBoxes([bounds], width, height, { padding: FIRST_PADDING });
  if (whole.scale >= readable) return undefined;
  const scale = Math.max(readable, Math.min(1, (width - 2 * FIRST_PADDING) / bounds.width));
  const [x, y] = [FIRST_PADDING - bounds.x * scale, FIRST_PADDING - bounds.y * scale];
  if (start === undefined) return { x, y, scale };
  const along = (first: number, length: number, middle: number, room: number) => {
    const last = first + room - 2 * FIRST_PADDING - length * scale;
    return last > first ? (first + last) / 2 : Math.max(last, Math.min(first, room / 2 - middle * scale));
  };
  return {
    x: along(x, bounds.width, start.x + start.width / 2, width),
    y: along(y, bounds.height, start.y + start.height / 2, height),
    scale,
  };
}

/** The room around a box that is brought into sight. */
export const REVEAL_MARGIN = 32;

/**
 * The viewport moved as little as needed for a box to be seen; the box's middle where it is too large. From afar it is zoomed in to
 * where the box can be read; `isWhole` zooms out where the box is too large.
 */
export function revealed(box: Box, viewport: Viewport, size: Size, isWhole: boolean = false): Viewport {
  const { scale } = viewport;
  if (isWhole && (box.width * scale > size.width || box.height * scale > size.height)) {
    return fitToBoxes([box], size.width, size.height, { padding: REVEAL_MARGIN, maxScale: scale });
  }
  if (scale < DETAIL_SCALES.names) {
    const limits = { min: scale, max: DETAIL_SCALES.full };
    const near = fitToBoxes([box], size.width, size.height, { limits });
    if (near.scale > scale) return near;
  }
  const by = (begin: number, length: number, offset: number, room: number) => {
    const [from, to] = [begin * scale + offset, (begin + length) * scale + offset];
    if (to - from > room - 2 * REVEAL_MARGIN) return room / 2 - (from + to) / 2;
    if (from < REVEAL_MARGIN) return REVEAL_MARGIN - from;
    return Math.min(0, room - REVEAL_MARGIN - to);
  };
  const dx = by(box.x, box.width, viewport.x, size.width);
  const dy = by(box.y, box.height, viewport.y, size.height);
  return dx === 0 && dy === 0 ? viewport : { x: viewport.x + dx, y: viewport.y + dy, scale };
}
