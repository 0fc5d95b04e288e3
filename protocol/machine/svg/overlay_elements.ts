import type { Point } from "../../geometry/box.ts";
import { measuredText, placedText } from "../../picture/drawn_text.ts";
import { type Legend, legendBelow, type LegendRow, markRows } from "../../picture/marks.ts";
import { textElement } from "../../picture/svg_text.ts";
import { element } from "../../picture/xml.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";
import type { Brush } from "./brush.ts";

const BADGE = { height: 18, side: 6 };
const BADGE_FACE = { size: 10, weight: 600 } as const;

/** Writes the numbers of the steps of a walk, and how often transitions were taken, beside what they are steps of. */
export function stepElements(drawing: MachineDrawing, brush: Brush): string[] {
  const places = new Map<string, Point>();
  for (const { id, label, points } of drawing.edges) {
    places.set(id, label ? { x: label.box.x, y: label.box.y } : middleOf(points));
  }
  for (const { box, rows } of drawing.states) {
    for (const { id, text } of rows) {
      if (id !== undefined) places.set(id, { x: box.x + box.width, y: text.y - 4 });
    }
  }
  const words = [
    ...[...brush.overlay.steps].map(([id, numbers]) => [id, numbers.join(", ")] as const),
    ...[...brush.overlay.heat].map(([id, count]) => [id, `${count}×`] as const),
  ];
  return words.flatMap(([id, text]) => {
    const place = places.get(id);
    return place ? [badgeElement(place, text, brush)] : [];
  });
}

/** The point in the middle of the longest part of a line. */
function middleOf(points: readonly Point[]): Point {
  let [most, middle] = [-1, points[0] ?? { x: 0, y: 0 }];
  points.slice(1).forEach((to, at) => {
    const from = points[at] ?? to;
    const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    if (length > most) [most, middle] = [length, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }];
  });
  return middle;
}

function badgeElement({ x, y }: Point, words: string, brush: Brush): string {
  const text = measuredText(words, BADGE_FACE, Infinity);
  const width = Math.max(BADGE.height, text.width + 2 * BADGE.side);
  const plate = {
    x: x - width / 2,
    y: y - BADGE.height / 2,
    width,
    height: BADGE.height,
    rx: BADGE.height / 2,
    ...brush.palette.attributes({ fill: "accent" }, "slc-step-plate"),
  };
  const word = textElement(placedText(text, x, y + 3.6, "middle"), "surface", "slc-step-number", brush);
  return element("g", { class: "slc-step" }, element("rect", plate) + word);
}

/** Writes the legend of the marks that an overlay has; `undefined` without any. */
export function legendOf(drawing: MachineDrawing, brush: Brush): Legend | undefined {
  const { states, transitions, steps, heat } = brush.overlay;
  const used = new Set([...states.values(), ...transitions.values()]);
  if (used.size + steps.size + heat.size === 0) return undefined;
  const rows: LegendRow[] = markRows(used);
  if (steps.size > 0) rows.push({ words: "1, 2, … steps", color: "accent" });
  if (heat.size > 0) rows.push({ words: "n× taken n times", color: "accent" });
  if (brush.active.size > 0) rows.push({ words: "active", color: "active" });
  return legendBelow(drawing, rows, brush.palette);
}
