import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode NarrativeError}. */
export type NarrativeErrorCode =
  | "invalid_body"
  | "invalid_field"
  | "invalid_rules"
  | "bad_store"
  | "unreadable_store"
  | "unknown_beat"
  | "unknown_event";

/** Why the narrative bridge cannot do what it was asked for. */
export class NarrativeError extends LoomError {
  /** Why it cannot. */
  declare readonly code: NarrativeErrorCode;
  /** The member that is wrong, as a dotted path such as `analysis.engineer.intent`. */
  readonly field?: string;

  /** Makes an error from its code, its sentence, and the member that is wrong. */
  constructor(code: NarrativeErrorCode, message: string, field?: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "NarrativeError";
    if (field !== undefined) this.field = field;
  }
}
