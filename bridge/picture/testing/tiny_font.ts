/**
 * A TrueType font of one glyph, for tests that need a font which is known to the last byte.
 *
 * @module
 */

const UNITS_PER_EM = 1000;

/** How a {@linkcode tinyFont} maps its characters. */
export type MapFormat = 4 | 12;

/**
 * Makes a font that draws a filled square, as wide and high as the em, for each of some characters.
 *
 * @param codePoints the characters, in ascending order
 */
export function tinyFont(codePoints: readonly number[], format: MapFormat = 12): Uint8Array {
  const tables: Record<string, number[]> = {
    "OS/2": [...u16(4, 0, 400, 5), ...new Array(88).fill(0)],
    cmap: characterTable(codePoints, format),
    glyf: square(),
    head: [
      ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...u16(0, UNITS_PER_EM, 0, 0, 0, 0, 0, 0, 0, 0),
      ...u16(0, 0, UNITS_PER_EM, UNITS_PER_EM, 0, 8, 2, 0, 0),
    ],
    hhea: [
      ...u32(0x10000),
      ...u16(800, 0xff38, 0, UNITS_PER_EM),
      ...u16(...new Array(11).fill(0)),
      ...u16(1),
    ],
    hmtx: u16(UNITS_PER_EM, 0, 0),
    loca: u16(0, 0, square().length / 2),
    maxp: [...u32(0x10000), ...u16(2, 4, 1), ...u16(...new Array(11).fill(0))],
    name: nameTable("Tiny"),
  };
  return assembled(tables);
}

/** A table of `cmap` that leads all of the characters to glyph 1. */
export function characterTable(codePoints: readonly number[], format: MapFormat): number[] {
  const table = format === 12 ? groups(codePoints) : segments(codePoints);
  return [...u16(0, 1, 3, format === 12 ? 10 : 1), ...u32(12), ...table];
}

function groups(codePoints: readonly number[]): number[] {
  const rows = codePoints.flatMap((codePoint) => u32(codePoint, codePoint, 1));
  return [...u16(12, 0), ...u32(16 + rows.length, 0, codePoints.length), ...rows];
}

function segments(codePoints: readonly number[]): number[] {
  const all = [...codePoints, 0xffff];
  const deltas = all.map((codePoint) => (1 - codePoint) & 0xffff);
  deltas[deltas.length - 1] = 1;
  const arrays = [...u16(...all), ...u16(0), ...u16(...all), ...u16(...deltas), ...u16(...all.map(() => 0))];
  return [...u16(4, 14 + arrays.length, 0, 2 * all.length, 0, 0, 0), ...arrays];
}

/** One contour of four points, as 16-bit coordinates. */
function square(): number[] {
  const onCurve = 1;
  const back = 0x10000 - UNITS_PER_EM;
  return [
    ...u16(1, 0, 0, UNITS_PER_EM, UNITS_PER_EM, 3, 0),
    ...[onCurve, onCurve, onCurve, onCurve],
    ...u16(0, 0, UNITS_PER_EM, 0),
    ...u16(0, UNITS_PER_EM, 0, back),
  ];
}

function nameTable(family: string): number[] {
  const text = u16(...Array.from(family, (letter) => letter.charCodeAt(0)));
  return [...u16(0, 1, 6 + 12), ...u16(3, 1, 0x409, 1, text.length, 0), ...text];
}

function assembled(tables: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const names = Object.keys(tables).sort();
  const directory: number[] = [...u32(0x10000), ...u16(names.length, 0, 0, 0)];
  const body: number[] = [];
  const start = directory.length + 16 * names.length;
  for (const name of names) {
    const table = tables[name] ?? [];
    directory.push(
      ...Array.from(name, (letter) => letter.charCodeAt(0)),
      ...u32(0, start + body.length, table.length),
    );
    body.push(...table, ...new Array((4 - table.length % 4) % 4).fill(0));
  }
  return new Uint8Array([...directory, ...body]);
}

function u16(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value >> 8 & 0xff, value & 0xff]);
}

function u32(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value >>> 24, value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff]);
}
