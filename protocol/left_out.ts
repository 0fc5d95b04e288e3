/** Parts of one type that a text format has no place for. */
export interface LeftOut {
  /** The type of part: `state`, `transition`, `event`, ... */
  readonly part: string;
  /** The members that were left out. */
  readonly members: readonly string[];
  /** Number of parts that have one of them. */
  readonly count: number;
  /** JSON pointer to the first of these parts. */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
}

/** A document as text. */
export interface WrittenText {
  /** The text; the last line is ended. */
  readonly text: string;
  /** The parts that the format has no place for. */
  readonly leftOut: readonly LeftOut[];
}
