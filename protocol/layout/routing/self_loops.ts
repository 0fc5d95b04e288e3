import type { Box, Insets, Size } from "../../geometry/box.ts";
import type { EdgeRoute } from "../graph/graph.ts";
import type { LevelNode } from "../graph/level.ts";
import { transposedBox, transposedRoute, transposedSize } from "../transpose.ts";

/** The width of a loop, the distance of two loops, and the height of a loop without a label. */
const REACH = 24;
const GAP = 6;
const HEIGHT = 18;

/** The loops at the right or lower side of a node, and the room they take. */
export interface LoopPlan extends Size {
  /** From top to bottom, or from left to right. */
  readonly loops: readonly { readonly edge: number; readonly label: Size | undefined }[];
  /** True at the lower side, where lines leave the node at the right. */
  readonly below: boolean;
}

/** Plans the edges from a node to itself. */
export function planLoops(loops: LoopPlan["loops"], below = false): LoopPlan {
  if (below) {
    const { width, height } = planLoops(loops.map(transposedLoop));
    return { loops, width: height, height: width, below };
  }
  const widest = loops.reduce((most, { label }) => Math.max(most, label?.width ?? 0), 0);
  const height = loops.reduce((sum, loop) => sum + heightOf(loop) + GAP, -GAP);
  return { loops, height, width: REACH + (widest > 0 ? GAP + widest : 0), below };
}

function transposedLoop({ edge, label }: LoopPlan["loops"][number]): LoopPlan["loops"][number] {
  return { edge, label: label && transposedSize(label) };
}

/** The room around a node with the loops at its right side, and with those at its lower side in a turned part. */
export function marginsOf(
  plan: LoopPlan | undefined,
  { width, height }: Size,
  margin: Insets,
): Pick<LevelNode, "margin" | "turnedMargin"> {
  if (plan === undefined) return { margin };
  const below = planLoops(plan.loops, true);
  const over = Math.max(0, (plan.height - height) / 2);
  const beyond = Math.max(0, (below.width - width) / 2);
  return {
    margin: {
      top: Math.max(margin.top, over),
      right: Math.max(margin.right, plan.width),
      bottom: Math.max(margin.bottom, over),
      left: margin.left,
    },
    turnedMargin: {
      top: margin.top,
      right: Math.max(margin.right, beyond),
      bottom: Math.max(margin.bottom, below.height),
      left: Math.max(margin.left, beyond),
    },
  };
}

/** The room of planned loops at the box of their node. */
export function roomOfLoops({ width, height, below }: LoopPlan, box: Box): Box {
  return below
    ? { x: box.x + (box.width - width) / 2, y: box.y + box.height, width, height }
    : { x: box.x + box.width, y: box.y + (box.height - height) / 2, width, height };
}

/** Draws the planned loops at the box of their node; where they need more height than it has they fan out. */
export function drawLoops({ loops, height, width, below }: LoopPlan, box: Box): EdgeRoute[] {
  if (below) {
    const plan = { loops: loops.map(transposedLoop), width: height, height: width, below: false };
    return drawLoops(plan, transposedBox(box)).map(transposedRoute);
  }
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
