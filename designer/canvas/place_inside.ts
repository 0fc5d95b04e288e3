import type { Point, Size } from "@loom/protocol";

const MARGIN = 8;
/** Between a panel and the place that it is about. */
const GAP = 10;

/** The place of a panel for a point: below it, or above where there is no room, and always inside of the pane. */
export function placeInside(at: Point, panel: Size, pane: Size): Point {
  const below = at.y + GAP;
  const above = at.y - GAP - panel.height;
  const y = below + panel.height + MARGIN <= pane.height || above < MARGIN ? below : above;
  return {
    x: Math.max(MARGIN, Math.min(at.x - panel.width / 2, pane.width - panel.width - MARGIN)),
    y: Math.max(MARGIN, Math.min(y, pane.height - panel.height - MARGIN)),
  };
}
