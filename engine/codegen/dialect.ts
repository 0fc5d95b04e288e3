import type { Literal } from "../expression/ast.ts";
import type { Piece } from "./layout.ts";

/** The names that generated code takes from the runtime library, as TypeScript spells them. */
export type RuntimeName =
  | "add"
  | "and"
  | "assign"
  | "broken"
  | "call"
  | "callHeld"
  | "callItem"
  | "callMember"
  | "callName"
  | "chooseActions"
  | "code"
  | "contains"
  | "div"
  | "eachItem"
  | "eq"
  | "ge"
  | "gt"
  | "held"
  | "giveOutput"
  | "hostFunctions"
  | "inState"
  | "invoke"
  | "item"
  | "le"
  | "logText"
  | "lt"
  | "member"
  | "mod"
  | "mul"
  | "ne"
  | "neg"
  | "or"
  | "own"
  | "pos"
  | "pow"
  | "raise"
  | "raiseWith"
  | "read"
  | "sendAway"
  | "sendEvent"
  | "setMember"
  | "startTimer"
  | "statements"
  | "stopInvoke"
  | "stopTimer"
  | "sub"
  | "transition"
  | "truthy"
  | "wildcards"
  | "withInitial"
  | "workSets";

/** The type of a piece of code, as far as it is known: `data` is one of several. */
export type ValueType = "boolean" | "number" | "string" | "null" | "data" | "unknown";

/**
 * Precedence of a piece of code: it is put in parentheses where a higher one is needed.
 * `loose` is a function or `??`; `atom` is a name, a call or a literal.
 */
export const HOLD = { loose: 0, or: 1, and: 2, not: 3, comparison: 4, sign: 5, atom: 6 } as const;

/** Parameters of the surrounding function that a piece of code uses: `c` and `p`. */
export const USES = { context: 1, payload: 2, both: 3 } as const;

/** The printed form of an expression. */
export interface Printed {
  readonly piece: Piece;
  /** Its precedence. */
  readonly hold: number;
  /** Its type, as far as it is known. */
  readonly type: ValueType;
  /** Depth of nested calls. */
  readonly depth: number;
  /** Which of {@linkcode USES} it needs, added up. */
  readonly uses: number;
}

/** The printed form of a statement. */
export interface Statement {
  readonly piece: Piece;
  /** True when the language takes it for an expression. */
  readonly isExpression: boolean;
}

/** One keyword argument. */
export interface KeywordPiece {
  readonly name: string;
  readonly piece: Piece;
}

/** The spelling of expressions in a language. */
export interface Dialect {
  /** The words for `and`, `or` and `not` between values that are known to be true or false. */
  readonly and: string;
  readonly or: string;
  /** Precedence of `not`, and its word with the separator before its operand. */
  readonly not: { readonly word: string; readonly hold: number };
  /** The spelling of a name of the runtime library; it will be imported. */
  runtime(name: RuntimeName): string;
  /** A string literal. */
  string(text: string): string;
  /** A number, a boolean or null. */
  constant(value: Exclude<Literal["value"], string>): string;
  /** A list of values. */
  list(items: readonly Piece[]): Piece;
  /** An object of values by key. */
  object(entries: readonly (readonly [key: string, value: Piece])[]): Piece;
  /** A function without parameters that gives a value. */
  later(value: Piece): Piece;
  /** The value of a plain name that is no object of the settings and not out of reach. */
  read(name: string): Piece;
  /** The data's own value of a name. */
  own(name: string): Piece;
  /** True when `object.name` means the same when the language itself looks it up. */
  isNativeMember(name: string): boolean;
  /** A call of the runtime library: `head`, the arguments as a list, the text, the keyword arguments. */
  safeCall(
    name: RuntimeName,
    head: readonly Piece[],
    args: readonly Piece[],
    text: string,
    keywords: readonly KeywordPiece[],
  ): Piece;
  /** The question whether the state of a name is active. */
  isActive(name: string): Piece;
  /** The question for a name that is not known yet; null when it is asked wrongly. */
  inState(name: Piece | null, text: string): Piece;
  /** `left == right` or its opposite, natively where that means the same; `undefined` where it does not. */
  nativeEquality(operator: "==" | "!=", left: Printed, right: Printed): Piece | undefined;
  /** `name = value` for a plain name. */
  assignName(name: string, value: Printed): Statement;
  /** A value by a name of its own, for the statements behind it. */
  bind(name: string, value: Piece): Piece;
  /** A function of the module that gives a value of the context and the payload; the piece that calls it. */
  part(value: Printed): Piece;
}
