import type { DrawnOverlay } from "./drawn_overlay.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";
import type { Palette } from "../../picture/palette.ts";

/** State shared by the elements of one picture. */
export interface Brush {
  /** The colours. */
  readonly palette: Palette;
  /** The names of the active states. */
  readonly active: ReadonlySet<string>;
  /** The number of containers around each container, by key. */
  readonly depths?: ReadonlyMap<string, number>;
  /** The marks of an overlay. */
  readonly overlay: DrawnOverlay;
  /** The names of the states as readers see them, by key. */
  readonly names: ReadonlyMap<string, string>;
}

/** The number of containers around each container; containers come before what is in them. */
export function depthsOf({ states }: Pick<MachineDrawing, "states">): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { key, parent, isContainer } of states) {
    if (isContainer) depths.set(key, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1);
  }
  return depths;
}
