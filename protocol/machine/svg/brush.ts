import { element, xmlText } from "../../picture/xml.ts";
import type { Palette } from "../../picture/palette.ts";
import type { CanvasTheme } from "../../picture/theme.ts";
import type { DrawnText } from "../draw/machine_drawing.ts";

/** State shared by the elements of one picture. */
export interface Brush {
  readonly palette: Palette;
  /** The names of the active states. */
  readonly active: ReadonlySet<string>;
  /** The names of the states as readers see them, by key. */
  readonly names: ReadonlyMap<string, string>;
}

/** Writes a line of text with its measured length, so that it stays in its box when another font replaces Inter. */
export function textElement(
  text: DrawnText,
  color: keyof CanvasTheme,
  classes: string,
  { palette }: Pick<Brush, "palette">,
): string {
  if (text.text === "") return "";
  const attributes = {
    x: text.x,
    y: text.y,
    "text-anchor": text.anchor === "start" ? undefined : text.anchor,
    "font-size": text.size,
    "font-weight": text.weight,
    ...(text.width > 0 ? { textLength: text.width, lengthAdjust: "spacingAndGlyphs" } : {}),
    ...palette.attributes({ fill: color }, classes),
  };
  const hint = text.text === text.full ? "" : titleElement(text.full);
  return element("text", attributes, hint + xmlText(text.text));
}

/** Writes a tooltip; `""` for an empty text. */
export function titleElement(text: string): string {
  return text === "" ? "" : element("title", {}, xmlText(text));
}
