import type { LevelPart } from "./split_level.ts";
import type { Box, Point, Size } from "../../geometry/box.ts";
import type { FramedLevel, LevelFrame, LevelGraph, LevelLayout, LevelRoute, Side } from "../graph/level.ts";

/** The preferred ratio of width to height of a packed level. */
const PACKED_ASPECT = 1.5;

/** An arranged part of a level. */
export interface ArrangedPart extends LevelPart {
  /** The places of its nodes and edges. */
  readonly layout: LevelLayout;
}

/**
 * Packs the parts of a level on shelves, from left to right and top to bottom. A part that reaches the border
 * of the container takes the whole height at the left of the others.
 */
export function packParts(
  level: LevelGraph,
  parts: readonly ArrangedPart[],
  { padding }: LevelFrame,
  gap: number,
  aspect: number = PACKED_ASPECT,
): LevelLayout {
  const [main, ...others] = parts;
  if (main && others.length === 0) return main.layout;
  const whole = {
    x: new Float64Array(level.nodes.length),
    y: new Float64Array(level.nodes.length),
    routes: level.edges.map((): LevelRoute => ({ points: [], label: undefined })),
  };
  const put = (part: ArrangedPart, by: Point) => {
    part.nodes.forEach((node, index) => {
      whole.x[node] = part.layout.x[index]! + by.x;
      whole.y[node] = part.layout.y[index]! + by.y;
    });
    part.edges.forEach((edge, index) => whole.routes[edge] = moveRoute(part.layout.routes[index]!, by));
  };
  const onBorder = main?.level.nodes.some((node) => node.border !== undefined) === true;
  const start = { x: 0, y: 0 };
  if (main && onBorder) {
    put(main, start);
    const bounds = boundsOf(main.level, main.layout);
    start.x = bounds.x + bounds.width + gap;
    start.y = main.level.nodes.some((node) => node.border === "top") ? padding.top : 0;
  }
  const shelved = onBorder ? others : parts;
  shelvesOf(shelved, gap, aspect).places.forEach(({ x, y }, at) =>
    put(shelved[at]!, { x: start.x + x, y: start.y + y })
  );
  return whole;
}

/** The distance that each part moves to its place on a shelf, and the size of all parts together. */
export function shelvesOf(
  parts: readonly ArrangedPart[],
  gap: number,
  aspect: number = PACKED_ASPECT,
): Size & { places: Point[] } {
  const bounds = parts.map((part) => boundsOf(part.level, part.layout));
  const area = bounds.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const right = bounds.reduce((most, { width }) => Math.max(most, width), Math.sqrt(area * aspect));
  let [x, y, shelf, width] = [0, 0, 0, 0];
  const places = bounds.map((box) => {
    if (x > 0 && x + box.width > right) [x, y, shelf] = [0, y + shelf + gap, 0];
    const place = { x: x - box.x, y: y - box.y };
    width = Math.max(width, x + box.width);
    x += box.width + gap;
    shelf = Math.max(shelf, box.height);
    return place;
  });
  return { places, width, height: y + shelf };
}

/** Puts a level into its container: adds the padding, and moves the places on the border to the border. */
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

/** The box around everything in a level. */
export function boundsOf(level: LevelGraph, { x, y, routes }: LevelLayout): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (l: number, t: number, r: number, b: number) => {
    left = Math.min(left, l);
    top = Math.min(top, t);
    right = Math.max(right, r);
    bottom = Math.max(bottom, b);
  };
  level.nodes.forEach(({ width, height, margin }, at) => {
    include(
      x[at]! - margin.left,
      y[at]! - margin.top,
      x[at]! + width + margin.right,
      y[at]! + height + margin.bottom,
    );
  });
  routes.forEach(({ points, label }, at) => {
    for (const point of points) include(point.x, point.y, point.x, point.y);
    const size = level.edges[at]!.label;
    if (label && size) {
      include(
        label.x - size.width / 2,
        label.y - size.height / 2,
        label.x + size.width / 2,
        label.y + size.height / 2,
      );
    }
  });
  return left === Infinity
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The route moved by a vector. */
export function moveRoute({ points, label }: LevelRoute, by: Point): LevelRoute {
  const move = (point: Point) => ({ x: point.x + by.x, y: point.y + by.y });
  return { points: points.map(move), label: label && move(label) };
}
