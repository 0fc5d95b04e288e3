/**
 * The layout engines that are measured side by side.
 *
 * @module
 */
import { dagreEngine } from "./dagre.ts";
import { dotEngine } from "./dot.ts";
import { elkEngine } from "./elk.ts";
import type { LayoutEngine } from "./engine.ts";
import { loomEngine } from "./loom.ts";

/** All engines, ours first. */
export const LAYOUT_ENGINES: readonly LayoutEngine[] = [
  loomEngine("straight"),
  loomEngine("upright"),
  elkEngine("ORTHOGONAL"),
  elkEngine("POLYLINE"),
  dagreEngine,
  dotEngine("spline"),
  dotEngine("polyline"),
];
