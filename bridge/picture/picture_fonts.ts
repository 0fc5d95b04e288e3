import { type CharacterMap, characterMap } from "./character_map.ts";
import { fontTables } from "./font_tables.ts";
import { once } from "./once.ts";
import { readShippedFonts } from "./shipped_fonts.ts";
import { systemFonts } from "./system_fonts.ts";
import { uncoveredCharacters, withStandIns } from "./uncovered_characters.ts";

/** An SVG, and fonts that have all of its characters. */
export interface SvgWithFonts {
  readonly svg: string;
  readonly fonts: Uint8Array[];
  /** The code points that none of them has; something else stands for them. */
  readonly missing: ReadonlySet<number>;
}

interface Shipped {
  readonly files: readonly Uint8Array[];
  readonly glyphOf: CharacterMap;
}

const loadShipped = once(async (): Promise<Shipped> => {
  const fonts = await readShippedFonts();
  const regular = fonts[400];
  const { offset, length } = fontTables(regular).get("cmap") ?? { offset: 0, length: 0 };
  return {
    files: [regular, fonts[500], fonts[600]],
    glyphOf: characterMap(regular.subarray(offset, offset + length)),
  };
});

/**
 * Gives an SVG the fonts that it is drawn with: Inter, and fonts of the host for characters that Inter lacks.
 *
 * @param folders where fonts of the host may be
 */
export async function withFonts(svg: string, folders: readonly string[]): Promise<SvgWithFonts> {
  const { files, glyphOf } = await loadShipped();
  const uncovered = uncoveredCharacters(svg, glyphOf);
  if (uncovered.size === 0) return { svg, fonts: [...files], missing: uncovered };
  const { fonts, missing } = await systemFonts(uncovered, folders);
  return { svg: withStandIns(svg, missing), fonts: [...files, ...fonts], missing };
}
