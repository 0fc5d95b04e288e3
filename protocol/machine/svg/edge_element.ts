import { arrowAlong, roundedPath } from "../../picture/path.ts";
import { decimal, element } from "../../picture/xml.ts";
import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnEdge, DrawnGlyph, DrawnInitial, DrawnState } from "../draw/machine_drawing.ts";
import { textElement, titleElement } from "../../picture/svg_text.ts";
import { type Brush, plateFill } from "./brush.ts";
import { edgeTitle } from "./describe.ts";
import { MARK_LOOKS, type MarkLook } from "../../picture/marks.ts";

/** The radius of the corners of lines. */
export const LINE_CORNER = 8;
const LINE_WIDTH = 1.5;
const MARKED_LINE_WIDTH = 2.5;
const PLATE_CORNER = 6;
/** The side of the square that glyphs are drawn in. */
const GLYPH_UNITS = 24;

/** Writes the line of a transition, through `points`, with its arrow head. */
export function edgeElement(edge: DrawnEdge, points: readonly Point[], brush: Brush): string {
  const attributes = {
    class: edge.kind === "transition" ? "slc-edge" : `slc-edge slc-edge--${edge.kind}`,
    ...(edge.kind === "join" ? { "data-join": edge.id } : { "data-transition": edge.id }),
    "data-from": edge.from,
    "data-to": edge.to,
  };
  return element(
    "g",
    attributes,
    titleElement(edgeTitle(edge, brush.names)) + arrowElements(points, brush, lookOf(edge, brush), edge.hops),
  );
}

/** Writes the mark of a default state. */
export function initialElement(initial: DrawnInitial, brush: Brush): string {
  const { center, radius, points } = initial;
  const dot = { cx: center.x, cy: center.y, r: radius, ...brush.palette.attributes({ fill: "label" }) };
  const attributes = { class: "slc-initial", "data-initial": initial.to };
  return element("g", attributes, element("circle", dot) + arrowElements(points, brush, undefined));
}

/** The look of a line. */
interface LineLook extends Pick<MarkLook, "color" | "dash"> {
  readonly width?: number;
}

/** The width of the line of the transition that was taken most often. */
const HOTTEST_LINE_WIDTH = 4;

/** The look of a transition on which an overlay has a mark or steps. */
function lookOf(
  { id: own, kind }: DrawnEdge,
  { overlay }: Brush,
): LineLook | undefined {
  // The line to a further target is one of its transition.
  const id = kind === "further" ? own.slice(0, own.lastIndexOf(":")) : own;
  const mark = overlay.transitions.get(id);
  if (mark) return MARK_LOOKS[mark];
  const count = overlay.heat.get(id);
  if (count !== undefined) {
    const most = Math.max(...overlay.heat.values());
    return { color: "accent", width: LINE_WIDTH + (HOTTEST_LINE_WIDTH - LINE_WIDTH) * count / most };
  }
  return overlay.steps.has(id) ? { color: "accent" } : undefined;
}

function arrowElements(
  points: readonly Point[],
  { palette }: Brush,
  look: LineLook | undefined,
  hops: readonly Point[] = [],
): string {
  const { line, head } = arrowAlong(points);
  const stroke = palette.attributes({ stroke: look?.color ?? "edge" }, "slc-edge-line");
  const fill = palette.attributes({ fill: look?.color ?? "edge" }, "slc-arrowhead");
  return element("path", {
    d: roundedPath(line, LINE_CORNER, hops),
    ...stroke,
    fill: "none",
    "stroke-width": look ? look.width ?? MARKED_LINE_WIDTH : LINE_WIDTH,
    "stroke-dasharray": look?.dash,
  }) +
    element("path", { d: head, ...fill });
}

/**
 * The corners of a line whose ends are on the outlines of its states: the ends of a history state are half
 * circles inside its box.
 */
export function linePoints(edge: DrawnEdge, states: ReadonlyMap<string, DrawnState>): readonly Point[] {
  const points = [...edge.points];
  const [first] = points;
  const last = points.at(-1);
  const source = states.get(edge.from);
  const target = states.get(edge.to);
  if (first && source) points[0] = onOutline(first, source);
  if (last && target) points[points.length - 1] = onOutline(last, target);
  return points;
}

/** The point of a state's outline for one on its box. */
function onOutline(point: Point, { shape, box }: DrawnState): Point {
  if (shape === "history") return onRoundEnds(point, box);
  return shape === "choice" ? onDiamond(point, box) : point;
}

/** The point of a diamond straight inwards from a point on its box. */
function onDiamond(point: Point, { x, y, width, height }: Box): Point {
  const [right, down] = [(point.x - x) / width * 2 - 1, (point.y - y) / height * 2 - 1];
  // On the upper or lower side of the box the line goes down or up, else across.
  if (Math.abs(down) >= Math.abs(right)) {
    return { x: point.x, y: y + height / 2 * (1 + Math.sign(down) * (1 - Math.abs(right))) };
  }
  return { x: x + width / 2 * (1 + Math.sign(right) * (1 - Math.abs(down))), y: point.y };
}

/** The point of an outline with half circles for ends, straight inwards from a point on its box. */
function onRoundEnds(point: Point, { x, y, width, height }: Box): Point {
  const radius = height / 2;
  if ((point.x <= x || point.x >= x + width) && point.y > y && point.y < y + height) {
    const off = point.y - (y + radius);
    const inwards = radius - Math.sqrt(Math.max(0, radius * radius - off * off));
    return { x: point.x <= x ? x + inwards : x + width - inwards, y: point.y };
  }
  const beyond = Math.min(radius, Math.max(x + radius - point.x, point.x - (x + width - radius), 0));
  const inwards = radius - Math.sqrt(radius * radius - beyond * beyond);
  return { x: point.x, y: point.y < y + radius ? point.y + inwards : point.y - inwards };
}

/** Writes the plate of a transition; `""` for one without a label. */
export function labelElement(edge: DrawnEdge, brush: Brush): string {
  const { label } = edge;
  if (!label) return "";
  const fill = plateFill(label.box, brush.grounds);
  const plate = brush.palette.attributes(
    { fill, stroke: lookOf(edge, brush)?.color ?? "chipStroke" },
    "slc-chip-plate",
  );
  const parts = [
    titleElement(edgeTitle(edge, brush.names)),
    element("rect", { ...label.box, rx: PLATE_CORNER, ...plate }),
    label.glyph ? glyphElement(label.glyph, brush) : "",
    label.event ? textElement(label.event, "label", "slc-chip-text", brush) : "",
    label.guard ? textElement(label.guard, "label", "slc-chip-guard", brush) : "",
    label.actions ? textElement(label.actions, "muted", "slc-chip-actions", brush) : "",
  ];
  return element("g", { class: "slc-chip", "data-label": edge.id }, parts.join(""));
}

function glyphElement({ glyph, x, y, size }: DrawnGlyph, { palette }: Brush): string {
  const attributes = {
    ...palette.attributes({ stroke: "muted" }, `slc-glyph slc-glyph--${glyph.id}`),
    fill: "none",
    "stroke-width": glyph.strokeWidth,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    transform: `translate(${decimal(x)} ${decimal(y)}) scale(${decimal(size / GLYPH_UNITS)})`,
  };
  const paths = glyph.paths.map((d) => element("path", { d }));
  const circles = (glyph.circles ?? []).map(({ cx, cy, r, filled }) =>
    element("circle", { cx, cy, r, ...(filled ? palette.attributes({ fill: "muted" }) : {}) })
  );
  return element("g", attributes, [...paths, ...circles].join(""));
}
