import type { Box, Point } from "../geometry/box.ts";
import { isObject } from "../json/value.ts";
import type { DrawnLine } from "../layout/incremental/drawn_lines.ts";
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

/** The places and lines of a picture in one notation. */
export interface KeptPicture {
  /** The places of elements. */
  readonly places: Places;
  /** The lines between them, by the keys of their ends; they are kept as long as they fit. */
  readonly lines: readonly DrawnLine[];
}

/**
 * The arrangement of a document's pictures: what `<document>.layout.json` holds. It may be older than the document: what it
 * says of elements that are gone counts for nothing, and elements that it does not name find a place of their own.
 */
export interface Arrangement extends KeptPicture {
  /** The way that lines lead. Default: what fits best. */
  readonly direction?: FlowDirection | "auto";
  /** The space to fill, such as `16:9`. Default: any. */
  readonly fit?: string;
  /** The keys of elements that are drawn without what is inside of them. */
  readonly collapsed: readonly string[];
  /** The pictures in other notations than the default one, by the name of the notation. */
  readonly notations: Readonly<Record<string, KeptPicture>>;
  /** Members of the file that mean nothing here, which stay in it. Default: none. */
  readonly unknown?: Readonly<Record<string, unknown>>;
}

/** The arrangement that says nothing. */
export const NO_ARRANGEMENT: Arrangement = { collapsed: [], places: {}, lines: [], notations: {} };

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
  const unknown = unknownIn(value);
  const others = Object.entries(isObject(notations) ? notations : {}).map(([name, one]) =>
    [name, readPicture(isObject(one) ? one : {})] as const
  );
  return {
    ...(isDirection(direction) ? { direction } : {}),
    ...(isFit(fit) ? { fit } : {}),
    collapsed: readNames(collapsed),
    ...readPicture(value),
    notations: Object.fromEntries(others.filter(([, picture]) => !isEmpty(picture))),
    ...(Object.keys(unknown).length === 0 ? {} : { unknown }),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  "version",
  "direction",
  "fit",
  "collapsed",
  "places",
  "lines",
  "notations",
  "unknown",
]);

/** The members that mean nothing here: of a file its own, of a message those that it names as such. */
function unknownIn(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = isObject(value.unknown) ? value.unknown : {};
  return Object.fromEntries(
    [...Object.entries(value), ...Object.entries(named)].filter(([name]) => !KNOWN.has(name)),
  );
}

/** The picture that an arrangement keeps in a notation; without a name in the default one. */
export function pictureIn(
  { places, lines, notations }: Arrangement,
  notation: string | undefined,
): KeptPicture {
  if (notation === undefined) return { places, lines };
  const own = Object.hasOwn(notations, notation) ? notations[notation] : undefined;
  return own ?? { places: {}, lines: [] };
}

/** An arrangement with another picture in a notation. */
export function withPicture(
  arrangement: Arrangement,
  notation: string | undefined,
  { places, lines }: KeptPicture,
): Arrangement {
  if (notation === undefined) return { ...arrangement, places, lines };
  const others = Object.entries(arrangement.notations).filter(([name]) => name !== notation);
  const own = isEmpty({ places, lines }) ? [] : [[notation, { places, lines }] as const];
  return { ...arrangement, notations: Object.fromEntries([...others, ...own]) };
}

function isEmpty({ places, lines }: KeptPicture): boolean {
  return Object.keys(places).length + lines.length === 0;
}

/** The text of the file of an arrangement: a place or a line a line, so that versions of it can be compared and merged. */
export function arrangementText(
  { direction, fit, collapsed, notations, unknown = {}, ...picture }: Arrangement,
): string {
  const others = Object.entries(notations).sort(byName).map(([name, one]) =>
    `    ${JSON.stringify(name)}: {\n${pictureMembers(one, "      ").join(",\n")}\n    }`
  );
  const members = [
    `  "version": 1`,
    ...(direction === undefined ? [] : [`  "direction": ${JSON.stringify(direction)}`]),
    ...(fit === undefined ? [] : [`  "fit": ${JSON.stringify(fit)}`]),
    ...(collapsed.length === 0 ? [] : [`  "collapsed": ${JSON.stringify(collapsed)}`]),
    ...pictureMembers(picture, "  "),
    ...(others.length === 0 ? [] : [`  "notations": {\n${others.join(",\n")}\n  }`]),
    ...Object.entries(unknown).map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`),
  ];
  return `{\n${members.join(",\n")}\n}\n`;
}

function pictureMembers({ places, lines }: KeptPicture, indent: string): string[] {
  const listed = Object.entries(places).sort(byName).map(([key, place]) =>
    `${indent}  ${JSON.stringify(key)}: { ${
      Object.entries(place).map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")
    } }`
  );
  const drawn = lines.map(({ from, to, points, label }) => {
    const corners = points.map(({ x, y }) => [x, y]);
    const place = label && [label.x, label.y, label.width, label.height];
    return indent + "  " + JSON.stringify({ from, to, points: corners, ...(place ? { label: place } : {}) });
  });
  return [
    `${indent}"places": ${listed.length === 0 ? "{}" : `{\n${listed.join(",\n")}\n${indent}}`}`,
    ...(drawn.length === 0 ? [] : [`${indent}"lines": [\n${drawn.join(",\n")}\n${indent}]`]),
  ];
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
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

/** The most corners of a line that is read. */
const MOST_CORNERS = 200;

function readPicture({ places, lines }: Record<string, unknown>): KeptPicture {
  return {
    places: readPlaces(places),
    lines: (Array.isArray(lines) ? lines : []).flatMap((line) => readLine(line) ?? []),
  };
}

/** Reads a line as files write it, with lists of numbers, or as messages do, with objects. */
function readLine(value: unknown): DrawnLine | undefined {
  if (!isObject(value)) return undefined;
  const { from, to, points, label } = value;
  if (typeof from !== "string" || typeof to !== "string" || !Array.isArray(points)) return undefined;
  const corners = points.flatMap((point): Point[] => {
    const [x, y] = Array.isArray(point) ? point : isObject(point) ? [point.x, point.y] : [];
    return isCoordinate(x) && isCoordinate(y) ? [{ x, y }] : [];
  });
  if (corners.length !== points.length || points.length < 2 || points.length > MOST_CORNERS) return undefined;
  const box = boxIn(isObject(label) ? [label.x, label.y, label.width, label.height] : label);
  return { from, to, points: corners, ...(box ? { label: box } : {}) };
}

function boxIn(value: unknown): Box | undefined {
  const [x, y, width, height]: unknown[] = Array.isArray(value) ? value : [];
  return isCoordinate(x) && isCoordinate(y) && isLength(width) && isLength(height)
    ? { x, y, width, height }
    : undefined;
}

/** A line in whole units, as files keep it. */
export function lineOf({ from, to, points, label }: DrawnLine): DrawnLine {
  const rounded = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });
  const size = label && { width: Math.round(label.width), height: Math.round(label.height) };
  return {
    from,
    to,
    points: points.map(rounded),
    ...(label && size ? { label: { ...rounded(label), ...size } } : {}),
  };
}
