import type { Box, Insets } from "../geometry/box.ts";
import type { EdgeRoute } from "./graph/graph.ts";

/** Options of {@linkcode layoutGraph}; the defaults are in {@linkcode LAYOUT_DEFAULTS}. */
export interface LayoutOptions {
  /** The least distance between two boxes of a layer. */
  readonly nodeGap?: number;
  /** The least distance between two layers. */
  readonly layerGap?: number;
  /** The least distance between a line and a line, and between a line and a box that it passes. */
  readonly edgeGap?: number;
  /** The effort of the search for fewer crossings: the number of starts on a small graph. */
  readonly effort?: number;
  /**
   * The wanted ratio of width to height of the whole drawing: layers that are much wider are split, and parts without
   * edges between them are packed to it. Default: layers are as wide as they get, and parts are packed to 1.5.
   */
  readonly aspect?: number | undefined;
  /** True to try fewer shapes of large containers. Default: false. */
  readonly quick?: boolean | undefined;
  /**
   * The least distance of two ends of edges on a side: nodes without children get wider for it, and higher for their
   * edges to themselves. Default: they keep their sizes.
   */
  readonly endGap?: number;
  /**
   * True to fold parts that are much taller than `aspect` asks for, too, at every depth, and with `dense` the whole drawing.
   * Default: false.
   */
  readonly fold?: boolean;
  /**
   * The ratio of width to height that containers get where that makes them smaller: their layers are folded for it.
   * Default: layers are as edges ask for.
   */
  readonly dense?: number;
  /** The factors by which single containers are to be wider than `dense` asks for, by id; that of the drawing by `undefined`. */
  readonly proportions?: ReadonlyMap<string | undefined, number> | undefined;
  /**
   * The largest share of the edges in a container that may be cut, so that its content falls into blocks that are packed
   * as `dense` asks for, where that makes it smaller; the lines between blocks are drawn around the boxes. Default: 0.
   */
  readonly blocks?: number;
  /** The shape of lines: with few slanted parts (`straight`, the default), or upright and level parts only. */
  readonly lines?: LineShape;
  /** The way edges lead: from top to bottom (the default), or from left to right. */
  readonly direction?: FlowDirection;
  /** Boxes that stay where they are, by id, in absolute coordinates; the other nodes are arranged around them. */
  readonly fixed?: ReadonlyMap<string, Box>;
  /** Lines as they are drawn now, by id; with `fixed`, those that still fit are kept. */
  readonly routes?: ReadonlyMap<string, EdgeRoute>;
  /** With `routes`, the boxes among which these were drawn: those that stand there are in the way of none. Default: none is known. */
  readonly among?: ReadonlyMap<string, Box>;
  /** With `fixed`: `straight` for lines that look at nothing between their ends, which takes a fraction of the time. Default: `around`. */
  readonly routing?: "around" | "straight";
}

/** The way that most edges of a drawing lead. */
export type FlowDirection = "down" | "right";

/** The space that a drawing aims to fill: one of some ratios of width to height, or a column of that width. */
export type Fit = { readonly aspects: readonly number[] } | { readonly width: number };

/** The shape of lines. */
export type LineShape = "straight" | "upright";

/** The options of a full arrangement, with defaults filled in. */
export type LayoutSettings =
  & Required<
    Omit<
      LayoutOptions,
      | "fixed"
      | "routes"
      | "among"
      | "aspect"
      | "fold"
      | "direction"
      | "endGap"
      | "lines"
      | "dense"
      | "proportions"
      | "blocks"
      | "routing"
      | "quick"
    >
  >
  & Pick<
    LayoutOptions,
    "aspect" | "quick" | "fold" | "endGap" | "lines" | "dense" | "proportions" | "blocks"
  >;

/** The defaults of {@linkcode layoutGraph}, in world units. */
export const LAYOUT_DEFAULTS: LayoutSettings = { nodeGap: 40, layerGap: 50, edgeGap: 12, effort: 12 };

/** The settings that options ask for. */
export function settingsOf(
  {
    nodeGap,
    layerGap,
    edgeGap,
    effort,
    aspect,
    quick,
    fold,
    endGap,
    lines,
    dense,
    proportions,
    blocks,
  }: LayoutOptions,
): LayoutSettings {
  return {
    nodeGap: nodeGap ?? LAYOUT_DEFAULTS.nodeGap,
    layerGap: layerGap ?? LAYOUT_DEFAULTS.layerGap,
    edgeGap: edgeGap ?? LAYOUT_DEFAULTS.edgeGap,
    effort: effort ?? LAYOUT_DEFAULTS.effort,
    ...(aspect === undefined ? {} : { aspect }),
    ...(quick ? { quick } : {}),
    ...(fold ? { fold } : {}),
    ...(endGap === undefined ? {} : { endGap }),
    ...(lines === undefined ? {} : { lines }),
    ...(dense === undefined ? {} : { dense }),
    ...(proportions ? { proportions } : {}),
    ...(blocks ? { blocks } : {}),
  };
}

/** The default room between the border of a container and its children. */
export const DEFAULT_PADDING: Insets = { top: 36, right: 20, bottom: 20, left: 20 };

/** No room on any side. */
export const NO_ROOM: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The part of a side of a container beside which marks are. */
export const MARK = 60;
