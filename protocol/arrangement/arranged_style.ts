import { boxesById, idsOf, keysOf, type Placeable, placesById } from "./element_keys.ts";
import {
  type Arrangement,
  NO_ARRANGEMENT,
  type Place,
  placeOf,
  placesIn,
  withPlaces,
} from "./arrangement.ts";
import type { Box } from "../geometry/box.ts";
import type { JsonObject } from "../json/value.ts";
import type { Pictures, PictureStyle } from "../kind.ts";
import { fitOf } from "../picture/fit.ts";

/** The members of a style that an arrangement sets, or that make it count for nothing. */
export type ShapeStyle = Pick<PictureStyle, "arrangement" | "direction" | "space" | "part" | "notation">;

/** The shape of a picture: what its style asks for, and what is left open of that as in its arrangement. */
export interface ArrangedStyle extends Pick<PictureStyle, "direction" | "space"> {
  /** Boxes that stay where they are, by the ids of elements. */
  boxesOf(elements: readonly Placeable[]): Record<string, Box>;
  /** The ids of elements that are drawn without what is inside of them. */
  collapsedOf(elements: readonly Placeable[]): string[];
}

/**
 * The shape of a picture in a style. A style that asks for a direction, a space or a part to focus on asks for another arrangement
 * than the one that is kept.
 *
 * @param notation The notation, unless it is the default one.
 */
export function arrangedStyle(style: ShapeStyle, notation?: string): ArrangedStyle {
  const { arrangement: whole = NO_ARRANGEMENT, direction, space, part } = style;
  const arrangement = part?.focus === undefined ? whole : NO_ARRANGEMENT;
  const isReshaped = direction !== undefined || space !== undefined;
  const { fit } = arrangement;
  return {
    direction: direction ?? arrangement.direction,
    space: isReshaped || fit === undefined ? space : fitOf(fit),
    boxesOf: (elements) => isReshaped ? {} : boxesById(elements, placesIn(arrangement, notation)),
    collapsedOf: (elements) => idsOf(elements, arrangement.collapsed),
  };
}

/**
 * An arrangement with the places of all elements of a document, in a notation: those that it has stay, and the others get those
 * that the picture gives them.
 */
export function completeArrangement(
  { placeables, boxes, notations = [] }: Pictures,
  document: JsonObject,
  arrangement: Arrangement,
  { notation: word, links }: Pick<PictureStyle, "notation" | "links"> = {},
): Arrangement {
  if (!placeables || !boxes) return arrangement;
  const notation = word === notations[0] ? undefined : word;
  const elements = placeables(document, notation);
  const drawn = boxes(document, { arrangement, notation, links });
  const known = placesById(elements, placesIn(arrangement, notation));
  const collapsed = new Set(idsOf(elements, arrangement.collapsed));
  const keys = keysOf(elements);
  const places = elements.flatMap(({ id }, at): [string, Place][] => {
    const [box, old] = [drawn.get(id), known.get(id)];
    // What a collapsed element holds is as large as it was when it is opened again.
    if (!box) return old ? [[keys[at] ?? id, old]] : [];
    const { width, height } = old && collapsed.has(id) ? { ...box, ...old } : box;
    return [[keys[at] ?? id, placeOf({ ...box, width, height })]];
  });
  return withPlaces(arrangement, notation, Object.fromEntries(places));
}
