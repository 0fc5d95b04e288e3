import { boxesById, idsOf, keysOf, linesById, type Placeable, placesById } from "./element_keys.ts";
import {
  type Arrangement,
  type ArrangementPatch,
  lineOf,
  NO_ARRANGEMENT,
  patchArrangement,
  pictureIn,
  type Place,
  placeOf,
  replacedPlace,
  withPicture,
} from "./arrangement.ts";
import { LoomError } from "../error.ts";
import type { JsonObject } from "../json/value.ts";
import type { DrawnBefore } from "../layout/incremental/drawn_lines.ts";
import type { FixedDirection, Pictures, PictureStyle } from "../kind.ts";
import { fitOf } from "../picture/fit.ts";

/** The members of a style that an arrangement sets, or that make it count for nothing. */
export type ShapeStyle = Pick<PictureStyle, "arrangement" | "direction" | "space" | "part" | "notation">;

/**
 * Checks that the lines of a picture can lead the wanted way.
 *
 * @throws {LoomError} `bad_style` when they cannot.
 */
function checkDirection(
  wanted: PictureStyle["direction"] | null,
  fixed: FixedDirection | undefined,
): void {
  if (!wanted || !fixed || wanted === "auto" || wanted === fixed.direction) return;
  throw new LoomError("bad_style", `${fixed.because}: leave the direction ${wanted} out.`);
}

/** The shape of a picture: what its style asks for, and what is left open of that as in its arrangement. */
export interface ArrangedStyle extends Pick<PictureStyle, "direction" | "space"> {
  /** Boxes and lines that stay, by the ids of elements. */
  keptOf(elements: readonly Placeable[]): DrawnBefore;
  /** The ids of elements that are drawn without what is inside of them. */
  collapsedOf(elements: readonly Placeable[]): string[];
}

/**
 * The shape of a picture in a style. A style that asks for a direction, a space or a part to focus on asks for another arrangement
 * than the one that is kept.
 *
 * @param notation The notation, unless it is the default one.
 * @param fixed The only way that its lines can lead. Default: any.
 * @throws {LoomError} `bad_style` when the style asks for another way.
 */
export function arrangedStyle(
  style: ShapeStyle,
  notation?: string,
  fixed?: FixedDirection,
): ArrangedStyle {
  checkDirection(style.direction, fixed);
  const { arrangement: whole = NO_ARRANGEMENT, direction, space, part } = style;
  const arrangement = part?.focus === undefined ? whole : NO_ARRANGEMENT;
  const isReshaped = direction !== undefined || space !== undefined;
  const { fit } = arrangement;
  const filled = isReshaped || fit === undefined ? space : fitOf(fit);
  const picture = pictureIn(arrangement, notation);
  return {
    direction: direction ?? arrangement.direction,
    space: filled,
    keptOf: (elements) => ({
      space: filled,
      boxes: isReshaped ? {} : boxesById(elements, picture.places),
      lines: isReshaped ? [] : linesById(elements, picture.lines),
    }),
    collapsedOf: (elements) => idsOf(elements, arrangement.collapsed),
  };
}

/**
 * A new arrangement of all elements in a notation, with settings that change; what other notations keep stays.
 *
 * @throws {LoomError} `bad_style` when lines cannot lead the wanted way.
 */
export function renewedArrangement(
  pictures: Pictures,
  document: JsonObject,
  arrangement: Arrangement,
  patch: ArrangementPatch,
  { notation: word, links }: Pick<PictureStyle, "notation" | "links"> = {},
): Arrangement {
  const notation = word === pictures.notations?.[0] ? undefined : word;
  checkDirection(patch.direction, pictures.fixedDirection?.(notation));
  const cleared = withPicture(patchArrangement(arrangement, patch), notation, { places: {}, lines: [] });
  const renewed = completeArrangement(pictures, document, cleared, { notation, links });
  const [{ places: old }, { places, lines }] = [
    pictureIn(arrangement, notation),
    pictureIn(renewed, notation),
  ];
  const kept = Object.entries(places).map(([key, place]) => [key, replacedPlace(old[key], place)] as const);
  return withPicture(renewed, notation, { places: Object.fromEntries(kept), lines });
}

/**
 * An arrangement with the places of all elements of a document, and all lines, in a notation: those that it has stay as far as they
 * fit, and the others are as the picture has them.
 */
export function completeArrangement(
  { placeables, arrange, notations = [] }: Pictures,
  document: JsonObject,
  arrangement: Arrangement,
  { notation: word, links }: Pick<PictureStyle, "notation" | "links"> = {},
): Arrangement {
  if (!placeables || !arrange) return arrangement;
  const notation = word === notations[0] ? undefined : word;
  const elements = placeables(document, notation);
  const drawn = arrange(document, { arrangement, notation, links });
  const kept = pictureIn(arrangement, notation);
  const known = placesById(elements, kept.places);
  const collapsed = new Set(idsOf(elements, arrangement.collapsed));
  const keys = keysOf(elements);
  const keyOf = new Map(elements.map(({ id }, at) => [id, keys[at] ?? id]));
  const places = elements.flatMap(({ id }, at): [string, Place][] => {
    const [box, old] = [drawn.boxes.get(id), known.get(id)];
    // What a collapsed element holds is as large as it was when it is opened again.
    if (!box) return old ? [[keys[at] ?? id, old]] : [];
    const { width, height } = old && collapsed.has(id) ? { ...box, ...old } : box;
    return [[keys[at] ?? id, replacedPlace(old, placeOf({ ...box, width, height }))]];
  });
  const hidden = linesById(elements, kept.lines).filter(({ from, to }) =>
    !drawn.boxes.has(from) || !drawn.boxes.has(to)
  );
  const lines = [...drawn.lines, ...hidden].flatMap(({ from, to, ...line }) => {
    const ends = [keyOf.get(from), keyOf.get(to)];
    return ends[0] !== undefined && ends[1] !== undefined
      ? [lineOf({ ...line, from: ends[0], to: ends[1] })]
      : [];
  });
  return withPicture(arrangement, notation, { places: Object.fromEntries(places), lines });
}
