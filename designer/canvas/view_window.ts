import { type Box, screenToWorld, type Size, type Viewport } from "@loom/protocol";
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
