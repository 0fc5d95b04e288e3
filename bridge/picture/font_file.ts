/** Position of a font's table in its file. */
export interface FontTable {
  readonly offset: number;
  readonly length: number;
}

/** The tables of one face by their four-letter tags. */
export type FontTables = ReadonlyMap<string, FontTable>;

/** As much of the beginning of a font file as holds its first directory. */
export const FONT_DIRECTORY_BYTES = 4096;

const COLLECTION = "ttcf";

/**
 * Finds the tables of a TrueType or OpenType font; of a collection, those of its first face.
 *
 * @param file the font file, or {@linkcode FONT_DIRECTORY_BYTES} of it
 * @returns the tables; none when the bytes are not such a font
 */
export function fontTables(file: Uint8Array): FontTables {
  const tables = new Map<string, FontTable>();
  const view = viewOf(file);
  try {
    const start = tagAt(view, 0) === COLLECTION ? view.getUint32(12) : 0;
    const count = view.getUint16(start + 4);
    for (let at = start + 12; at < start + 12 + 16 * count; at += 16) {
      tables.set(tagAt(view, at), { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) });
    }
    return tables;
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

/** A view of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}

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

/** Names by which a family goes, the one that all of its weights share first (OpenType specification, table `name`). */
const FAMILY_NAMES = [16, 1];
const WINDOWS = 3;
const UTF_16 = new TextDecoder("utf-16be");

/** Reads the name of a family from the `name` table of a font; `""` when it has none. */
export function familyName(table: Uint8Array): string {
  const view = viewOf(table);
  try {
    const [count, storage] = [view.getUint16(2), view.getUint16(4)];
    const records = Array.from({ length: count }, (_, index) => 6 + 12 * index);
    for (const id of FAMILY_NAMES) {
      const at = records.find((at) => view.getUint16(at) === WINDOWS && view.getUint16(at + 6) === id);
      if (at === undefined) continue;
      const start = storage + view.getUint16(at + 10);
      return UTF_16.decode(table.subarray(start, start + view.getUint16(at + 8)));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return "";
}

/** Reads the look-up of the characters of a font that is in memory. */
export function glyphsOf(font: Uint8Array): CharacterMap {
  const { offset, length } = fontTables(font).get("cmap") ?? { offset: 0, length: 0 };
  return characterMap(font.subarray(offset, offset + length));
}

/** A font on disk. */
export interface FontFile {
  readonly path: string;
  /** Length of the file in bytes. */
  readonly size: number;
  readonly glyphOf: CharacterMap;
  /** The name of its family, as `font-family` has it; `""` when the font does not say. */
  readonly family: string;
}

/** A font in memory, in one or several weights. */
export interface FontFamily {
  /** Its name, as `font-family` has it. */
  readonly name: string;
  readonly glyphOf: CharacterMap;
  /** Its files by weight, the lightest first. */
  readonly faces: readonly FontFace[];
}

/** A family in one weight. */
export interface FontFace {
  readonly weight: number;
  readonly bytes: Uint8Array;
}

/** The file of a family whose weight is nearest to one. */
export function nearestFace({ faces }: FontFamily, weight: number): FontFace | undefined {
  return faces.toSorted((one, other) => Math.abs(one.weight - weight) - Math.abs(other.weight - weight))[0];
}

/** A font file with one face: of a collection, the first. */
export function firstFace(file: Uint8Array): Uint8Array {
  const view = viewOf(file);
  if (file.length < 16 || tagAt(view, 0) !== COLLECTION) return file;
  const start = view.getUint32(12);
  const face = file.slice();
  // Offsets of tables count from the beginning of the file, so that only the directory moves.
  face.copyWithin(0, start, start + 12 + 16 * view.getUint16(start + 4));
  return face;
}

/** Tables of which a font has one when its glyphs are outlines; in others they are pixels, which are not drawn. */
const OUTLINES = ["glyf", "CFF ", "CFF2"];

/** The longest table that is read. */
const MAX_TABLE_BYTES = 4_000_000;

/**
 * Reads which characters a font covers, and no more of the file than tells.
 *
 * @returns nothing when the file is no font with outlines or cannot be read
 */
export async function readFontFile(path: string): Promise<FontFile | undefined> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return undefined;
    using file = await Deno.open(path);
    const tables = fontTables(await readAt(file, 0, Math.min(size, FONT_DIRECTORY_BYTES)));
    if (!OUTLINES.some((tag) => tables.has(tag))) return undefined;
    const glyphOf = characterMap(await readTable(file, tables.get("cmap")));
    return { path, size, glyphOf, family: familyName(await readTable(file, tables.get("name"))) };
  } catch (error) {
    // A font that is broken or that we may not read is one less to choose from.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

async function readTable(file: Deno.FsFile, table: FontTable | undefined): Promise<Uint8Array> {
  if (table === undefined || table.length > MAX_TABLE_BYTES) return new Uint8Array();
  return await readAt(file, table.offset, table.length);
}

/** Reads up to `length` bytes; fewer where the file ends. */
async function readAt(file: Deno.FsFile, offset: number, length: number): Promise<Uint8Array> {
  await file.seek(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = await file.read(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
