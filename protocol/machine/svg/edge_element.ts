import { arrowAlong, roundedPath } from "../../picture/path.ts";
import { element } from "../../picture/xml.ts";
import type { Point } from "../../geometry/box.ts";
import type { DrawnEdge, DrawnInitial } from "../drawing/machine_drawing.ts";
import { type Brush, titleElement } from "./brush.ts";
import { edgeTitle } from "./describe.ts";

const CORNER = 8;
const LINE_WIDTH = 1.5;

/** Writes the line of a transition, through `points`, with its arrow head. */
export function edgeElement(edge: DrawnEdge, points: readonly Point[], brush: Brush): string {
  const attributes = {
    class: edge.kind === "join" ? "slc-edge slc-edge--join" : "slc-edge",
    ...(edge.kind === "join" ? { "data-join": edge.id } : { "data-transition": edge.id }),
    "data-from": edge.from,
    "data-to": edge.to,
  };
  return element(
    "g",
    attributes,
    titleElement(edgeTitle(edge, brush.names)) + arrowElements(points, brush),
  );
}

/** Writes the mark of what is entered by default. */
export function initialElement(initial: DrawnInitial, brush: Brush): string {
  const { center, radius, points } = initial;
  const dot = { cx: center.x, cy: center.y, r: radius, ...brush.palette.attributes({ fill: "edge" }) };
  const attributes = { class: "slc-initial", "data-initial": initial.to };
  return element("g", attributes, element("circle", dot) + arrowElements(points, brush));
}

function arrowElements(points: readonly Point[], { palette }: Brush): string {
  const { line, head } = arrowAlong(points);
  const stroke = palette.attributes({ stroke: "edge" }, "slc-edge-line");
  const fill = palette.attributes({ fill: "edge" }, "slc-arrowhead");
  return element("path", {
    d: roundedPath(line, CORNER),
    ...stroke,
    fill: "none",
    "stroke-width": LINE_WIDTH,
  }) +
    element("path", { d: head, ...fill });
}
