import { LoomError } from "@loom/protocol/error";

/** A guard or action whose text does not parse; its `code` is `expression_syntax`. */
export class ExpressionError extends LoomError {
  /** Offset in the text, in UTF-16 units from 0; the sentence counts characters from 1. */
  readonly offset: number;

  /** Makes the error from what is wrong, its offset, and what to do about it; both phrases without a full stop. */
  constructor(problem: string, offset: number, advice?: string) {
    super("expression_syntax", `${problem} at character ${offset + 1}${advice ? `: ${advice}` : ""}.`);
    this.name = "ExpressionError";
    this.offset = offset;
  }
}

/** A guard or action that parses but fails when it runs; its `code` is `expression_value`. */
export class EvaluationError extends LoomError {
  /** The fault, without the text of the expression and without a full stop. */
  readonly reason: string;

  /** Makes the error from what is wrong and, where known, the text of the part that failed. */
  constructor(reason: string, text?: string) {
    super(
      "expression_value",
      `Cannot evaluate${text === undefined ? "" : ` \`${shorten(text)}\``}: ${reason}.`,
    );
    this.name = "EvaluationError";
    this.reason = reason;
  }
}

const SHOWN_LENGTH = 80;

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text;
}
