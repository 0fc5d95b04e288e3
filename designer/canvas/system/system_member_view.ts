/** What is known of a member's file. */
export interface SystemMemberView {
  /** Its picture, an SVG text; `undefined` while it is loaded. */
  readonly svg?: string | undefined;
  /** What it has, in a few words: `5 states, 7 events`. */
  readonly counts?: string | undefined;
  /** The number of findings with errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** Why it cannot be read. */
  readonly problem?: string | undefined;
}
