import { viewOf } from "./font_tables.ts";

/** Gives the glyph that a font has for a code point, 0 when it has none. */
export type CharacterMap = (codePoint: number) => number;

/**
 * Reads the `cmap` table of a font (OpenType specification, formats 4 and 12: what every font of today has).
 *
 * @param table the bytes of the table
 * @returns a look-up; one that finds nothing when the table has neither format or is broken
 */
export function characterMap(table: Uint8Array): CharacterMap {
  const view = viewOf(table);
  try {
    const starts = Array.from({ length: view.getUint16(2) }, (_, index) => view.getUint32(8 + 8 * index));
    const groups = starts.find((start) => view.getUint16(start) === 12);
    if (groups !== undefined) return guarded((codePoint) => glyphInGroups(view, groups, codePoint));
    const segments = starts.find((start) => view.getUint16(start) === 4);
    if (segments !== undefined) return guarded((codePoint) => glyphInSegments(view, segments, codePoint));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return () => 0;
}

/** Offsets in a broken font may lead anywhere: what lies outside the table is no glyph. */
function guarded(lookUp: CharacterMap): CharacterMap {
  return (codePoint) => {
    try {
      return lookUp(codePoint);
    } catch (error) {
      if (error instanceof RangeError) return 0;
      throw error;
    }
  };
}

/** Format 12: ascending groups of code points with consecutive glyphs. */
function glyphInGroups(view: DataView, start: number, codePoint: number): number {
  let low = 0;
  let high = view.getUint32(start + 12) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = start + 16 + 12 * middle;
    const first = view.getUint32(at);
    if (codePoint < first) high = middle - 1;
    else if (codePoint > view.getUint32(at + 4)) low = middle + 1;
    else return view.getUint32(at + 8) + codePoint - first;
  }
  return 0;
}

/** Format 4: segments of the basic plane, in four parallel arrays of 16-bit numbers. */
function glyphInSegments(view: DataView, start: number, codePoint: number): number {
  const size = view.getUint16(start + 6);
  for (let at = start + 14; at < start + 14 + size; at += 2) {
    if (codePoint > view.getUint16(at)) continue;
    const first = view.getUint16(at + size + 2);
    if (codePoint < first) return 0;
    const delta = view.getUint16(at + 2 * size + 2);
    const offsetAt = at + 3 * size + 2;
    const offset = view.getUint16(offsetAt);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    // The offset counts from its own place (it leads into an array behind the segments).
    const glyph = view.getUint16(offsetAt + offset + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
