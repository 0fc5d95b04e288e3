import type { Box } from "../geometry/box.ts";
import { FONT_STACK } from "../text/measure_text.ts";
import { blockWidth, type DrawnText, measuredText, moreHeight, placedText } from "./drawn_text.ts";
import type { Palette } from "./palette.ts";
import { textElement } from "./svg_text.ts";
import { wrappedText } from "./wrapped_text.ts";
import { decimal, element, xmlText } from "./xml.ts";

/** The content of an SVG document. */
export interface SvgContent {
  /** The extent of what is drawn. */
  readonly drawing: Box;
  /** The heading; `""` for none. */
  readonly title: string;
  /** The name of a picture without a heading. */
  readonly fallback: string;
  /** The line below the heading. */
  readonly subtitle: string;
  /** The drawing in words, for readers who do not see it. */
  readonly description: string;
  /** The class of the group around the content. */
  readonly classes: string;
  /** The elements, those in front last. */
  readonly content: readonly string[];
  /** Rules of the style sheet besides those of colours. Default: none. */
  readonly rules?: string;
}

/** The room around a drawing. */
const PADDING = 32;

/**
 * Writes a drawing as an SVG document: well-formed, standing alone, with its colours as literals and a style sheet
 * that takes the page's `--slc-*` variables where they are set.
 *
 * @returns The document, with a final line end.
 */
export function svgDocument(picture: SvgContent, palette: Palette): string {
  const { drawing, title, fallback, subtitle, description, classes, content } = picture;
  const heading = title === "" ? undefined : headingOf(title, subtitle);
  const top = heading?.bottom ?? PADDING;
  const width = 2 * PADDING + Math.ceil(Math.max(drawing.width, heading?.width ?? 0));
  const height = top + PADDING + Math.ceil(drawing.height);
  const transform = `translate(${decimal(PADDING - drawing.x)} ${decimal(top - drawing.y)})`;
  const surface = palette.attributes({ fill: "surface" }, "slc-surface");
  const parts = [
    element("rect", { width, height, ...surface }),
    ...(heading ? headingElements(heading, palette) : []),
    element("g", { class: classes, transform }, `\n${content.join("\n")}\n`),
  ];
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    class: palette.rootClass,
    "font-family": FONT_STACK,
  };
  const lines = [
    element("title", {}, xmlText(title || fallback)),
    element("desc", {}, xmlText(description)),
    element("style", {}, palette.styleSheet() + (picture.rules ?? "")),
    ...parts,
  ];
  return element("svg", attributes, `\n${lines.join("\n")}\n`) + "\n";
}

/** The lines above a drawing. */
interface Heading {
  readonly title: DrawnText;
  readonly subtitle: DrawnText;
  readonly width: number;
  /** The top of the drawing. */
  readonly bottom: number;
}

const TITLE = { size: 16, weight: 600 } as const;
const SUBTITLE = { size: 12, weight: 400 } as const;
const LONGEST = 640;
const TITLE_BASE_LINE = 12;
const SUBTITLE_BASE_LINE = 32;
const HEIGHT = 56;

/** Measures and places the heading of a drawing. */
function headingOf(title: string, subtitle: string): Heading {
  const first = wrappedText(title, TITLE, LONGEST);
  const second = measuredText(subtitle, SUBTITLE, LONGEST);
  const below = moreHeight(first);
  return {
    title: placedText(first, PADDING, PADDING + TITLE_BASE_LINE),
    subtitle: placedText(second, PADDING, PADDING + SUBTITLE_BASE_LINE + below),
    width: Math.max(blockWidth(first), second.width),
    bottom: PADDING + HEIGHT + below,
  };
}

function headingElements({ title, subtitle }: Heading, palette: Palette): string[] {
  return [
    textElement(title, "label", "slc-title", { palette }),
    textElement(subtitle, "muted", "slc-subtitle", { palette }),
  ];
}
