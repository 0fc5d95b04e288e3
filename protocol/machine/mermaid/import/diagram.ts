/**
 * The statements of a state diagram, not yet joined to states.
 *
 * @module
 */

/** A state diagram, statement by statement. */
export interface Diagram {
  /** The title of the front matter. */
  readonly title: string | undefined;
  /** `accTitle`: a title for those who do not see the drawing. */
  readonly accTitle: string | undefined;
  /** `accDescr`: a description for those who do not see the drawing. */
  readonly accDescr: string | undefined;
  /** The statements of the outermost level. */
  readonly statements: readonly Statement[];
  /** Offsets of statements about the appearance. */
  readonly looks: readonly number[];
}

/** The start or end mark. */
export const MARK = "[*]";

/** One statement; `at` is its offset in the text. */
export type Statement =
  /** Names a state, with a description after a colon if there is one. */
  | { readonly kind: "state"; readonly id: string; readonly text: string | undefined; readonly at: number }
  /** `state "text" as id`. */
  | { readonly kind: "alias"; readonly id: string; readonly text: string; readonly at: number }
  /** `from --> to : label`. */
  | {
    readonly kind: "edge";
    readonly from: string;
    readonly to: string;
    readonly label: string;
    readonly at: number;
  }
  /** `state id { ... }`, its parts divided by `--`. */
  | {
    readonly kind: "block";
    readonly id: string;
    readonly sections: readonly (readonly Statement[])[];
    readonly at: number;
  }
  /** `state id <<fork>>` and the like. */
  | { readonly kind: "shape"; readonly id: string; readonly shape: Shape; readonly at: number }
  /** A note at a state, or about the whole diagram. */
  | { readonly kind: "note"; readonly id: string | undefined; readonly text: string; readonly at: number };

/** The shapes that `<<...>>` gives to states. */
export type Shape = "fork" | "join" | "choice" | "end" | "history" | "history*";
