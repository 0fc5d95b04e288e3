import type { Box } from "../geometry/box.ts";
import { isObject } from "../json/value.ts";
import type { FlowDirection } from "../layout/options.ts";
import { fitOf } from "../picture/fit.ts";

/** The place of an element in a picture, in the picture's units; without a size it is as large as its content. */
export interface Place {
  /** The left border. */
  readonly x: number;
  /** The upper border. */
  readonly y: number;
  /** The least width. */
  readonly width?: number;
  /** The least height. */
  readonly height?: number;
}

/** Places by the key of the element, see {@linkcode keysOf}. */
export type Places = Readonly<Record<string, Place>>;

/**
 * The arrangement of a document's pictures: what `<document>.layout.json` holds. It may be older than the document: what it
 * says of elements that are gone counts for nothing, and elements that it does not name find a place of their own.
 */
export interface Arrangement {
  /** The way that lines lead. Default: what fits best. */
  readonly direction?: FlowDirection | "auto";
  /** The space to fill, such as `16:9`. Default: any. */
  readonly fit?: string;
  /** The keys of elements that are drawn without what is inside of them. */
  readonly collapsed: readonly string[];
  /** The places in the default notation. */
  readonly places: Places;
  /** The places in other notations, by the name of the notation. */
  readonly notations: Readonly<Record<string, Places>>;
}

/** The arrangement that says nothing. */
export const NO_ARRANGEMENT: Arrangement = { collapsed: [], places: {}, notations: {} };

/** The largest coordinate; farther out, floating-point numbers are too coarse for a drawing. */
const FARTHEST = 1e7;
const DIRECTIONS: readonly unknown[] = ["down", "right", "auto"] satisfies Arrangement["direction"][];

/**
 * Reads an arrangement from a parsed file or message. What makes no sense is left out, so that no file is an error.
 *
 * @example
 * ```ts
 * import { readArrangement } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { places } = readArrangement({ places: { Open: { x: 0, y: 40 }, Shut: { x: "left" } } });
 * assertEquals(places, { Open: { x: 0, y: 40 } });
 * assertEquals(readArrangement("garbage").collapsed, []);
 * ```
 */
export function readArrangement(value: unknown): Arrangement {
  if (!isObject(value)) return NO_ARRANGEMENT;
  const { direction, fit, collapsed, notations } = value;
  const others = Object.entries(isObject(notations) ? notations : {}).map(([name, one]) =>
    [name, readPlaces(isObject(one) ? one.places : undefined)] as const
  );
  return {
    ...(isDirection(direction) ? { direction } : {}),
    ...(isFit(fit) ? { fit } : {}),
    collapsed: readNames(collapsed),
    places: readPlaces(value.places),
    notations: Object.fromEntries(others.filter(([, places]) => Object.keys(places).length > 0)),
  };
}

/** The places of an arrangement in a notation; without a name in the default one. */
export function placesIn({ places, notations }: Arrangement, notation: string | undefined): Places {
  if (notation === undefined) return places;
  return Object.hasOwn(notations, notation) ? notations[notation] ?? {} : {};
}

/** An arrangement with other places in a notation. */
export function withPlaces(
  arrangement: Arrangement,
  notation: string | undefined,
  places: Places,
): Arrangement {
  if (notation === undefined) return { ...arrangement, places };
  const others = Object.entries(arrangement.notations).filter(([name]) => name !== notation);
  const own = Object.keys(places).length > 0 ? [[notation, places] as const] : [];
  return { ...arrangement, notations: Object.fromEntries([...others, ...own]) };
}

/** The text of the file of an arrangement: a place a line, sorted by key, so that versions of it can be compared and merged. */
export function arrangementText({ direction, fit, collapsed, places, notations }: Arrangement): string {
  const listed = (all: Places, indent: string) => {
    const lines = Object.entries(all).sort(([a], [b]) => a < b ? -1 : 1).map(([key, place]) =>
      `${indent}  ${JSON.stringify(key)}: ${spaced(place)}`
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
  };
  const others = Object.entries(notations).sort(([a], [b]) => a < b ? -1 : 1).map(([name, all]) =>
    `    ${JSON.stringify(name)}: {\n      "places": ${listed(all, "      ")}\n    }`
  );
  const members = [
    `"version": 1`,
    ...(direction === undefined ? [] : [`"direction": ${JSON.stringify(direction)}`]),
    ...(fit === undefined ? [] : [`"fit": ${JSON.stringify(fit)}`]),
    ...(collapsed.length === 0 ? [] : [`"collapsed": ${JSON.stringify(collapsed)}`]),
    `"places": ${listed(places, "  ")}`,
    ...(others.length === 0 ? [] : [`"notations": {\n${others.join(",\n")}\n  }`]),
  ];
  return `{\n${members.map((member) => `  ${member}`).join(",\n")}\n}\n`;
}

/** The place that a value describes; `undefined` when it describes none. */
export function readPlace(value: unknown): Place | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, width, height } = value;
  if (!isCoordinate(x) || !isCoordinate(y)) return undefined;
  return { x, y, ...(isLength(width) ? { width } : {}), ...(isLength(height) ? { height } : {}) };
}

/** The box of a place in whole units, as files keep it. */
export function placeOf({ x, y, width, height }: Box): Place {
  const [left, top] = [Math.round(x), Math.round(y)];
  // Sides move to the nearest units, so that boxes which did not overlap do not now.
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** True for a way that lines can lead. */
export function isDirection(value: unknown): value is NonNullable<Arrangement["direction"]> {
  return DIRECTIONS.includes(value);
}

/** True for a word of a space to fill. */
export function isFit(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    fitOf(value);
    return true;
  } catch {
    return false;
  }
}

function readPlaces(value: unknown): Places {
  const entries = Object.entries(isObject(value) ? value : {}).flatMap(([key, one]) => {
    const place = readPlace(one);
    return place ? [[key, place] as const] : [];
  });
  return Object.fromEntries(entries);
}

function readNames(value: unknown): string[] {
  const names = Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
  return [...new Set(names)];
}

function isCoordinate(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= FARTHEST;
}

function isLength(value: unknown): value is number {
  return isCoordinate(value) && value > 0;
}

function spaced(place: Place): string {
  return `{ ${
    Object.entries(place).map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")
  } }`;
}
