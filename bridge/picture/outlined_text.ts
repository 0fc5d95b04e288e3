// @ts-types="@types/fontkit"
import { create, type Font } from "fontkit";
import { Buffer } from "node:buffer";
import { firstFace, nearestFace } from "./font_file.ts";
import { fontRuns, isClustered, plainText } from "./picture_characters.ts";
import type { PictureFonts } from "./picture_fonts.ts";

/** Scripts from right to left; lines with these are left to the renderer, which knows their order. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const TEXT = /<text ([^>]*)>(?:<title>[^<]*<\/title>)?([^<]+)<\/text>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
/** Attributes about the place and the size of letters; outlines have these in their path. */
const PLACED = /\b(?:x|y|text-anchor|textLength|lengthAdjust|font-\w+)="[^"]*"/g;

/** Draws texts that the renderer cannot set as outlines: those in some scripts, and those in several fonts. */
export function withOutlines(svg: string, fonts: PictureFonts): string {
  const read = new Map<Uint8Array, Font>();
  const fontOf = (bytes: Uint8Array): Font | undefined => {
    const font = read.get(bytes) ?? create(Buffer.from(firstFace(bytes)));
    if (!("layout" in font)) return undefined;
    read.set(bytes, font);
    return font;
  };
  return svg.replaceAll(TEXT, (whole, source: string, words: string) => {
    if (RIGHT_TO_LEFT.test(words)) return whole;
    const parts = fontRuns(words, fonts);
    // The renderer sets all of a text in the font of its other letters, where that has all of them.
    if (!isClustered(words) && parts.length < 2) return whole;
    const attributes = new Map(
      Array.from(source.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => [name, value]),
    );
    const weight = Number(attributes.get("font-weight") ?? 400);
    const size = Number(attributes.get("font-size") ?? 12);
    const y = Number(attributes.get("y") ?? 0);
    const runs = parts.flatMap(({ family = fonts.inter, text }) => {
      const font = fontOf(nearestFace(family, weight)?.bytes ?? new Uint8Array());
      return font === undefined ? [] : [{ run: font.layout(plainText(text)), scale: size / font.unitsPerEm }];
    });
    const width = runs.reduce((sum, { run, scale }) => sum + run.advanceWidth * scale, 0);
    const anchor = attributes.get("text-anchor");
    let x = Number(attributes.get("x") ?? 0) -
      (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
    let outline = "";
    for (const { run, scale } of runs) {
      for (const [at, { path }] of run.glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[at] ?? {};
        outline += path.scale(scale, -scale).translate(x + xOffset * scale, y - yOffset * scale).toSVG();
        x += xAdvance * scale;
      }
    }
    return `<path d="${outline}" ${source.replaceAll(PLACED, "")}/>`;
  });
}
