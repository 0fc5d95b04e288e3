/** A mark that an overlay puts on an element. */
export type OverlayMark = "added" | "removed" | "changed" | "covered" | "missed" | "error" | "warning";

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
  /** True for one inside of that state, which is drawn closed and has the mark. Default: false. */
  readonly inside?: boolean;
}

/** A mark of an element of a document of any kind. */
export interface ElementMark {
  /** The mark. */
  readonly mark: OverlayMark;
  /** The element, as {@linkcode elementKey} writes it, then those around it; the first that the picture shows gets the mark. */
  readonly keys: readonly string[];
  /** The pointer of the place from each of these elements on, such as `/transitions/0`. */
  readonly places: readonly string[];
  /** The mark in words. Default: none. */
  readonly words?: string;
}

/** An element as a key of marks: its type and its name. */
export function elementKey({ type, name }: { readonly type: string; readonly name: string }): string {
  return `${type}:${name}`;
}

/** Marks on top of a picture; other elements look as they do without it. */
export interface PictureOverlay {
  /** Marks of states, by name. */
  readonly states?: Readonly<Record<string, OverlayMark>>;
  /** Marks of transitions. */
  readonly transitions?: readonly (OverlayTransition & { readonly mark: OverlayMark })[];
  /** Marks of elements of any kind; where several mark one element, the first counts. */
  readonly elements?: readonly ElementMark[];
  /** Counts of taken transitions: higher counts have wider lines. */
  readonly heat?: readonly (OverlayTransition & { readonly count: number })[];
  /** The transitions of a walk, in order; they are numbered. */
  readonly walk?: readonly OverlayTransition[];
}

/** A link between two elements of a picture. */
export interface PictureLink {
  /** The name of one element. */
  readonly from: string;
  /** The name of the other. */
  readonly to: string;
  /** The link in a few words: `3 events, 2 states`. */
  readonly text: string;
}
