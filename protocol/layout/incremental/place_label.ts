import type { BoxIndex } from "../../geometry/box_index.ts";
import { type Box, distance, overlaps, type Point, type Size } from "../../geometry/box.ts";

/** The distance of two places along a line, and of two rings around its middle, at which a label is tried. */
const STEP = 12;

/** Rings that are tried before a label is placed whatever it covers. */
const MOST_RINGS = 5_000;

/** Directions from the middle of a line in which a label is tried where the line has no room for it. */
const ASIDE: readonly Point[] = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
];

/**
 * Finds a place for a label: on its line, as near to the middle as can be, else beside it.
 *
 * @param isFree checks whether a box covers nothing
 */
export function placeLabel(
  { width, height }: Size,
  line: readonly Point[],
  isFree: (box: Box) => boolean,
): Box {
  const length = lengthOf(line);
  const at = ({ x, y }: Point): Box => ({ x: x - width / 2, y: y - height / 2, width, height });
  for (let offset = 0; offset <= length / 2; offset += STEP) {
    for (const along of offset === 0 ? [length / 2] : [length / 2 - offset, length / 2 + offset]) {
      const box = at(pointAlong(line, along));
      if (isFree(box)) return box;
    }
  }
  const middle = pointAlong(line, length / 2);
  for (let ring = 1; ring <= MOST_RINGS; ring++) {
    for (const { x, y } of ASIDE) {
      const box = at({ x: middle.x + x * ring * STEP, y: middle.y + y * ring * STEP });
      if (isFree(box)) return box;
    }
  }
  return at(middle);
}

/** Makes a test that a label covers no box, crosses no border of a container, and covers no other label. */
export function freeOf(
  obstacles: readonly Box[],
  containers: readonly Box[],
  labels: Pick<BoxIndex, "hasOverlap">,
): (box: Box) => boolean {
  return (box) =>
    !obstacles.some((other) => overlaps(box, other)) && !labels.hasOverlap(box) &&
    containers.every((container) => !overlaps(box, container) || holds(container, box));
}

function holds(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
}

function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, point, at) => at === 0 ? 0 : sum + distance(line[at - 1]!, point), 0);
}

function pointAlong(line: readonly Point[], along: number): Point {
  let rest = along;
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!];
    const length = distance(a, b);
    if (rest <= length && length > 0) {
      return { x: a.x + (b.x - a.x) * rest / length, y: a.y + (b.y - a.y) * rest / length };
    }
    rest -= length;
  }
  return line.at(-1)!;
}
