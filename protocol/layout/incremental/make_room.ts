import { type Box, evenly, expanded, overlaps, type Point } from "../../geometry/box.ts";

/** The distance that a box keeps from one that grew. */
const GAP = 16;

/**
 * Finds the moves that make room for boxes that grew: boxes that a grown one covers move to the right or down,
 * past everything else, and all others stay. Of two that grew over each other the upper one stays. Boxes that
 * overlapped before may still overlap.
 *
 * @param before the boxes as they were given; `undefined` for one that was not
 * @returns the moves, by index, of those that move
 */
export function makeRoom(before: readonly (Box | undefined)[], now: readonly Box[]): Map<number, Point> {
  const downwards = (a: number, b: number) => now[a]!.y - now[b]!.y || now[a]!.x - now[b]!.x || a - b;
  const grown = [...now.keys()].filter((index) => isLarger(now[index]!, before[index])).sort(downwards);
  const rank = new Map(grown.map((index, at) => [index, at]));
  const isPushed = (index: number) =>
    before[index] !== undefined &&
    grown.slice(0, rank.get(index)).some((at) =>
      overlaps(now[at]!, now[index]!) && !overlaps(before[at]!, before[index]!)
    );
  const pushed = [...now.keys()].filter(isPushed).sort(downwards);
  const moves = new Map<number, Point>();
  if (pushed.length === 0) return moves;
  const moving = new Set(pushed);
  const settled = now.flatMap((box, index) => moving.has(index) ? [] : [expanded(box, evenly(GAP))]);
  for (const index of pushed) {
    let box = now[index]!;
    for (
      let blocker = settled.find((other) => overlaps(other, box));
      blocker;
      blocker = settled.find((other) => overlaps(other, box))
    ) {
      const [right, bottom] = [blocker.x + blocker.width, blocker.y + blocker.height];
      box = right - box.x <= bottom - box.y ? { ...box, x: right } : { ...box, y: bottom };
    }
    moves.set(index, { x: box.x - now[index]!.x, y: box.y - now[index]!.y });
    settled.push(expanded(box, evenly(GAP)));
  }
  return moves;
}

function isLarger(now: Box, before: Box | undefined): boolean {
  return before !== undefined &&
    (now.x < before.x || now.y < before.y || now.x + now.width > before.x + before.width ||
      now.y + now.height > before.y + before.height);
}
