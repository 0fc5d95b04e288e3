import { type Box, distance, type Point } from "../geometry/box.ts";
import { blockWidth, measuredText, placedText } from "./drawn_text.ts";
import type { ElementMark, OverlayMark, PictureOverlay } from "./overlay.ts";
import type { Palette } from "./palette.ts";
import { roundedPath } from "./path.ts";
import { textElement, titleElement } from "./svg_text.ts";
import type { CanvasTheme } from "./theme.ts";
import { element } from "./xml.ts";

/** The look of a mark: its colour, and a sign and a dash for those who do not see colours. */
export interface MarkLook {
  readonly color: keyof CanvasTheme;
  readonly sign: string;
  readonly dash?: string;
  readonly opacity?: number;
}

/** The looks of marks; the order is that of the legend. */
export const MARK_LOOKS: Readonly<Record<OverlayMark, MarkLook>> = {
  added: { color: "active", sign: "+" },
  changed: { color: "drawSource", sign: "~" },
  removed: { color: "danger", sign: "−", dash: "6 4" },
  covered: { color: "active", sign: "✓" },
  missed: { color: "faint", sign: "○", dash: "2 4", opacity: 0.7 },
  error: { color: "danger", sign: "×" },
  warning: { color: "drawSource", sign: "!" },
};

/** A legend below a drawing, and the room that it takes. */
export interface Legend {
  readonly elements: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** A line of a legend. */
export interface LegendRow {
  readonly words: string;
  readonly color: keyof CanvasTheme;
  readonly dash?: string;
}

/** The lines of a legend for marks. */
export function markRows(used: ReadonlySet<OverlayMark>): LegendRow[] {
  return Object.entries(MARK_LOOKS).flatMap(([mark, { color, sign, dash }]) =>
    [...used].some((one) => one === mark)
      ? [{ words: `${sign} ${mark}`, color, ...(dash ? { dash } : {}) }]
      : []
  );
}

const LEGEND = { top: 20, height: 20, swatch: 22, gap: 6, between: 20 };
const LEGEND_FACE = { size: 11, weight: 400 } as const;

/** Writes a legend below a drawing; `undefined` without lines. */
export function legendBelow(
  { x, y, height }: Box,
  rows: readonly LegendRow[],
  palette: Palette,
): Legend | undefined {
  if (rows.length === 0) return undefined;
  let left = x;
  const middle = y + height + LEGEND.top + LEGEND.height / 2;
  const elements = rows.map(({ words, color, dash }) => {
    const text = measuredText(words, LEGEND_FACE, Infinity);
    const line = element("line", {
      x1: left,
      y1: middle,
      x2: left + LEGEND.swatch,
      y2: middle,
      ...palette.attributes({ stroke: color }, "slc-legend-line"),
      "stroke-width": 3,
      "stroke-dasharray": dash,
    });
    const start = left + LEGEND.swatch + LEGEND.gap;
    const word = textElement(placedText(text, start, middle + 4), "label", "slc-legend-text", { palette });
    left = start + blockWidth(text) + LEGEND.between;
    return element("g", { class: "slc-legend" }, line + word);
  });
  return { elements, width: left - x - LEGEND.between, height: LEGEND.top + LEGEND.height };
}

const SIGN = { radius: 8, size: 11 };
const OUTSET = 2;
/** The band of colour behind a marked line. */
const BAND = { width: 9, corner: 8 };

/** A line of a drawing, as marks find it. */
export interface MarkedLine {
  /** Its parts, each with its corners. */
  readonly lines: readonly (readonly Point[])[];
  /** The point for the sign. Default: the middle of the longest straight part. */
  readonly sign?: Point | undefined;
}

/**
 * Puts the marks of an overlay on a drawing: an outline and a sign on every marked box, a band and a sign on every marked line,
 * and a legend below.
 *
 * @param places The boxes and lines of the elements that the drawing shows, by their keys.
 */
export function withMarks(
  drawing: Box,
  content: readonly string[],
  places: ReadonlyMap<string, Box | MarkedLine>,
  overlay: PictureOverlay | undefined,
  palette: Palette,
): { readonly drawing: Box; readonly content: readonly string[] } {
  const marks = new Map<string, ElementMark>();
  for (const one of overlay?.elements ?? []) {
    const key = one.keys.find((key) => places.has(key));
    if (key !== undefined && !marks.has(key)) marks.set(key, one);
  }
  if (marks.size === 0) return { drawing, content };
  const bands: string[] = [];
  const drawn = [...marks].flatMap(([key, mark]) => {
    const place = places.get(key);
    if (!place) return [];
    if (!("lines" in place)) return [markElement(place, mark, palette)];
    // Bands are below everything else, so that texts and borders stay readable.
    bands.push(bandElement(place, mark, palette));
    return [group(mark, signElement(place.sign ?? middleOf(place.lines), mark.mark, palette))];
  });
  const legend = legendBelow(
    drawing,
    markRows(new Set([...marks.values()].map(({ mark }) => mark))),
    palette,
  );
  const { width = 0, height = 0 } = legend ?? {};
  return {
    drawing: { ...drawing, width: Math.max(drawing.width, width), height: drawing.height + height },
    content: [...bands, ...content, ...drawn, ...legend?.elements ?? []],
  };
}

function markElement(box: Box, mark: ElementMark, palette: Palette): string {
  const { color, dash } = MARK_LOOKS[mark.mark];
  const outline = element("rect", {
    x: box.x - OUTSET,
    y: box.y - OUTSET,
    width: box.width + 2 * OUTSET,
    height: box.height + 2 * OUTSET,
    rx: 6,
    fill: "none",
    ...palette.attributes({ stroke: color }, "slc-mark-outline"),
    "stroke-width": 2,
    "stroke-dasharray": dash,
  });
  return group(mark, outline + signElement({ x: box.x - OUTSET, y: box.y - OUTSET }, mark.mark, palette));
}

function bandElement({ lines }: MarkedLine, mark: ElementMark, palette: Palette): string {
  const { color, dash } = MARK_LOOKS[mark.mark];
  const bands = lines.map((points) =>
    element("path", {
      d: roundedPath(points, BAND.corner),
      fill: "none",
      ...palette.attributes({ stroke: color }, "slc-mark-band"),
      "stroke-width": BAND.width,
      "stroke-opacity": 0.55,
      "stroke-dasharray": dash,
    })
  );
  return group(mark, bands.join(""));
}

function group({ mark, words = "" }: ElementMark, parts: string): string {
  return element("g", { class: `slc-mark slc-mark--${mark}` }, titleElement(words) + parts);
}

/** The middle of the longest straight part of lines. */
function middleOf(lines: MarkedLine["lines"]): Point {
  let [middle, longest] = [{ x: 0, y: 0 }, -1];
  for (const points of lines) {
    for (const [at, to] of points.entries()) {
      const from = points[at - 1];
      if (from === undefined || distance(from, to) <= longest) continue;
      longest = distance(from, to);
      middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    }
  }
  return middle;
}

/** The sign of a mark on a plate of its colour. */
export function signElement({ x: cx, y: cy }: Point, mark: OverlayMark, palette: Palette): string {
  const { color, sign } = MARK_LOOKS[mark];
  const plate = element("circle", {
    cx,
    cy,
    r: SIGN.radius,
    ...palette.attributes({ fill: color }, "slc-mark-plate"),
  });
  const text = measuredText(sign, { size: SIGN.size, weight: 600 }, Infinity);
  const word = textElement(placedText(text, cx, cy + 4, "middle"), "surface", "slc-mark-sign", { palette });
  return plate + word;
}
