/**
 * The tree of a guard or of an action: plain JSON values without positions, equal for equal meanings, so that
 * code generators can print it in another language and tests can compare it.
 *
 * @module
 */

/** A value that is written out; numbers are finite and not negative (`-1` is a {@linkcode UnaryExpression} of `1`). */
export interface Literal {
  /** The kind of this part. */
  readonly kind: "literal";
  /** The value. */
  readonly value: null | boolean | number | string;
}

/** `[a, b]`, or Python's tuple `(a, b)`. */
export interface ListLiteral {
  /** The kind of this part. */
  readonly kind: "list";
  /** The items, in order. */
  readonly items: readonly Expression[];
}

/** One `key: value` of an {@linkcode ObjectLiteral}. */
export interface ObjectEntry {
  /** The key. */
  readonly key: string;
  /** The value. */
  readonly value: Expression;
}

/** `{key: a, "other key": b, short}`; of two equal keys the later one counts. */
export interface ObjectLiteral {
  /** The kind of this part. */
  readonly kind: "object";
  /** The entries, in order. */
  readonly entries: readonly ObjectEntry[];
}

/** A plain name, looked up in the payload, the context and the registered functions. */
export interface NameReference {
  /** The kind of this part. */
  readonly kind: "name";
  /** The name. */
  readonly name: string;
}

/** `object.name` or `object?.name`. */
export interface MemberAccess {
  /** The kind of this part. */
  readonly kind: "member";
  /** The owner of the member or item. */
  readonly object: Expression;
  /** The name. */
  readonly name: string;
}

/** `object[index]`. */
export interface IndexAccess {
  /** The kind of this part. */
  readonly kind: "index";
  /** The owner of the member or item. */
  readonly object: Expression;
  /** The position in a list, or the key in an object. */
  readonly index: Expression;
}

/** One `name=value` of a {@linkcode CallExpression}. */
export interface KeywordArgument {
  /** The name. */
  readonly name: string;
  /** The value. */
  readonly value: Expression;
}

/** `callee(args, name=value)`. */
export interface CallExpression {
  /** The kind of this part. */
  readonly kind: "call";
  /** The function. */
  readonly callee: Expression;
  /** The positional arguments. */
  readonly args: readonly Expression[];
  /** The keyword arguments, without repetition; they arrive as one object, last. */
  readonly kwargs: readonly KeywordArgument[];
}

/** `-operand` or `+operand`. */
export interface UnaryExpression {
  /** The kind of this part. */
  readonly kind: "unary";
  /** The sign. */
  readonly operator: UnaryOperator;
  /** The operand. */
  readonly operand: Expression;
}

/** Arithmetic on two operands; chains such as `a + b - c` lean to the left and may be thousands deep. */
export interface BinaryExpression {
  /** The kind of this part. */
  readonly kind: "binary";
  /** The operator. */
  readonly operator: BinaryOperator;
  /** The left operand. */
  readonly left: Expression;
  /** The right operand. */
  readonly right: Expression;
}

/** Equality or order of two operands. */
export interface ComparisonExpression {
  /** The kind of this part. */
  readonly kind: "comparison";
  /** The operator. */
  readonly operator: ComparisonOperator;
  /** The left operand. */
  readonly left: Expression;
  /** The right operand. */
  readonly right: Expression;
}

/** `item in collection`; `item not in collection` is a {@linkcode NotExpression} of it. */
export interface MembershipExpression {
  /** The kind of this part. */
  readonly kind: "membership";
  /** The item to find. */
  readonly item: Expression;
  /** The list, string or object that is looked into. */
  readonly collection: Expression;
}

/** `a and b and c` or `a or b or c`: two operands or more, in one flat row. */
export interface LogicalExpression {
  /** The kind of this part. */
  readonly kind: "logical";
  /** The operator. */
  readonly operator: LogicalOperator;
  /** The operands, in order. */
  readonly operands: readonly Expression[];
}

/** `not operand` or `!operand`. */
export interface NotExpression {
  /** The kind of this part. */
  readonly kind: "not";
  /** The operand. */
  readonly operand: Expression;
}

/** The sign operators. */
export type UnaryOperator = "-" | "+";
/** The arithmetic operators. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "**";
/** The comparison operators. */
export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";
/** The logical operators that give one of their operands. */
export type LogicalOperator = "and" | "or";

/** An expression: a whole guard, or a part of a guard or an action. */
export type Expression =
  | Literal
  | ListLiteral
  | ObjectLiteral
  | NameReference
  | MemberAccess
  | IndexAccess
  | CallExpression
  | UnaryExpression
  | BinaryExpression
  | ComparisonExpression
  | MembershipExpression
  | LogicalExpression
  | NotExpression;

/** An expression that runs for its effect. */
export interface ExpressionStatement {
  /** The kind of this part. */
  readonly kind: "expression";
  /** The statements. */
  readonly expression: Expression;
}

/** The left side of an assignment. */
export type AssignmentTarget = NameReference | MemberAccess | IndexAccess;

/** `target = value`, or with an operator `target += value`. */
export interface AssignmentStatement {
  /** The kind of this part. */
  readonly kind: "assign";
  /** The target. */
  readonly target: AssignmentTarget;
  /** The operator that joins the old value and the new one; none replaces the old value. */
  readonly operator?: BinaryOperator;
  /** The value. */
  readonly value: Expression;
}

/** One step of an action. */
export type Statement = ExpressionStatement | AssignmentStatement;
