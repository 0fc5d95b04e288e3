import { decimal, element } from "../../picture/xml.ts";
import type { DrawnEdge, DrawnGlyph } from "../drawing/machine_drawing.ts";
import { type Brush, textElement, titleElement } from "./brush.ts";
import { edgeTitle } from "./describe.ts";

const CORNER = 6;
/** The square that glyphs are drawn in. */
const GLYPH_UNITS = 24;

/** Writes the plate that names a transition; nothing for one without a label. */
export function labelElement(edge: DrawnEdge, brush: Brush): string {
  const { label } = edge;
  if (!label) return "";
  const plate = brush.palette.attributes({ fill: "chipFill", stroke: "chipStroke" }, "slc-chip-plate");
  const parts = [
    titleElement(edgeTitle(edge, brush.names)),
    element("rect", { ...label.box, rx: CORNER, ...plate }),
    label.glyph ? glyphElement(label.glyph, brush) : "",
    label.event ? textElement(label.event, "label", "slc-chip-text", brush) : "",
    label.guard ? textElement(label.guard, "muted", "slc-chip-guard", brush) : "",
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
