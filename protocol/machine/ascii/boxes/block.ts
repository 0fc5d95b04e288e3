import type { Arrow, BoxNode } from "./box_tree.ts";
import type { Stroke, TextCanvas } from "./text_canvas.ts";
import type { Plan, Port } from "./plan.ts";

/** A part of the drawing, sized, that can be put anywhere. */
export interface Block {
  readonly width: number;
  readonly height: number;
  /** The lines that come out of its right side, none of them in the same row. */
  readonly ports: readonly BlockPort[];
  /** The arrows that found no room. */
  readonly failed: readonly Arrow[];
  /** The arrows whose label had to be cut. */
  readonly cut: readonly Arrow[];
  /** Draws it with its upper left corner at this cell; its frame may be made higher. */
  paint(canvas: TextCanvas, x: number, y: number, height?: number): void;
}

/** A line that comes out of the right side of a block. */
export interface BlockPort {
  /** Its row, from the top of the block. */
  readonly row: number;
  readonly port: Port;
  /** The text after it; `null` for a line from further inside, which already has its text. */
  readonly lines: readonly string[] | null;
}

/** State shared by the blocks of a drawing. */
export interface BlockContext {
  readonly plan: Plan;
  readonly active: ReadonlySet<string>;
  readonly actions: boolean;
  /** The columns that each state needs so that no name in it is broken. */
  readonly needs: ReadonlyMap<BoxNode, number>;
}

/** The room of a block. */
export interface BlockRoom {
  /** The most columns it may take. */
  readonly width: number;
  /** The columns it should rather not exceed. */
  readonly wanted: number;
  /** The columns between the right side of a block of this width and the lanes. */
  beside(width: number): number;
  /** The least width, so that neighbours look alike. */
  readonly least: number;
  /** The default stroke of its frame. */
  readonly stroke: Stroke;
}

/** The room of a block with nothing beside it. */
export function loneRoom(width: number, stroke: Stroke): BlockRoom {
  return { width, wanted: width, beside: () => 0, least: 0, stroke };
}

/** The drawing does not fit into the width. */
export class TooNarrow extends Error {}
