import type { Box } from "../../geometry/box.ts";
import {
  blockWidth,
  type DrawnText,
  type MeasuredText,
  moreHeight,
  placedText,
} from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { type Located, stateOfList } from "../lookup.ts";
import type { ChenOval } from "./chen_drawing.ts";

/** The sizes of the notation, in world units. */
export const CHEN = {
  rectHeight: 40,
  rectMinWidth: 110,
  rectPadX: 18,
  ovalRy: 13,
  ovalMinRx: 38,
  ovalPadX: 14,
  pitch: 32,
  gap: 34,
  diamondMinHalfWidth: 34,
  diamondHalfHeight: 18,
} as const;
const OVAL = { size: 11, weight: 400 } as const;
const KEY = { size: 11, weight: 600 } as const;
/** The longest line of a text. */
export const LONGEST = 240;
const HALF_CAPITAL = 0.3635;
/** The height that an oval gains for each unit of further lines, at each side. */
const OVAL_RISE = 0.7;

/** Ovals in columns at both sides of an owner, or at its right only. */
export interface Ovals {
  readonly texts: readonly {
    readonly attribute: Located;
    readonly text: MeasuredText;
    readonly rx: number;
    readonly ry: number;
  }[];
  /** The number of those at the left. */
  readonly left: number;
  /** The width of one side. */
  readonly side: number;
  readonly height: number;
}

/**
 * Measures the ovals of some attributes.
 *
 * @param left The number of those at the left.
 */
export function measureOvals(attributes: readonly Located[], left: number): Ovals {
  const texts = attributes.map((attribute) => {
    const text = wrappedText(attribute.name, attribute.value.key === "pk" ? KEY : OVAL, LONGEST);
    // An oval of several lines has its corners farther from its words.
    const more = moreHeight(text);
    return {
      attribute,
      text,
      rx: Math.max(CHEN.ovalMinRx, Math.ceil(blockWidth(text) / 2 + CHEN.ovalPadX + more / 2)),
      ry: CHEN.ovalRy + Math.ceil(more * OVAL_RISE),
    };
  });
  const columns = [texts.slice(0, left), texts.slice(left)];
  const widest = Math.max(0, ...texts.map(({ rx }) => rx));
  return {
    texts,
    left,
    side: attributes.length === 0 ? 0 : CHEN.gap + 2 * widest,
    height: Math.max(...columns.map(columnHeight)),
  };
}

/** The height of an oval with the gap to the next. */
function pitchOf({ ry }: { readonly ry: number }): number {
  return CHEN.pitch + 2 * (ry - CHEN.ovalRy);
}

function columnHeight(column: readonly { readonly ry: number }[]): number {
  return column.reduce((sum, oval) => sum + pitchOf(oval), 0);
}

/** Places ovals beside their owner: columns at both sides, each oval as wide as its name. */
export function placeOvals({ texts, left }: Ovals, owner: Box, isWeak: boolean): ChenOval[] {
  const middle = owner.y + owner.height / 2;
  return texts.map(({ attribute: { value, name }, text, rx, ry }, index) => {
    const isLeft = index < left;
    const column = isLeft ? texts.slice(0, left) : texts.slice(left);
    const above = columnHeight(column.slice(0, isLeft ? index : index - left));
    const down = above + pitchOf({ ry }) / 2 - columnHeight(column) / 2;
    const side = isLeft ? owner.x : owner.x + owner.width;
    const away = isLeft ? -1 : 1;
    const center = { x: side + away * (CHEN.gap + rx), y: middle + down };
    const isKey = value.key === "pk";
    return {
      name,
      center,
      rx,
      ry,
      text: centered(text, center.x, center.y),
      underline: !isKey ? "none" : isWeak ? "dashed" : "solid",
      isState: stateOfList(value.stateOf).length > 0,
      line: [{ x: side, y: middle }, { x: center.x - away * rx, y: center.y }],
    };
  });
}

/** A text around a point. */
export function centered(text: MeasuredText, x: number, y: number): DrawnText {
  return placedText(text, x, y + text.size * HALF_CAPITAL - moreHeight(text) / 2, "middle");
}
