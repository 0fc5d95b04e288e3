/**
 * Reads how a font moves pairs of glyphs: the pair adjustments of its `GPOS` table (OpenType specification, lookup
 * type 2 in both formats, and behind extension lookups).
 *
 * @module
 */
import { viewOf } from "../../../bridge/picture/font_file.ts";

const PAIR_LOOKUP = 2;
const EXTENSION_LOOKUP = 9;
/** The bit of a value format that says that an advance width is there; two others may come before it. */
const X_ADVANCE = 4;

/** One subtable: what it adds to the advance of `first` before `second`; `undefined` when it says nothing. */
type Subtable = (first: number, second: number) => number | undefined;

/** Gives what is added to the advance of a glyph before another one, in font units. */
export type PairKerning = (first: number, second: number) => number;

/**
 * Reads the pair adjustments that the feature `kern` turns on.
 *
 * @param table the bytes of the table `GPOS`
 */
export function pairKerning(table: Uint8Array): PairKerning {
  const view = viewOf(table);
  const lookups = kernLookups(view).map((lookup) => pairSubtables(view, lookup));
  return (first, second) => {
    let sum = 0;
    for (const subtables of lookups) {
      // The first subtable that knows the pair ends a lookup.
      for (const subtable of subtables) {
        const added = subtable(first, second);
        if (added === undefined) continue;
        sum += added;
        break;
      }
    }
    return sum;
  };
}

/** The offsets of the lookups of the feature `kern`. */
function kernLookups(view: DataView): number[] {
  const features = view.getUint16(6);
  const lookups = view.getUint16(8);
  const indices = new Set<number>();
  for (const record of countedAt(view, features, 6)) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)));
    if (tag !== "kern") continue;
    const feature = features + view.getUint16(record + 4);
    for (const at of countedAt(view, feature + 2, 2)) indices.add(view.getUint16(at));
  }
  return [...indices].map((index) => lookups + view.getUint16(lookups + 2 + 2 * index));
}

function pairSubtables(view: DataView, lookup: number): Subtable[] {
  const type = view.getUint16(lookup);
  return [...countedAt(view, lookup + 4, 2)].flatMap((at) => {
    const start = lookup + view.getUint16(at);
    if (type === PAIR_LOOKUP) return [pairSubtable(view, start)];
    const isPair = type === EXTENSION_LOOKUP && view.getUint16(start + 2) === PAIR_LOOKUP;
    return isPair ? [pairSubtable(view, start + view.getUint32(start + 4))] : [];
  });
}

function pairSubtable(view: DataView, start: number): Subtable {
  const covered = coverage(view, start + view.getUint16(start + 2));
  const [format, second] = [view.getUint16(start + 4), view.getUint16(start + 6)];
  const valueSize = 2 * bitsIn(format);
  const advanceAt = 2 * bitsIn(format & (X_ADVANCE - 1));
  const advance = (value: number) => (format & X_ADVANCE) === 0 ? 0 : view.getInt16(value + advanceAt);
  const pairSize = valueSize + 2 * bitsIn(second);
  return view.getUint16(start) === 1
    ? listedPairs(view, start, covered, pairSize, advance)
    : classPairs(view, start, covered, pairSize, advance);
}

type Advance = (value: number) => number;

/** Format 1: for each first glyph a list of second ones. */
function listedPairs(
  view: DataView,
  start: number,
  covered: ReadonlyMap<number, number>,
  pairSize: number,
  advance: Advance,
): Subtable {
  const sets = [...countedAt(view, start + 8, 2)].map((at) => {
    const set = start + view.getUint16(at);
    const records = [...countedAt(view, set, 2 + pairSize)];
    return new Map(records.map((record) => [view.getUint16(record), advance(record + 2)]));
  });
  return (first, second) => {
    const index = covered.get(first);
    return index === undefined ? undefined : sets[index]?.get(second);
  };
}

/** Format 2: a square of classes. */
function classPairs(
  view: DataView,
  start: number,
  covered: ReadonlyMap<number, number>,
  pairSize: number,
  advance: Advance,
): Subtable {
  const firsts = classes(view, start + view.getUint16(start + 8));
  const seconds = classes(view, start + view.getUint16(start + 10));
  const columns = view.getUint16(start + 14);
  return (first, second) => {
    if (!covered.has(first)) return undefined;
    const cell = (firsts.get(first) ?? 0) * columns + (seconds.get(second) ?? 0);
    return advance(start + 16 + pairSize * cell);
  };
}

/** A coverage table: glyphs and their places in it. */
function coverage(view: DataView, start: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  if (view.getUint16(start) === 1) {
    for (const at of countedAt(view, start + 2, 2)) places.set(view.getUint16(at), places.size);
    return places;
  }
  for (const at of countedAt(view, start + 2, 6)) {
    for (let glyph = view.getUint16(at); glyph <= view.getUint16(at + 2); glyph++) {
      places.set(glyph, places.size);
    }
  }
  return places;
}

/** A class definition table: glyphs and their classes; those that are not there are of class 0. */
function classes(view: DataView, start: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (view.getUint16(start) === 1) {
    let glyph = view.getUint16(start + 2);
    for (const at of countedAt(view, start + 4, 2)) found.set(glyph++, view.getUint16(at));
    return found;
  }
  for (const at of countedAt(view, start + 2, 6)) {
    for (let glyph = view.getUint16(at); glyph <= view.getUint16(at + 2); glyph++) {
      found.set(glyph, view.getUint16(at + 4));
    }
  }
  return found;
}

/** The places of records of one size that follow their 16-bit count. */
function* countedAt(view: DataView, start: number, size: number): Generator<number> {
  const count = view.getUint16(start);
  for (let index = 0; index < count; index++) yield start + 2 + size * index;
}

function bitsIn(format: number): number {
  let bits = 0;
  for (let rest = format; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}
