import type { FramedLevel, LevelFrame, LevelGraph, LevelLayout, Side } from "./level.ts";
import { boundsOf, moveRoute } from "./packing.ts";

/** Puts a level into its container: the padding around it, the places on the border at the border. */
export function frameLayout(
  level: LevelGraph,
  layout: LevelLayout,
  { padding, least }: LevelFrame,
): FramedLevel {
  const bounds = boundsOf(level, layout);
  const has = (side: Side) => level.nodes.some((node) => node.border === side);
  const top = has("top") ? 0 : padding.top;
  const bottom = has("bottom") ? 0 : padding.bottom;
  const width = Math.max(least.width, bounds.width + padding.left + padding.right);
  const height = Math.max(has("bottom") ? 0 : least.height, bounds.height + top + bottom);
  const spare = width - (bounds.width + padding.left + padding.right);
  const by = { x: padding.left + spare / 2 - bounds.x, y: top - bounds.y };
  return {
    x: layout.x.map((x) => x + by.x),
    y: layout.y.map((y) => y + by.y),
    routes: layout.routes.map((route) => moveRoute(route, by)),
    width,
    height,
  };
}
