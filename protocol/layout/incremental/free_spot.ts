import {
  boundsOf,
  type Box,
  evenly,
  expanded,
  middleOf,
  overlaps,
  type Point,
  type Size,
} from "../../geometry/box.ts";

/** The number of nearest boxes beside which a spot is tried. */
const NEAREST = 12;

/** The largest number of free spots that are tried for one that disturbs nothing. */
const MOST_TRIES = 300;

/** The cost of a unit outside of the room, in units of distance. */
const OUTSIDE = 4;

/**
 * Finds a free spot near a point: beside, or aligned with, one of the nearest boxes, and within the room if
 * possible.
 *
 * @param wish the preferred center of the spot
 * @param room the room inside the container as it is; `undefined` when the container may grow freely
 * @param disturbed the number of nodes that would have to move for a spot; the spot with the least number is
 * chosen
 * @returns the top left corner, in whole units
 */
export function freeSpot(
  size: Size,
  taken: readonly Box[],
  wish: Point,
  room: Box | undefined,
  gap: number,
  disturbed: (spot: Box) => number = () => 0,
): Point {
  const start = { x: Math.round(wish.x - size.width / 2), y: Math.round(wish.y - size.height / 2) };
  if (taken.length === 0) return room ? { x: Math.round(room.x), y: Math.round(room.y) } : start;
  const kept = taken.map((box) => expanded(box, evenly(gap)));
  const near = kept.toSorted((a, b) => distanceTo(a, wish) - distanceTo(b, wish)).slice(0, NEAREST);
  const xs = new Set([start.x]);
  const ys = new Set([start.y]);
  for (const box of near) {
    for (const x of [box.x - size.width, box.x + gap, middleOf(box).x - size.width / 2, box.x + box.width]) {
      xs.add(Math.round(x));
    }
    for (
      const y of [box.y - size.height, box.y + gap, middleOf(box).y - size.height / 2, box.y + box.height]
    ) ys.add(Math.round(y));
  }
  const spots = [...xs].flatMap((x) =>
    [...ys].map((y) => ({ x, y, cost: costOf({ x, y, ...sizeOf(size) }, wish, room) }))
  )
    .sort((a, b) => a.cost - b.cost || a.y - b.y || a.x - b.x);
  let best: { readonly spot: Point; readonly count: number } | undefined;
  let tries = 0;
  for (const { x, y } of spots) {
    const box = { x, y, ...sizeOf(size) };
    if (kept.some((other) => overlaps(other, box))) continue;
    const count = disturbed(box);
    if (best === undefined || count < best.count) best = { spot: { x, y }, count };
    if (count === 0 || ++tries === MOST_TRIES) break;
  }
  if (best) return best.spot;
  const all = boundsOf(kept);
  return { x: Math.round(all.x + gap), y: Math.round(all.y + all.height) };
}

function costOf(spot: Box, wish: Point, room: Box | undefined): number {
  const middle = middleOf(spot);
  const away = Math.abs(middle.x - wish.x) + Math.abs(middle.y - wish.y);
  if (!room) return away;
  const outside = Math.max(0, room.x - spot.x) + Math.max(0, room.y - spot.y) +
    Math.max(0, spot.x + spot.width - room.x - room.width) +
    Math.max(0, spot.y + spot.height - room.y - room.height);
  return away + OUTSIDE * outside;
}

function distanceTo(box: Box, point: Point): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  return dx + dy;
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
