import type { Box, Size } from "../../geometry/box.ts";
import type { EdgeRoute } from "../graph/graph.ts";

/** The width of a loop, the distance of two loops, and the height of a loop without a label. */
const REACH = 24;
const GAP = 6;
const HEIGHT = 18;

/** The loops at the right side of a node, from top to bottom, and the room they take. */
export interface LoopPlan extends Size {
  /** From top to bottom. */
  readonly loops: readonly { readonly edge: number; readonly label: Size | undefined }[];
}

/** Plans the edges from a node to itself. */
export function planLoops(loops: LoopPlan["loops"]): LoopPlan {
  const widest = loops.reduce((most, { label }) => Math.max(most, label?.width ?? 0), 0);
  const height = loops.reduce((sum, loop) => sum + heightOf(loop) + GAP, -GAP);
  return { loops, height, width: REACH + (widest > 0 ? GAP + widest : 0) };
}

/** Draws the planned loops at the box of their node; where they need more height than it has they fan out. */
export function drawLoops({ loops, height }: LoopPlan, box: Box): EdgeRoute[] {
  const right = box.x + box.width;
  const step = box.height / (loops.length + 1);
  let y = box.y + (box.height - height) / 2;
  return loops.map((loop, at) => {
    const middle = y + heightOf(loop) / 2;
    y += heightOf(loop) + GAP;
    const anchor = box.y + (at + 1) * step;
    const half = Math.min(7, step / 3);
    // Where there is room the loops are rectangles.
    const [begin, end] = height <= box.height ? [middle - 7, middle + 7] : [anchor - half, anchor + half];
    const points = [
      { x: right, y: begin },
      { x: right + REACH, y: middle - 7 },
      { x: right + REACH, y: middle + 7 },
      { x: right, y: end },
    ];
    if (!loop.label) return { points };
    const place = { x: right + REACH + GAP, y: middle - loop.label.height / 2 };
    return { points, label: { ...place, ...loop.label } };
  });
}

function heightOf({ label }: { readonly label: Size | undefined }): number {
  return Math.max(HEIGHT, label?.height ?? 0);
}
