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
