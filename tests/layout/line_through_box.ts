import type { Box, Point } from "@loom/protocol";

/**
 * Tells whether a straight line enters a box.
 *
 * @param slack how deep it must come in to count
 */
export function entersBox(a: Point, b: Point, box: Box, slack: number): boolean {
  const left = box.x + slack;
  const right = box.x + box.width - slack;
  const top = box.y + slack;
  const bottom = box.y + box.height - slack;
  if (left >= right || top >= bottom) return false;
  // Liang and Barsky: what is left of the segment after clipping it at each side.
  let begin = 0;
  let end = 1;
  const clip = (along: number, room: number): boolean => {
    if (along === 0) return room > 0;
    const at = room / along;
    if (along > 0) end = Math.min(end, at);
    else begin = Math.max(begin, at);
    return begin < end;
  };
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return clip(-dx, a.x - left) && clip(dx, right - a.x) && clip(-dy, a.y - top) && clip(dy, bottom - a.y);
}
