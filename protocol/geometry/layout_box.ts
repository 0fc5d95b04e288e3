import type { Box } from "../layout/graph.ts";

/** The place of a state on a canvas: a {@linkcode Box} in world units. */
export type LayoutBox = Box;
