import { type CharacterMap, characterMap } from "./character_map.ts";
import { FONT_DIRECTORY_BYTES, type FontTable, fontTables } from "./font_tables.ts";

/** A font on disk. */
export interface FontFile {
  readonly path: string;
  /** Length of the file in bytes. */
  readonly size: number;
  readonly glyphOf: CharacterMap;
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
    return { path, size, glyphOf: characterMap(await readTable(file, tables.get("cmap"))) };
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
