import type { Box, Point } from "../geometry/box.ts";
import { isObject } from "../json/value.ts";
import type { DrawnLine } from "../layout/incremental/drawn_lines.ts";
import type { FlowDirection } from "../layout/options.ts";
import { fitOf } from "../picture/fit.ts";
import { done, refused, type Result } from "../refusal.ts";

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
  /** Members in the file that mean nothing here, which stay in it. Default: none. */
  readonly unknown?: Readonly<Record<string, unknown>>;
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
  const unknown = unknownIn(value, KNOWN);
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
function unknownIn(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Record<string, unknown> {
  const named = isObject(value.unknown) ? value.unknown : {};
  return Object.fromEntries(
    [...Object.entries(value), ...Object.entries(named)].filter(([name]) => !known.has(name)),
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
  const listed = Object.entries(places).sort(byName).map(([key, { unknown, ...place }]) =>
    `${indent}  ${JSON.stringify(key)}: { ${
      Object.entries({ ...place, ...unknown }).map(([name, value]) =>
        `${JSON.stringify(name)}: ${JSON.stringify(value)}`
      ).join(", ")
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
    if (!place || !isObject(one)) return [];
    const unknown = unknownIn(one, KNOWN_OF_PLACES);
    return [[key, Object.keys(unknown).length === 0 ? place : { ...place, unknown }] as const];
  });
  return Object.fromEntries(entries);
}

const KNOWN_OF_PLACES: ReadonlySet<string> = new Set(["x", "y", "width", "height", "unknown"]);

/** A new place, with what means nothing here of the old one. */
export function replacedPlace(old: Place | undefined, place: Place): Place {
  return old?.unknown === undefined ? place : { ...place, unknown: old.unknown };
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

/** A change of an arrangement: what it does not name stays. */
export interface ArrangementPatch {
  /** The places to set, by key; `null` takes one away. */
  readonly places?: Readonly<Record<string, Place | null>>;
  /** The notation that the places are about. Default: the first one of the document's kind. */
  readonly notation?: string;
  /** The keys of all collapsed elements. */
  readonly collapsed?: readonly string[];
  /** The way that lines lead; `null` for what fits best. */
  readonly direction?: Arrangement["direction"] | null;
  /** The space to fill; `null` for any. */
  readonly fit?: string | null;
}

/**
 * Checks a change of an arrangement, as it comes in a message.
 *
 * @returns A refusal `bad_patch` that names the member.
 */
export function parseArrangementPatch(value: unknown): Result<ArrangementPatch> {
  if (!isObject(value)) return bad("The change is no object: send { places: { <key>: { x, y } } }.");
  const { notation, collapsed, direction, fit } = value;
  const places: [string, Place | null][] = [];
  if (value.places !== undefined) {
    if (!isObject(value.places)) {
      return bad("places is no object: send { <key>: { x, y, width?, height? } }.");
    }
    for (const [key, one] of Object.entries(value.places)) {
      const place = one === null ? null : readPlace(one);
      if (place === undefined) {
        return bad(`places[${JSON.stringify(key)}] is no place: send { x, y, width?, height? }, or null.`);
      }
      places.push([key, place]);
    }
  }
  if (notation !== undefined && typeof notation !== "string") {
    return bad("notation is no text: leave it out.");
  }
  if (collapsed !== undefined && !isNames(collapsed)) return bad("collapsed is no list of keys.");
  if (direction !== undefined && direction !== null && !isDirection(direction)) {
    return bad("direction is none of auto, down, right and null.");
  }
  if (fit !== undefined && fit !== null && !isFit(fit)) {
    return bad("fit is no space to fill: send a ratio such as 16:9, a4, readme, a width, or null.");
  }
  return done({
    ...(value.places === undefined ? {} : { places: Object.fromEntries(places) }),
    ...(notation === undefined ? {} : { notation }),
    ...(collapsed === undefined ? {} : { collapsed }),
    ...(direction === undefined ? {} : { direction }),
    ...(fit === undefined ? {} : { fit }),
  });
}

/** The arrangement after a change. */
export function patchArrangement(arrangement: Arrangement, patch: ArrangementPatch): Arrangement {
  const { places = {}, notation, collapsed = arrangement.collapsed } = patch;
  const picture = pictureIn(arrangement, notation);
  const entries = new Map<string, Place>(Object.entries(picture.places));
  for (const [key, place] of Object.entries(places)) {
    if (place === null) entries.delete(key);
    else entries.set(key, replacedPlace(entries.get(key), place));
  }
  const { direction: oldDirection, fit: oldFit, ...rest } = arrangement;
  const direction = patch.direction === undefined ? oldDirection : patch.direction;
  const fit = patch.fit === undefined ? oldFit : patch.fit;
  const changed = {
    ...rest,
    collapsed: [...new Set(collapsed)],
    ...(direction === undefined || direction === null ? {} : { direction }),
    ...(fit === undefined || fit === null ? {} : { fit }),
  };
  // What moves takes its lines along in a way of their own.
  const lines = picture.lines.filter(({ from, to }) =>
    !Object.hasOwn(places, from) && !Object.hasOwn(places, to)
  );
  return withPicture(changed, notation, { places: Object.fromEntries(entries), lines });
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function bad(message: string): Result<never> {
  return refused({ code: "bad_patch", message });
}
