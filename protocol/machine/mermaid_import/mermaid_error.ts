import { LoomError } from "../../error.ts";

/** The stable words of a {@linkcode MermaidSyntaxError}. */
export type MermaidErrorCode = "mermaid_syntax" | "mermaid_kind" | "too_deep" | "too_large";

/** A Mermaid text that cannot be read, with the place where reading ended. */
export class MermaidSyntaxError extends LoomError {
  /** What kind of error it is. */
  declare readonly code: MermaidErrorCode;
  /** The line, from 1. */
  readonly line: number;
  /** The column in UTF-16 units, from 1. */
  readonly column: number;

  /** Makes an error from its code, its sentence and its place. */
  constructor(code: MermaidErrorCode, message: string, line: number, column: number) {
    super(code, message);
    this.name = "MermaidSyntaxError";
    this.line = line;
    this.column = column;
  }
}
