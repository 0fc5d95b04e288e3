import { LoomError } from "../../../error.ts";
import { positionAt } from "../../../json/position.ts";

/** The stable words of a {@linkcode MermaidSyntaxError}. */
export type MermaidErrorCode = "mermaid_syntax" | "mermaid_kind" | "too_deep" | "too_large";

/** A Mermaid text that cannot be read, with the place where reading ended. */
export class MermaidSyntaxError extends LoomError {
  /** The kind of error. */
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

/**
 * Makes the error for an offset in a text.
 *
 * @param problem the beginning of the sentence, up to the place
 * @param remedy the end of the sentence: how to fix it
 */
export function errorAt(
  code: MermaidErrorCode,
  text: string,
  at: number,
  problem: string,
  remedy: string,
): MermaidSyntaxError {
  const { line, column } = positionAt(text, at);
  const message = `${problem} at line ${line}, column ${column}: ${remedy}.`;
  return new MermaidSyntaxError(code, message, line, column);
}
