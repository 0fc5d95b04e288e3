import type { Box, Point } from "../geometry/box.ts";
import type { DrawnLine } from "../layout/incremental/drawn_lines.ts";
import type { Place, Places } from "./arrangement.ts";

/** An element of a picture that can have a place. */
export interface Placeable {
  /** Its id in the drawing. */
  readonly id: string;
  /** The names of what contains it, outermost first, and its own. */
  readonly names: readonly string[];
}

/**
 * The keys of elements in an arrangement, in the order of the elements: the own name where no other element has it, else the names
 * from the outermost container to it, with slashes between.
 *
 * @example
 * ```ts
 * import { keysOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const all = [["Door"], ["Door", "Open"], ["Hatch", "Open"]].map((names) => ({ id: names.join(), names }));
 * assertEquals(keysOf(all), ["Door", "Door/Open", "Hatch/Open"]);
 * ```
 */
export function keysOf(elements: readonly Placeable[]): string[] {
  const counts = new Map<string, number>();
  for (const element of elements) counts.set(ownName(element), (counts.get(ownName(element)) ?? 0) + 1);
  const whole = wholeNames(elements);
  return unique(elements.map((element, at) => {
    const name = ownName(element);
    return counts.get(name) === 1 ? name : whole[at] ?? name;
  }));
}

/** The names from the outermost container to each element; of those that have all in common, the later ones get a number. */
export function wholeNames(elements: readonly Placeable[]): string[] {
  return unique(elements.map(({ names }) => names.join("/")));
}

function unique(keys: readonly string[]): string[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    let free = key;
    for (let count = 2; taken.has(free); count++) free = `${key}#${count}`;
    taken.add(free);
    return free;
  });
}

/**
 * The places of elements, by their ids. Besides its key an element is found by the names from the outermost container to it, and by its
 * own name if it is the first of that name: so files written by hand need nothing but names.
 */
export function placesById(elements: readonly Placeable[], places: Places): Map<string, Place> {
  return new Map(
    [...placeKeys(elements, places)].flatMap(([id, key]): [string, Place][] => {
      const place = places[key];
      return place ? [[id, place]] : [];
    }),
  );
}

/** The keys of the kept places of elements, by their ids. */
export function placeKeys(elements: readonly Placeable[], places: Places): Map<string, string> {
  const [keys, whole] = [keysOf(elements), wholeNames(elements)];
  const named = new Set<string>();
  const found = new Map<string, string>();
  for (const [at, element] of elements.entries()) {
    const name = ownName(element);
    const spellings = [keys[at] ?? name, whole[at] ?? name, ...(named.has(name) ? [] : [name])];
    named.add(name);
    const key = spellings.find((one) => Object.hasOwn(places, one));
    if (key !== undefined) found.set(element.id, key);
  }
  return found;
}

/** The kept places of all that is inside of an element, by id, moved along with it: what is collapsed moves, too. */
export function placesInside(
  elements: readonly Placeable[],
  places: Places,
  id: string,
  by: Point,
): Map<string, Place> {
  const outer = elements.find((element) => element.id === id)?.names;
  const inside = new Set(
    elements.flatMap(({ id, names }) =>
      outer && names.length > outer.length && outer.every((name, at) => names[at] === name) ? [id] : []
    ),
  );
  return new Map(
    [...placesById(elements, places)].flatMap(([one, place]): [string, Place][] =>
      inside.has(one) ? [[one, { ...place, x: place.x + by.x, y: place.y + by.y }]] : []
    ),
  );
}

/** The ids of the elements that keys mean; keys that mean none are left out. */
export function idsOf(elements: readonly Placeable[], keys: readonly string[]): string[] {
  const places = Object.fromEntries(keys.map((key) => [key, { x: 0, y: 0 }]));
  return [...placesById(elements, places).keys()];
}

/** The boxes that a drawing gets for places; a missing size is none. */
export function boxesById(elements: readonly Placeable[], places: Places): Record<string, Box> {
  return Object.fromEntries(
    [...placesById(elements, places)].map(([id, place]) => [id, { width: 0, height: 0, ...place }]),
  );
}

function ownName({ names }: Placeable): string {
  return names.at(-1) ?? "";
}

/** Lines between elements, by their ids; those whose ends no element is are left out. */
export function linesById(elements: readonly Placeable[], lines: readonly DrawnLine[]): DrawnLine[] {
  const ids = new Map([
    ...wholeNames(elements).map((name, at) => [name, elements[at]?.id] as const),
    ...keysOf(elements).map((key, at) => [key, elements[at]?.id] as const),
  ]);
  return lines.flatMap((line) => {
    const [from, to] = [ids.get(line.from), ids.get(line.to)];
    return from === undefined || to === undefined ? [] : [{ ...line, from, to }];
  });
}
