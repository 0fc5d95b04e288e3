import type { FontWeight } from "@loom/protocol";
import inter from "@expo-google-fonts/inter/package.json" with { type: "json" };
import { type FontFamily, glyphsOf } from "./font_file.ts";
import { type Families, uncoveredCharacters } from "./picture_characters.ts";
import { fontFolders, systemFonts } from "./system_fonts.ts";

/** The name of the font that comes with the loom, as it stands in `font-family`. */
export const SHIPPED_FAMILY = "Inter";

/** The font files by weight. */
export type ShippedFonts = Readonly<Record<FontWeight, Uint8Array>>;

/** The folders of the weights in its package. */
const CUTS = ["400Regular", "500Medium", "600SemiBold"];
const WEIGHTS: readonly FontWeight[] = [400, 500, 600];

/**
 * Reads the font of all pictures from its npm package, which the import above brings along: into Deno's cache, and
 * into an executable.
 */
export async function readShippedFonts(): Promise<ShippedFonts> {
  const read = async (cut: string) => {
    // The whole specifier: names of the import map mean nothing in a published package.
    const path = `npm:@expo-google-fonts/inter@${inter.version}/${cut}/Inter_${cut}.ttf`;
    return await Deno.readFile(new URL(import.meta.resolve(path)));
  };
  const [regular, medium, semibold] = await Promise.all(CUTS.map(read));
  if (!regular || !medium || !semibold) throw new Error("The package of Inter lacks a weight.");
  return { 400: regular, 500: medium, 600: semibold };
}

let shipped: Promise<FontFamily> | undefined;

/** The font that comes along, as a family; read once. */
async function shippedFamily(): Promise<FontFamily> {
  shipped ??= readShippedFonts().then((fonts) => ({
    name: SHIPPED_FAMILY,
    glyphOf: glyphsOf(fonts[400]),
    faces: WEIGHTS.map((weight) => ({ weight, bytes: fonts[weight] })),
  }));
  return await shipped;
}

/** The fonts that the texts of an SVG need, and what they lack. */
export interface PictureFonts extends Families {
  /** The font of everything else. */
  readonly inter: FontFamily;
}

/**
 * Finds the fonts that an SVG is drawn with: Inter, and for characters that Inter lacks fonts of the host and added ones.
 *
 * @param folders where fonts may be. Default: the folder of added fonts, and those of the host.
 */
export async function pictureFonts(svg: string, folders?: readonly string[]): Promise<PictureFonts> {
  const inter = await shippedFamily();
  const uncovered = uncoveredCharacters(svg, inter.glyphOf);
  if (uncovered.size === 0) return { inter, uncovered, missing: uncovered, families: [] };
  return { inter, uncovered, ...await systemFonts(uncovered, folders ?? fontFolders()) };
}
