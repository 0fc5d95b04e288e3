import type { Box, Point, Size } from "../../geometry/box.ts";
import { measuredText } from "../../picture/drawn_text.ts";
import { type Located, textOf } from "../lookup.ts";
import { ROLE } from "./place_roles.ts";

/** Half the width of a loop: its marks have room beside each other. */
const LOOP_HALF = 16;
const LOOP_GAP = 12;
/** Beside the legs of a loop: half a mark, and the gap before a role. */
const BESIDE_LEG = 10;
/** The vertical part of a loop: room for the marks of its ends. */
const LEG = 28;
/** The room of a loop beside the height of its label: its legs, and the room below it. */
const LOOP_ROOM = 38;

type LabelSize = (loop: Located) => Size;

/** A relationship of an entity with itself, below its box. */
export interface Loop {
  readonly relationship: Located;
  readonly points: readonly Point[];
  readonly label: Box;
}

/** The width at the left and at the right of the middle of a loop. */
interface Slot {
  readonly left: number;
  readonly right: number;
}

function slotOf({ value }: Located, labelWidth: number): Slot {
  const beside = (role: unknown) => {
    const text = textOf(role).trim();
    return LOOP_HALF + (text === "" ? 0 : BESIDE_LEG + measuredText(text, ROLE, Infinity).width);
  };
  return {
    left: Math.max(labelWidth / 2, beside(value.fromRole)),
    right: Math.max(labelWidth / 2, beside(value.toRole)),
  };
}

/** The height that the loops of an entity take below its box. */
export function loopsHeight(loops: readonly Located[], labelSize: LabelSize): number {
  return Math.max(0, ...loops.map((loop) => LOOP_ROOM + labelSize(loop).height));
}

/** The width that the loops of an entity take below its box. */
export function loopsWidth(loops: readonly Located[], labelSize: LabelSize): number {
  return loops.reduce((sum, loop) => {
    const { left, right } = slotOf(loop, labelSize(loop).width);
    return sum + left + right + LOOP_GAP;
  }, 0);
}

/** Places the loops of an entity below its box, side by side, each through its label. */
export function placeLoops(
  loops: readonly Located[],
  { x, y, height }: Box,
  labelSize: LabelSize,
): Loop[] {
  const top = y + height;
  let begin = x + LOOP_GAP / 2;
  return loops.map((relationship) => {
    const label = labelSize(relationship);
    const bottom = top + LEG + label.height / 2;
    const width = Math.max(label.width, 2 * LOOP_HALF);
    const { left, right } = slotOf(relationship, width);
    const middle = begin + left;
    begin += left + right + LOOP_GAP;
    const [from, to] = [middle - LOOP_HALF, middle + LOOP_HALF];
    return {
      relationship,
      points: [{ x: from, y: top }, { x: from, y: bottom }, { x: to, y: bottom }, { x: to, y: top }],
      label: { x: middle - width / 2, y: top + LEG, width, height: label.height },
    };
  });
}
