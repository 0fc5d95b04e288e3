import { isObject } from "../json/value.ts";
import { done, refused, type Result } from "../refusal.ts";
import {
  type Arrangement,
  isDirection,
  isFit,
  pictureIn,
  type Place,
  readPlace,
  withPicture,
} from "./arrangement.ts";

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
    else entries.set(key, place);
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
