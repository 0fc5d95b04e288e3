import type { LeftOut } from "../../left_out.ts";

/** A diagram in another format, and what the format has no place for. */
export interface WrittenErd {
  /** The text; its last line is ended. */
  readonly text: string;
  /** Parts that were left out. */
  readonly leftOut: readonly LeftOut[];
}
