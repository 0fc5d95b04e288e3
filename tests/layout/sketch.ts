import type { Box } from "@loom/protocol";
import type { Drawing, DrawnBox, DrawnEdge } from "./drawing.ts";

/** A box as `[x, y, width, height]`. */
export type Frame = readonly [number, number, number, number];
/** A line as `[x, y, x, y, ...]`. */
export type Line = readonly number[];

/** A box of a drawing, in a row. */
export function drawnBox(id: string, frame: Frame, parent?: string): DrawnBox {
  return { ...boxOf(frame), id, parent };
}

/** An edge of a drawing, in a row; its ends are `a` and `b` when not given. */
export function drawnEdge(
  id: string,
  line: Line,
  ends?: readonly [string, string],
  label?: Frame,
): DrawnEdge {
  const [from, to] = ends ?? ["a", "b"];
  const points = line.flatMap((x, i) => i % 2 === 0 ? [{ x, y: line[i + 1] ?? NaN }] : []);
  return { id, from, to, points, label: label && boxOf(label) };
}

/** A drawing of lines only. */
export function drawnLines(...lines: readonly Line[]): Drawing {
  return { boxes: [], edges: lines.map((line, index) => drawnEdge(`e${index}`, line)) };
}

function boxOf([x, y, width, height]: Frame): Box {
  return { x, y, width, height };
}
