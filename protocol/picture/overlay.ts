/** A mark that an overlay puts on an element. */
export type OverlayMark = "added" | "removed" | "changed" | "covered" | "missed";

/** A transition that an overlay is about: by its index in the list of its state, or by what it says. */
export interface OverlayTransition {
  /** The name of its state. */
  readonly state: string;
  /** Its index among the transitions of its state. Default: found by the other members. */
  readonly index?: number;
  /** Its event. */
  readonly event?: string;
  /** The name of its target. */
  readonly target?: string;
  /** Its guard. */
  readonly condition?: string;
}

/** Marks on top of a picture; other elements look as they do without it. */
export interface PictureOverlay {
  /** Marks of states, by name. */
  readonly states?: Readonly<Record<string, OverlayMark>>;
  /** Marks of transitions. */
  readonly transitions?: readonly (OverlayTransition & { readonly mark: OverlayMark })[];
  /** The transitions of a walk, in order; they are numbered. */
  readonly walk?: readonly OverlayTransition[];
}
