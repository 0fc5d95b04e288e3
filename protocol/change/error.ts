import { LoomError } from "../error.ts";

/**
 * Why an operation was refused.
 *
 * - `bad_ops`: the list of operations is no list.
 * - `bad_op`: an operation is no object, or a field of it is missing or of the wrong type.
 * - `unknown_op`: no operation has that name.
 * - `not_found`: the state, event, timer or block it names is not there.
 * - `out_of_range`: the index it names is not there.
 * - `duplicate`: it would bring in a name or id that is taken.
 * - `cycle`: it would put a state into itself or below itself.
 * - `root`: it would remove or move the root state.
 * - `wrong_type`: a value, in the operation or in the document, is not of the kind the operation needs.
 */
export type PatchErrorCode =
  | "bad_ops"
  | "bad_op"
  | "unknown_op"
  | "not_found"
  | "out_of_range"
  | "duplicate"
  | "cycle"
  | "root"
  | "wrong_type";

/** An operation that cannot be applied; nothing of its list was. */
export class PatchError extends LoomError {
  /** Why, as a word that stays the same. */
  declare readonly code: PatchErrorCode;
  /** The name of the operation, such as `state.add`; `""` when it has none. */
  readonly op: string;
  /** The index of the operation in its list; -1 when the list itself is at fault. */
  readonly index: number;
  /** The name, id or index that the operation stumbled over. */
  readonly target: string | number | null;

  /**
   * Makes the error from its parts.
   *
   * @param place The function that refused, and which operation of the list it is about.
   * @param reason What is wrong.
   */
  constructor(place: PatchErrorPlace, reason: PatchErrorReason) {
    const at = place.index < 0 ? "" : ` ops[${place.index}]${place.op && " " + place.op}:`;
    super(reason.code, `${place.by}:${at} ${reason.message}`);
    this.name = "PatchError";
    this.op = place.op;
    this.index = place.index;
    this.target = reason.target;
  }
}

/** Which operation of which list a {@linkcode PatchError} is about. */
export interface PatchErrorPlace {
  /** The function that refused it. */
  readonly by: string;
  /** The name of the operation. */
  readonly op: string;
  /** Its index in the list. */
  readonly index: number;
}

/** The fault of an operation, without its index in a list. */
export interface PatchErrorReason {
  /** Why, as a word that stays the same. */
  readonly code: PatchErrorCode;
  /** The name, id or index that is at fault. */
  readonly target: string | number | null;
  /** The sentence. */
  readonly message: string;
}

/** An operation that is refused, before it is known where it stands in its list. */
export class Refusal extends Error implements PatchErrorReason {
  /** Why, as a word that stays the same. */
  readonly code: PatchErrorCode;
  /** The name, id or index that is at fault. */
  readonly target: string | number | null;

  /** Makes a refusal from its code, what it is about, and a sentence. */
  constructor(code: PatchErrorCode, target: string | number | null, sentence: string) {
    super(sentence);
    this.name = "Refusal";
    this.code = code;
    this.target = target;
  }
}

/** Refuses an operation. */
export function refuse(code: PatchErrorCode, target: string | number | null, sentence: string): never {
  throw new Refusal(code, target, sentence);
}
