import type { DrawnOverlay } from "./drawn_overlay.ts";
import type { Palette } from "../../picture/palette.ts";

/** State shared by the elements of one picture. */
export interface Brush {
  /** The colours. */
  readonly palette: Palette;
  /** The names of the active states. */
  readonly active: ReadonlySet<string>;
  /** The marks of an overlay. */
  readonly overlay: DrawnOverlay;
  /** The names of the states as readers see them, by key. */
  readonly names: ReadonlyMap<string, string>;
}
