import type { FontWeight } from "@loom/protocol";
import inter from "@expo-google-fonts/inter/package.json" with { type: "json" };
import { type FontFace, type FontFamily, glyphsOf } from "./font_file.ts";
import { type Families, uncoveredCharacters } from "./picture_characters.ts";
import { fontFolders, systemFonts } from "./system_fonts.ts";

/** The name of the font that comes with the loom, as it stands in `font-family`. */
export const SHIPPED_FAMILY = "Inter";

/** The font files by weight. */
export type ShippedFonts = Readonly<Record<FontWeight, Uint8Array>>;

/** The folders of the weights in a package. */
const CUTS = [[400, "400Regular"], [500, "500Medium"], [600, "600SemiBold"]] as const;

/** Reads the weights of a font from its npm package, which has to be in the cache already. */
async function readPackage(specifier: string, file: string): Promise<FontFace[]> {
  return await Promise.all(CUTS.map(async ([weight, cut]) => {
    // The whole specifier: names of the import map mean nothing in a published package.
    const path = import.meta.resolve(`npm:${specifier}/${cut}/${file}_${cut}.ttf`);
    return { weight, bytes: await Deno.readFile(new URL(path)) };
  }));
}

/**
 * Reads the font of all pictures from its npm package, which the import above brings along: into Deno's cache, and
 * into an executable.
 */
export async function readShippedFonts(): Promise<ShippedFonts> {
  const faces = await readPackage(`@expo-google-fonts/inter@${inter.version}`, "Inter");
  const bytesOf = (weight: FontWeight) => faces.find((face) => face.weight === weight)?.bytes;
  const [regular, medium, semibold] = [bytesOf(400), bytesOf(500), bytesOf(600)];
  if (!regular || !medium || !semibold) throw new Error("The package of Inter lacks a weight.");
  return { 400: regular, 500: medium, 600: semibold };
}

let shipped: Promise<FontFamily> | undefined;

/** The font that comes along, as a family; read once. */
async function shippedFamily(): Promise<FontFamily> {
  shipped ??= readShippedFonts().then((fonts) => ({
    name: SHIPPED_FAMILY,
    glyphOf: glyphsOf(fonts[400]),
    faces: CUTS.map(([weight]) => ({ weight, bytes: fonts[weight] })),
  }));
  return await shipped;
}

/** Fonts of npm for characters that neither Inter nor a font of the host has, by what they cover. */
const NPM_FONTS: readonly (readonly [covers: RegExp, name: string])[] = [
  [/\p{Script=Arabic}/u, "Noto Sans Arabic"],
  [/\p{Script=Hebrew}/u, "Noto Sans Hebrew"],
  [/\p{Script=Thai}/u, "Noto Sans Thai"],
  [/\p{Script=Devanagari}/u, "Noto Sans Devanagari"],
  [/\p{Script=Bengali}/u, "Noto Sans Bengali"],
  [/\p{Script=Tamil}/u, "Noto Sans Tamil"],
  [/\p{Script=Telugu}/u, "Noto Sans Telugu"],
  [/\p{Script=Armenian}/u, "Noto Sans Armenian"],
  [/\p{Script=Georgian}/u, "Noto Sans Georgian"],
  [/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff00-\uffef]/u, "Noto Sans JP"],
  [/\p{Script=Han}/u, "Noto Sans SC"],
  [/\p{Script=Hangul}/u, "Noto Sans KR"],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, "Noto Emoji"],
];

/** The names of fonts to install for characters that are missing; none for those of other scripts. */
export function fontsToInstall(missing: readonly string[]): string[] {
  const names = missing.flatMap((character) =>
    NPM_FONTS.find(([covers]) => covers.test(character))?.[1] ?? []
  );
  return [...new Set(names)];
}

/** Downloads a font into the cache of npm packages; `undefined` where that cannot be done. */
async function npmFamily(name: string): Promise<FontFamily | undefined> {
  const specifier = `@expo-google-fonts/${name.toLowerCase().replaceAll(" ", "-")}@^0.4`;
  try {
    await import(`npm:${specifier}/package.json`, { with: { type: "json" } });
    const faces = await readPackage(specifier, name.replaceAll(" ", ""));
    const [regular] = faces;
    return regular && { name, glyphOf: glyphsOf(regular.bytes), faces };
  } catch (error) {
    // Offline, in an executable, or without permission: the characters stay missing, which is said.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The fonts of npm by name; each is asked for once. */
const npmFamilies = new Map<string, Promise<FontFamily | undefined>>();

/** Takes what is missing from fonts of npm, as far as they have it. */
async function fromNpm(missing: Set<number>): Promise<FontFamily[]> {
  const families: FontFamily[] = [];
  for (const [covers, name] of NPM_FONTS) {
    if (![...missing].some((codePoint) => covers.test(String.fromCodePoint(codePoint)))) continue;
    const asked = npmFamilies.get(name) ?? npmFamily(name);
    npmFamilies.set(name, asked);
    const family = await asked;
    if (family === undefined) continue;
    families.push(family);
    for (const codePoint of [...missing]) if (family.glyphOf(codePoint) !== 0) missing.delete(codePoint);
  }
  return families;
}

/** The fonts that the texts of an SVG need, and what they lack. */
export interface PictureFonts extends Families {
  /** The font of everything else. */
  readonly inter: FontFamily;
}

/**
 * Finds the fonts that an SVG is drawn with: Inter, and for characters that Inter lacks fonts of the host, else of npm.
 *
 * @param folders where fonts may be. Default: those of the host, then npm.
 */
export async function pictureFonts(svg: string, folders?: readonly string[]): Promise<PictureFonts> {
  const inter = await shippedFamily();
  const uncovered = uncoveredCharacters(svg, inter.glyphOf);
  if (uncovered.size === 0) return { inter, uncovered, missing: uncovered, families: [] };
  const found = await systemFonts(uncovered, folders ?? fontFolders());
  const missing = new Set(found.missing);
  const families = [...found.families, ...folders === undefined ? await fromNpm(missing) : []];
  return { inter, uncovered, missing, families };
}
