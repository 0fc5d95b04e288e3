import { LAYOUT_DEFAULTS, type LayoutOptions } from "../../layout/options.ts";
import { LABEL_HEIGHT } from "./label.ts";

/** Sizes and distances of {@linkcode autoLayout}, in world units. */
export interface AutoLayoutSettings {
  /** From the left side of a state to that of the next one beside it, for states of the least width. */
  readonly hSpacing: number;
  /** From the top of a state to that of the next one below it, for states of the least height. */
  readonly vSpacing: number;
  /** The least width of a state. */
  readonly nodeWidth: number;
  /** The least height of a state. */
  readonly nodeHeight: number;
  /** The least width of a state with others inside. */
  readonly compositeWidth: number;
  /** The least height of a state with others inside. */
  readonly compositeHeight: number;
  /** The left side of the leftmost states. */
  readonly originX: number;
  /** The top of the topmost states. */
  readonly originY: number;
  /** The effort of the search for fewer crossings. */
  readonly sweeps: number;
  /** True if the result has a box for the root. */
  readonly includeRoot: boolean;
}

/** The least sizes of boxes. */
export type BoxSizes = Pick<
  AutoLayoutSettings,
  "nodeWidth" | "nodeHeight" | "compositeWidth" | "compositeHeight"
>;

/** The defaults of {@linkcode autoLayout}. */
export const AUTO_LAYOUT_DEFAULTS: AutoLayoutSettings = {
  hSpacing: 220,
  vSpacing: 140,
  nodeWidth: 160,
  nodeHeight: 60,
  compositeWidth: 300,
  compositeHeight: 200,
  originX: 100,
  originY: 120,
  sweeps: 2,
  includeRoot: true,
};

/** The least distance between two states, however small the spacing: lines and their arrow heads need it. */
const LEAST_GAP = 24;

/** The distances of the graph level. A line between two layers has room for a label, on top of its arrow. */
export function layoutOptionsOf(settings: AutoLayoutSettings): Omit<LayoutOptions, "fixed"> {
  const { hSpacing, vSpacing, nodeWidth, nodeHeight, sweeps } = settings;
  return {
    nodeGap: Math.max(LEAST_GAP, hSpacing - nodeWidth),
    layerGap: Math.max(LEAST_GAP, vSpacing - nodeHeight - LABEL_HEIGHT),
    effort: Math.max(1, Math.round(LAYOUT_DEFAULTS.effort * sweeps / AUTO_LAYOUT_DEFAULTS.sweeps)),
  };
}
