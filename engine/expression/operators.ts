import type { BinaryOperator, ComparisonOperator, Expression, LogicalOperator } from "./ast.ts";

/** Precedence levels; a higher one binds tighter. */
export const LEVEL = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  sign: 7,
  power: 8,
  postfix: 9,
  atom: 10,
} as const;

/** An operator between two operands. */
export type Infix =
  | { readonly kind: "logical"; readonly level: number; readonly operator: LogicalOperator }
  | { readonly kind: "comparison"; readonly level: number; readonly operator: ComparisonOperator }
  | { readonly kind: "binary"; readonly level: number; readonly operator: BinaryOperator };

/** The level of each arithmetic operator. */
export const BINARY_LEVEL: Readonly<Record<BinaryOperator, number>> = {
  "+": LEVEL.sum,
  "-": LEVEL.sum,
  "*": LEVEL.product,
  "/": LEVEL.product,
  "%": LEVEL.product,
  "**": LEVEL.power,
};

/** Every infix operator by its spelling, except those made of two words (`is not`, `not in`) and `in`. */
export const INFIX: ReadonlyMap<string, Infix> = new Map<string, Infix>([
  ["or", { kind: "logical", level: LEVEL.or, operator: "or" }],
  ["||", { kind: "logical", level: LEVEL.or, operator: "or" }],
  ["and", { kind: "logical", level: LEVEL.and, operator: "and" }],
  ["&&", { kind: "logical", level: LEVEL.and, operator: "and" }],
  ["is", comparison("==")],
  ["==", comparison("==")],
  ["===", comparison("==")],
  ["!=", comparison("!=")],
  ["!==", comparison("!=")],
  ["<", comparison("<")],
  ["<=", comparison("<=")],
  [">", comparison(">")],
  [">=", comparison(">=")],
  ...(["+", "-", "*", "/", "%", "**"] as const).map((operator): [string, Infix] => [
    operator,
    { kind: "binary", level: BINARY_LEVEL[operator], operator },
  ]),
]);

/** The assignment operators; the plain one stands for no arithmetic. */
export const ASSIGNMENT: ReadonlyMap<string, BinaryOperator | undefined> = new Map([
  ["=", undefined],
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
  ["%=", "%"],
  ["**=", "**"],
]);

/** The level of the operator that makes `expression`. */
export function levelOf(expression: Expression): number {
  switch (expression.kind) {
    case "logical":
      return LEVEL[expression.operator];
    case "not":
      return expression.operand.kind === "membership" ? LEVEL.comparison : LEVEL.not;
    case "comparison":
    case "membership":
      return LEVEL.comparison;
    case "binary":
      return BINARY_LEVEL[expression.operator];
    case "unary":
      return LEVEL.sign;
    case "member":
    case "index":
    case "call":
      return LEVEL.postfix;
    case "literal":
    case "name":
    case "list":
    case "object":
      return LEVEL.atom;
  }
}

function comparison(operator: ComparisonOperator): Infix {
  return { kind: "comparison", level: LEVEL.comparison, operator };
}
