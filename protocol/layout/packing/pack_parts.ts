import type { LevelPart } from "./split_level.ts";
import type { Box, Point, Size } from "../../geometry/box.ts";
import type { FramedLevel, LevelFrame, LevelGraph, LevelLayout, LevelRoute, Side } from "../graph/level.ts";

/** The preferred ratio of width to height of a packed level. */
const PACKED_ASPECT = 1.5;
/** The lengths of shelves that are tried, relative to the side of a rectangle without gaps. */
const LENGTHS = [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5] as const;
/** The weight of the ratio of width to height beside the area. */
const FAR = 0.4;

/** An arranged part of a level. */
export interface ArrangedPart extends LevelPart {
  /** The places of its nodes and edges. */
  readonly layout: LevelLayout;
}

/**
 * Packs the parts of a level on shelves or in columns. A part that reaches the border of the container takes the whole
 * height at the left of the others, or at their right where it comes behind all of their blocks.
 */
export function packParts(
  level: LevelGraph,
  parts: readonly ArrangedPart[],
  { padding }: LevelFrame,
  gap: Size,
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
  const shelved = onBorder ? others : parts;
  const shelves = shelvesOf(shelved, gap, aspect);
  const start = { x: 0, y: 0 };
  if (main && onBorder) {
    const bounds = boundsOf(main.level, main.layout);
    const isLast = others.every((part) => blockOf(level, part) < blockOf(level, main));
    put(main, { x: isLast ? shelves.width + gap.width - bounds.x : 0, y: 0 });
    if (!isLast) start.x = bounds.x + bounds.width + gap.width;
    start.y = main.level.nodes.some((node) => node.border === "top") ? padding.top : 0;
  }
  shelves.places.forEach(({ x, y }, at) => put(shelved[at]!, { x: start.x + x, y: start.y + y }));
  return whole;
}

/** The block of the first child in a part; -1 for a part without children. */
function blockOf({ blocks, nodes: all }: LevelGraph, { nodes }: LevelPart): number {
  const child = nodes.find((node) => all[node]!.border === undefined);
  return child === undefined ? -1 : blocks?.of[child] ?? 0;
}

/** The place that each part moves to, and the size of all parts together. */
export interface PackedParts extends Size {
  /** The distance that each part moves. */
  readonly places: readonly Point[];
}

/** Puts parts in their order on shelves or in columns of the length with which all take the least room. */
export function shelvesOf(
  parts: readonly ArrangedPart[],
  gap: Size,
  aspect: number = PACKED_ASPECT,
): PackedParts {
  const bounds = parts.map((part) => boundsOf(part.level, part.layout));
  const area = bounds.reduce((sum, box) => sum + (box.width + gap.width) * (box.height + gap.height), 0);
  const sides = { width: Math.sqrt(area * aspect), height: Math.sqrt(area / aspect) };
  let best = nestled(bounds, gap, sides.width, "width");
  for (const along of ["width", "height"] as const) {
    for (const factor of LENGTHS) {
      const tried = nestled(bounds, gap, sides[along] * factor, along);
      if (roomOf(tried, aspect) < roomOf(best, aspect)) best = tried;
    }
  }
  return best;
}

/** The area of a size, and more where its ratio of width to height is far from the wanted one. */
export function roomOf({ width, height }: Size, wanted: number, far: number = FAR): number {
  const [x, y] = [Math.max(1, width), Math.max(1, height)];
  return x * y * Math.exp(far * Math.abs(Math.log(x / y / wanted)));
}

/**
 * Puts boxes one after the other where they come to lie nearest to the top in a limited width, or nearest to the left in a
 * limited height.
 */
function nestled(
  bounds: readonly Box[],
  gap: Size,
  wanted: number,
  along: "width" | "height",
): PackedParts {
  const across = along === "width" ? "height" : "width";
  const limit = bounds.reduce((most, box) => Math.max(most, box[along]), wanted) + gap[along];
  const taken: { from: number; until: number; depth: number }[] = [];
  let [longest, deepest] = [0, 0];
  const places = bounds.map((box) => {
    const [length, depth] = [box[along] + gap[along], box[across] + gap[across]];
    let best = { at: 0, from: Infinity };
    for (const at of [0, ...taken.map(({ until }) => until)].sort((a, b) => a - b)) {
      if (at + length > limit + 1e-6) break;
      const from = taken.reduce(
        (most, other) => other.from < at + length && other.until > at ? Math.max(most, other.depth) : most,
        0,
      );
      if (from < best.from) best = { at, from };
    }
    taken.push({ from: best.at, until: best.at + length, depth: best.from + depth });
    longest = Math.max(longest, best.at + box[along]);
    deepest = Math.max(deepest, best.from + box[across]);
    const [x, y] = along === "width" ? [best.at, best.from] : [best.from, best.at];
    return { x: x - box.x, y: y - box.y };
  });
  return along === "width"
    ? { places, width: longest, height: deepest }
    : { places, width: deepest, height: longest };
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

/** A level in a larger container: at its top, in the middle. */
export function stretched(level: FramedLevel, { width, height }: Size): FramedLevel {
  const by = { x: (width - level.width) / 2, y: 0 };
  return {
    ...level,
    x: level.x.map((x) => x + by.x),
    routes: level.routes.map((route) => moveRoute(route, by)),
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
