import { type Box, distance, type Point, type Size } from "../../geometry/box.ts";

/** The distance of two places along a line, and of two rings around its middle, at which a label is tried. */
const STEP = 8;
const RING = 12;
/** Rings that are tried before a label is placed whatever it covers. */
const MOST_RINGS = 5_000;
/** The cost of a label that covers a corner of its line, and of a unit of distance from the middle. */
const AT_CORNER = 40;
const OFF_MIDDLE = 0.1;
/** The part of a line that shows at both ends of a label, and the length of an arrow head with the cost of covering one. */
const SHOWN = 8;
const HEAD = 12;
const ON_HEAD = 120;

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

/** A place of a label, and its cost; infinite where it is not on its line. */
export interface LabelPlace {
  readonly box: Box;
  readonly cost: number;
}

/**
 * Finds a place for a label: on its line, as near to the middle as can be, else beside it.
 *
 * @param costOf The cost of what a box covers, exact below `enough`; infinite for what a label must not cover.
 */
export function placeLabel(
  size: Size,
  line: readonly Point[],
  costOf: (box: Box, enough?: number) => number,
): LabelPlace {
  const at = ({ x, y }: Point): Box => ({
    x: x - size.width / 2,
    y: y - size.height / 2,
    width: size.width,
    height: size.height,
  });
  let best: LabelPlace | undefined;
  for (const { point, cost } of placesAlong(line, size)) {
    if (best && cost >= best.cost) break;
    const box = at(point);
    const least = best?.cost ?? Infinity;
    const whole = cost + costOf(box, least - cost);
    if (whole < least) best = { box, cost: whole };
  }
  if (best) return best;
  const middle = pointAlong(line, lengthOf(line) / 2);
  for (let ring = 1; ring <= MOST_RINGS; ring++) {
    for (const { x, y } of ASIDE) {
      const box = at({ x: middle.x + x * ring * RING, y: middle.y + y * ring * RING });
      if (costOf(box, 0) < Infinity) return { box, cost: Infinity };
    }
  }
  return { box: at(middle), cost: Infinity };
}

/** Places on a line, the cheapest first. */
function placesAlong(line: readonly Point[], { width, height }: Size): { point: Point; cost: number }[] {
  const half = lengthOf(line) / 2;
  if (half === 0) return line.slice(0, 1).map((point) => ({ point, cost: 0 }));
  const places: { point: Point; cost: number }[] = [];
  let before = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!];
    const length = distance(from, to);
    if (length === 0) continue;
    const [across, along] = [Math.abs(to.x - from.x) / length, Math.abs(to.y - from.y) / length];
    const reach = SHOWN + (across * width + along * height) / 2;
    const middle = Math.min(length, Math.max(0, half - before));
    const steps = new Set([
      middle,
      length / 2,
      Math.min(reach, length / 2),
      Math.max(length / 2, length - reach),
    ]);
    for (let step = STEP; step < length; step += STEP) steps.add(step);
    for (const step of steps) {
      const missing = Math.max(0, reach - step) + Math.max(0, reach - (length - step));
      const isOnHead = before + step + reach - SHOWN > 2 * half - HEAD;
      const cost = OFF_MIDDLE * Math.abs(before + step - half) + (missing > 0.5 ? AT_CORNER + missing : 0) +
        (isOnHead ? ON_HEAD : 0);
      const share = step / length;
      places.push({
        point: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
        cost,
      });
    }
    before += length;
  }
  return places.sort((a, b) => a.cost - b.cost);
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
