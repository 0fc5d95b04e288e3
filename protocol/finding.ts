/** The severity of a {@linkcode Finding}: an `error` makes a document invalid, a `warning` does not. */
export type Severity = "error" | "warning";

/**
 * A validator's message about one place of a document.
 *
 * Every document kind and every surface uses this one shape.
 */
export interface Finding {
  /** The rule's stable id, such as `V006` or `W101`. */
  ruleId: string;
  /** True when the document is invalid because of it. */
  severity: Severity;
  /** One sentence: what is wrong and what to do. */
  message: string;
  /** The name of the element it is about (a state, an event, ...), where there is one. */
  element?: string;
  /** The place: a JSON pointer (RFC 6901) from the top of the definition; `""` is the definition itself. */
  path: string;
  /** The line in the JSON text, from 1, of a finding about the text itself. */
  line?: number;
  /** The column there, in UTF-16 units, from 1. */
  column?: number;
}
