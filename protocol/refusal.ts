/** Why something that was asked for is not done; the same value on every surface. */
export interface Refusal {
  /** A word that stays the same, such as `not_found`. */
  readonly code: string;
  /** One sentence: what is wrong and where. */
  readonly message: string;
  /** JSON pointer in the definition to what is at fault. */
  readonly path?: string;
  /** What to do instead, as the end of the message. */
  readonly remedy?: string;
  /** Names that exist and may have been meant. */
  readonly alternatives?: readonly string[];
}

/** A value, or the refusal that stands in its place. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** A result that is there. */
export function done<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

/** A result that is refused. */
export function refused<Value>(refusal: Refusal): Result<Value> {
  return { ok: false, refusal };
}
