import { LoomError } from "./error.ts";

/** A call of a command, in the spelling of no surface. */
export interface CommandCall {
  /** The id of the command, such as `state.add`. */
  readonly command: string;
  /** Its arguments, as far as they matter. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** A phrase for surfaces that do not spell the call, such as `add it`. */
  readonly words?: string;
}

/** An argument of the refused command. */
export interface ArgumentHint {
  /** Its name, such as `allowUnknown`. */
  readonly argument: string;
  /** The value to give. */
  readonly value?: unknown;
}

/** Text for people, between which each surface spells calls and arguments its own way. */
export type Phrase = string | readonly (string | CommandCall | ArgumentHint)[];

/** The reason why a request is refused; the same value on every surface. */
export interface Refusal {
  /** A word that stays the same, such as `not_found`. */
  readonly code: string;
  /** One sentence: what is wrong and where. */
  readonly message: string;
  /** JSON pointer in the definition to what is at fault. */
  readonly path?: string;
  /** The next step, as the end of the message. */
  readonly remedy?: Phrase;
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

/** The error of something that was refused. */
export class RefusedError extends LoomError {
  /** The refusal. */
  readonly refusal: Refusal;

  /** Makes the error from the refusal. */
  constructor(refusal: Refusal) {
    super(refusal.code, refusal.message);
    this.name = "RefusedError";
    this.refusal = refusal;
  }
}

/**
 * The value of a result.
 *
 * @throws {LoomError} The refusal: itself when it is an error, else as a {@linkcode RefusedError}.
 */
export function orThrow<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw result.refusal instanceof Error ? result.refusal : new RefusedError(result.refusal);
}
