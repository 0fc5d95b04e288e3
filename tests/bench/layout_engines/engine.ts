import { LAYOUT_DEFAULTS, type LayoutGraph } from "@loom/protocol";
import type { Drawing } from "../../layout/drawing.ts";

/** The room that every engine is asked to keep between boxes, in world units. */
export const NODE_GAP: number = LAYOUT_DEFAULTS.nodeGap;
/** The room that every engine is asked to keep between layers. */
export const LAYER_GAP: number = LAYOUT_DEFAULTS.layerGap;

/** An engine that arranges graphs. */
export interface LayoutEngine {
  readonly name: string;
  /** Its lines are curves, of which some points are known: bends mean nothing. */
  readonly isCurved?: boolean;
  /** Whether it joins boxes that contain others. */
  readonly isNested?: true;
  /** Puts a graph into the engine's own form. What comes back arranges it and is what gets timed. */
  readonly prepare: (graph: LayoutGraph) => Arrange;
}

/** Arranges a prepared graph, once; what comes back reads the outcome. */
export type Arrange = () => () => Drawing;
