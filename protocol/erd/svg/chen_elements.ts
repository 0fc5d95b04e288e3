import type { Box, Point } from "../../geometry/box.ts";
import type { Palette } from "../../picture/palette.ts";
import { roundedPath } from "../../picture/path.ts";
import { textElement } from "../../picture/svg_text.ts";
import { decimal, element } from "../../picture/xml.ts";
import type { ChenDiamond, ChenEntity, ChenLine, ChenOval } from "../draw/chen_drawing.ts";

const LINE_WIDTH = 1.4;
/** Half the distance between the lines of a double line. */
const HALF_DOUBLE = 2;
const INSET = 4;
/** The length of the straight end of a double line. */
const STEM = 12;

/** Writes a line between an entity and a diamond: total participation as a double line. */
export function chenLineElement(
  { index, entity, points, total }: ChenLine,
  palette: Palette,
): string {
  const d = roundedPath(total ? withStem(points) : points, 8);
  const stroke = { d, fill: "none" };
  const edge = palette.attributes({ stroke: "edge" }, "slc-erd-line");
  const surface = palette.attributes({ stroke: "surface" });
  // A double line is a broad one with the board on top of its middle.
  const lines = total
    ? [
      element("path", { ...stroke, ...edge, "stroke-width": 2 * HALF_DOUBLE + LINE_WIDTH }),
      element("path", { ...stroke, ...surface, "stroke-width": 2 * HALF_DOUBLE - LINE_WIDTH }),
    ]
    : [element("path", { ...stroke, ...edge, "stroke-width": LINE_WIDTH })];
  const attributes = { class: "slc-erd-rel", "data-relationship": index, "data-end": entity };
  return element("g", attributes, lines.join(""));
}

/** Writes the number of a line on a plate, so that it is plain which line it is about. */
export function numberElement({ index, cardinality }: ChenLine, palette: Palette): string {
  const { x, y, width, size } = cardinality;
  const plate = { x: x - width / 2 - 2, y: y - size + 1, width: width + 4, height: size + 1, rx: 2 };
  const parts = [
    element("rect", { ...plate, ...palette.attributes({ fill: "surface" }, "slc-erd-plate") }),
    textElement(cardinality, "label", "slc-erd-card", { palette }),
  ];
  return element("g", { class: "slc-erd-number", "data-number": index }, parts.join(""));
}

/** A line that comes straight into the tip of its diamond, which covers the corners of a broad end. */
function withStem(points: readonly Point[]): readonly Point[] {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (tip === undefined || before === undefined) return points;
  const towards = Math.sign(tip.y - before.y);
  const at = (distance: number) => ({ x: tip.x, y: tip.y + towards * distance });
  return [...points.slice(0, -1), at(-STEM), at(INSET)];
}

/** Writes an entity with its attributes. */
export function chenEntityElement(entity: ChenEntity, palette: Palette, isActive: boolean): string {
  const { name, weak, box, title, ovals } = entity;
  const stroke = isActive ? "active" : "nodeStroke";
  const outline = { ...palette.attributes({ fill: "nodeFill", stroke }, "slc-node"), "stroke-width": 1.4 };
  const parts = [
    ...ovals.map((oval) => ovalElement(oval, palette)),
    element("rect", { ...box, rx: 2, ...outline }),
    weak
      ? element("rect", {
        ...inner(box),
        rx: 1,
        fill: "none",
        ...palette.attributes({ stroke }, "slc-erd-weak"),
      })
      : "",
    textElement(title, "label", "slc-node-name", { palette }),
  ];
  return element("g", { class: "slc-erd-entity", "data-entity": name }, parts.join(""));
}

function inner({ x, y, width, height }: Box): Box {
  return { x: x + INSET, y: y + INSET, width: width - 2 * INSET, height: height - 2 * INSET };
}

function ovalElement(
  { name, center, rx, ry, text, underline, isState, line }: ChenOval,
  palette: Palette,
): string {
  const [from, to] = line;
  const stroke = isState ? "active" : "nodeStroke";
  const classes = underline === "none" ? "slc-erd-oval-text" : "slc-erd-oval-text slc-erd-oval-text--pk";
  const parts = [
    element("line", {
      x1: from.x,
      y1: from.y,
      x2: to.x,
      y2: to.y,
      ...palette.attributes({ stroke: "nodeStroke" }, "slc-erd-attr-line"),
    }),
    element("ellipse", {
      cx: center.x,
      cy: center.y,
      rx,
      ry,
      ...palette.attributes({ fill: "nodeFill", stroke }, "slc-erd-oval"),
    }),
    textElement(text, isState ? "active" : "label", classes, { palette }),
    ...(underline === "none" ? [] : [text, ...text.more ?? []]).map(({ width, y }) =>
      element("line", {
        x1: center.x - width / 2,
        x2: center.x + width / 2,
        y1: y + 2.5,
        y2: y + 2.5,
        "stroke-dasharray": underline === "dashed" ? "3 2" : undefined,
        ...palette.attributes({ stroke: "label" }, "slc-erd-key-line"),
      })
    ),
  ];
  return element("g", { class: "slc-erd-attribute", "data-attribute": name }, parts.join(""));
}

/** Writes the diamond of a relationship, double when it identifies a weak entity. */
export function diamondElement(diamond: ChenDiamond, palette: Palette): string {
  const { index, center, half, identifying, label, ovals } = diamond;
  const outline = palette.attributes({ fill: "chipFill", stroke: "edge" }, "slc-erd-diamond");
  const smaller = { x: half.x - 2 * INSET, y: half.y - INSET };
  const parts = [
    ...ovals.map((oval) => ovalElement(oval, palette)),
    element("path", { d: diamondPath(center, half), ...outline, "stroke-width": LINE_WIDTH }),
    identifying ? element("path", { d: diamondPath(center, smaller), ...outline }) : "",
    textElement(label, "label", "slc-erd-rel-label", { palette }),
  ];
  return element("g", { class: "slc-erd-rel", "data-diamond": index }, parts.join(""));
}

function diamondPath({ x, y }: Point, half: Point): string {
  const corners = [[x, y - half.y], [x + half.x, y], [x, y + half.y], [x - half.x, y]] as const;
  return `M${corners.map(([cx, cy]) => `${decimal(cx)} ${decimal(cy)}`).join("L")}Z`;
}
