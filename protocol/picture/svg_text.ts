import type { DrawnText } from "./drawn_text.ts";
import type { Palette } from "./palette.ts";
import type { CanvasTheme } from "./theme.ts";
import { isMeasured } from "../text/measure_text.ts";
import { element, xmlText } from "./xml.ts";

/**
 * Writes a text with the measured length of each line, so that it stays in its box when another font replaces Inter. A line with
 * letters that Inter lacks has none: their widths are guesses, and nothing is to be stretched to a guess.
 */
export function textElement(
  text: DrawnText,
  color: keyof CanvasTheme,
  classes: string,
  { palette }: { readonly palette: Palette },
): string {
  if (text.text === "") return "";
  // A guess is rather too wide: the text stands in the middle of its place.
  const isGuess = text.width > 0 && !isMeasured(text.text);
  const isCentred = isGuess && text.anchor === "start";
  const anchor = isCentred ? "middle" : text.anchor;
  const attributes = {
    x: isCentred ? text.x + text.width / 2 : text.x,
    y: text.y,
    "text-anchor": anchor === "start" ? undefined : anchor,
    "font-size": text.size,
    "font-weight": text.weight,
    ...(text.width > 0 && !isGuess ? { textLength: text.width, lengthAdjust: "spacingAndGlyphs" } : {}),
    ...palette.attributes({ fill: color }, classes),
  };
  const more = (text.more ?? []).map((line) => textElement(line, color, classes, { palette })).join("");
  const hint = text.text === text.full || text.more ? "" : titleElement(text.full);
  return element("text", attributes, hint + xmlText(text.text)) + more;
}

/** Writes a tooltip; `""` for an empty text. */
export function titleElement(text: string): string {
  return text === "" ? "" : element("title", {}, xmlText(text));
}
