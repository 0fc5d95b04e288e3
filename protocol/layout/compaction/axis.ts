import type { Insets } from "../../geometry/box.ts";

/** The names of what lies along an axis and across it. */
export interface Axis {
  readonly at: "x" | "y";
  readonly size: "width" | "height";
  readonly across: "x" | "y";
  readonly acrossSize: "width" | "height";
  readonly before: keyof Insets;
  readonly behind: keyof Insets;
  /** True for the axis that edges lead along. */
  readonly isFlow: boolean;
}

/** The axes, without the way that edges lead. */
export const AXES = {
  x: { at: "x", size: "width", across: "y", acrossSize: "height", before: "left", behind: "right" },
  y: { at: "y", size: "height", across: "x", acrossSize: "width", before: "top", behind: "bottom" },
} as const;

/** Places that differ by less are one. */
export const SAME = 0.02;
/** Places that differ by less are in line. */
export const IN_LINE = 0.6;

/** Groups of things whose places differ by next to nothing. */
export function inLine<T>(things: readonly T[], placeOf: (thing: T) => number): T[][] {
  const rows: T[][] = [];
  let last = -Infinity;
  for (const thing of things.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const place = placeOf(thing);
    if (place - last > IN_LINE) rows.push([]);
    rows.at(-1)!.push(thing);
    last = place;
  }
  return rows.filter(({ length }) => length > 1);
}
