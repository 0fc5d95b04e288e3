import type { DrawnOverlay } from "./drawn_overlay.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";
import type { Palette } from "../../picture/palette.ts";
import { depthFill, type PictureColor } from "../../picture/theme.ts";
import { type Box, boxAt, middleOf, overlaps } from "../../geometry/box.ts";

/** State shared by the elements of one picture. */
export interface Brush {
  /** The colours. */
  readonly palette: Palette;
  /** The names of the active states. */
  readonly active: ReadonlySet<string>;
  /** The number of containers around each container, by key. */
  readonly depths?: ReadonlyMap<string, number>;
  /** The fills below labels. */
  readonly grounds?: readonly Ground[];
  /** The marks of an overlay. */
  readonly overlay: DrawnOverlay;
  /** The names of the states as readers see them, by key. */
  readonly names: ReadonlyMap<string, string>;
}

/** A container with its fill. */
export interface Ground {
  /** Its outline. */
  readonly box: Box;
  /** Its colour. */
  readonly fill: PictureColor;
}

/** The containers with their fills; those around others come first. */
export function groundsOf({ states }: Pick<MachineDrawing, "states">): Ground[] {
  const depths = depthsOf({ states });
  return states.flatMap(({ key, box, isContainer }) =>
    isContainer ? [{ box, fill: depthFill(depths.get(key) ?? 0) }] : []
  );
}

/** The fill of a plate whose middle lies in a container: the one of that container, so that states are seen before labels. */
export function plateFill(box: Box, grounds: readonly Ground[] = []): PictureColor {
  const middle = boxAt(middleOf(box));
  return grounds.findLast((ground) => overlaps(middle, ground.box))?.fill ?? "chipFill";
}

/** The number of containers around each container; containers come before what is in them. */
export function depthsOf({ states }: Pick<MachineDrawing, "states">): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { key, parent, isContainer } of states) {
    if (isContainer) depths.set(key, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1);
  }
  return depths;
}
