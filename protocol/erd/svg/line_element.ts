import type { Point } from "../../geometry/box.ts";
import type { Palette } from "../../picture/palette.ts";
import { roundedPath } from "../../picture/path.ts";
import { textElement } from "../../picture/svg_text.ts";
import { decimal, element } from "../../picture/xml.ts";
import type { DrawnInheritance, DrawnRelationship, RelationshipEnd } from "../draw/erd_drawing.ts";

const CORNER = 10;
const LINE_WIDTH = 1.5;
const PLATE_CORNER = 6;
/** Half the width of a bar and of a foot. */
const HALF = 6;
/** The distances of the marks from the box. */
const BAR = 9;
const SECOND_BAR = 14;
const FOOT = 12;
const BAR_AT_FOOT = 17;
const RING = 4.5;

/** Writes the line of a relationship, with the marks of its ends and its hops over other lines. */
export function lineElement(
  relationship: DrawnRelationship,
  palette: Palette,
  hops: readonly Point[] = [],
): string {
  const { index, from, to, points, ends, roles } = relationship;
  const stroke = { fill: "none", "stroke-width": LINE_WIDTH };
  const line = palette.attributes({ stroke: "edge" }, "slc-erd-line");
  const mark = palette.attributes({ stroke: "edge" }, "slc-erd-mark");
  const parts = [
    element("path", { d: roundedPath(points, CORNER, hops), ...stroke, ...line }),
    ...ends.map((end) => element("path", { d: markPath(end), ...stroke, ...mark })),
    ...ends.flatMap((end) => end.minimum === 0 ? [ringElement(end, palette)] : []),
    ...roles.map((role) => textElement(role, "muted", "slc-erd-role", { palette })),
  ];
  const attributes = {
    class: "slc-erd-rel",
    "data-relationship": index,
    "data-from": from,
    "data-to": to,
  };
  return element("g", attributes, parts.join(""));
}

/** Half the width and the height of the triangle at a general entity. */
const TRIANGLE = { half: 7, height: 13 };

/** Writes the line of a special entity, with a hollow triangle at the border of the general one. */
export function inheritanceElement(
  { general, special, points }: DrawnInheritance,
  palette: Palette,
): string {
  const [tip, next] = points;
  if (!tip || !next) return "";
  const stroke = { "stroke-width": LINE_WIDTH };
  const length = Math.hypot(next.x - tip.x, next.y - tip.y) || 1;
  const [x, y] = [(next.x - tip.x) / length, (next.y - tip.y) / length];
  const corner = (side: number) =>
    `${decimal(tip.x + x * TRIANGLE.height - y * side)} ${decimal(tip.y + y * TRIANGLE.height + x * side)}`;
  const triangle = `M${decimal(tip.x)} ${decimal(tip.y)}L${corner(TRIANGLE.half)}L${corner(-TRIANGLE.half)}Z`;
  const parts = [
    element("path", {
      d: roundedPath(points, CORNER),
      fill: "none",
      ...stroke,
      ...palette.attributes({ stroke: "edge" }, "slc-erd-line"),
    }),
    element("path", {
      d: triangle,
      ...stroke,
      ...palette.attributes({ fill: "surface", stroke: "edge" }, "slc-erd-triangle"),
    }),
  ];
  return element(
    "g",
    { class: "slc-erd-extends", "data-special": special, "data-general": general },
    parts.join(""),
  );
}

/** The bars and the foot of an end, without the ring of "none". */
function markPath(end: RelationshipEnd): string {
  const { maximum, minimum } = end;
  const bar = (distance: number) => `M${at(end, distance, -HALF)}L${at(end, distance, HALF)}`;
  if (maximum === "one") return bar(BAR) + (minimum === 1 ? bar(SECOND_BAR) : "");
  const toe = (offset: number) => `M${at(end, FOOT, 0)}L${at(end, 0, offset)}`;
  return toe(-HALF) + toe(HALF) + (minimum === 1 ? bar(BAR_AT_FOOT) : "");
}

/** A point at a distance from the box, and as far beside the line. */
function at({ point, away }: RelationshipEnd, distance: number, beside: number): string {
  const x = point.x + away.x * distance - away.y * beside;
  const y = point.y + away.y * distance + away.x * beside;
  return `${decimal(x)} ${decimal(y)}`;
}

/** The ring that says that there may be none; the board shows through the line in it. */
function ringElement({ maximum, point, away }: RelationshipEnd, palette: Palette): string {
  const distance = (maximum === "one" ? BAR : FOOT) + RING + 1;
  return element("circle", {
    cx: point.x + away.x * distance,
    cy: point.y + away.y * distance,
    r: RING,
    "stroke-width": LINE_WIDTH,
    ...palette.attributes({ fill: "surface", stroke: "edge" }, "slc-erd-mark"),
  });
}

/** Writes the plate of a relationship; `""` for one without a label. */
export function plateElement({ label, index }: DrawnRelationship, palette: Palette): string {
  if (!label) return "";
  const plate = palette.attributes({ fill: "chipFill", stroke: "chipStroke" }, "slc-chip-plate");
  const parts = [
    element("rect", { ...label.box, rx: PLATE_CORNER, ...plate }),
    textElement(label.text, "label", "slc-erd-rel-label", { palette }),
  ];
  return element("g", { class: "slc-chip", "data-label": index }, parts.join(""));
}
