/**
 * Arithmetic and order. Generated code calls the function of each operator, so that it loads those that it uses; the
 * interpreter finds them by the operator.
 *
 * @module
 */
import type { BinaryOperator, UnaryOperator } from "./ast.ts";
import { EvaluationError } from "./errors.ts";
import { MAX_JOINED_LENGTH } from "./limits.ts";
import { describe } from "./values.ts";

/** The sum of two numbers, or two strings or lists joined. */
export function add(left: unknown, right: unknown): number | string | unknown[] {
  if (typeof left === "number" && typeof right === "number") return finite("+", left, right, left + right);
  if (typeof left === "string" && typeof right === "string") {
    if (left.length + right.length <= MAX_JOINED_LENGTH) return left + right;
    throw new EvaluationError(`the joined string is longer than ${MAX_JOINED_LENGTH} characters`);
  }
  if (!Array.isArray(left) || !Array.isArray(right)) {
    return refuse("+", "two numbers, two strings or two lists", left, right);
  }
  if (left.length + right.length <= MAX_JOINED_LENGTH) return [...left, ...right];
  throw new EvaluationError(`the joined list has more than ${MAX_JOINED_LENGTH} items`);
}

/** The difference of two numbers. */
export function sub(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? finite("-", left, right, left - right)
    : refuseNumbers("-", left, right);
}

/** The product of two numbers. */
export function mul(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? finite("*", left, right, left * right)
    : refuseNumbers("*", left, right);
}

/** The quotient of two numbers. */
export function div(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? finite("/", left, right, left / notZero(right))
    : refuseNumbers("/", left, right);
}

/** The remainder of two numbers, with the sign of the second. */
export function mod(left: unknown, right: unknown): number {
  if (typeof left !== "number" || typeof right !== "number") return refuseNumbers("%", left, right);
  const remainder = left % notZero(right);
  return finite(
    "%",
    left,
    right,
    remainder !== 0 && remainder < 0 !== right < 0 ? remainder + right : remainder,
  );
}

/** A number to the power of another. */
export function pow(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? finite("**", left, right, left ** right)
    : refuseNumbers("**", left, right);
}

const OPERATIONS: Readonly<
  Record<BinaryOperator, (left: unknown, right: unknown) => number | string | unknown[]>
> = { "+": add, "-": sub, "*": mul, "/": div, "%": mod, "**": pow };

/**
 * Applies an arithmetic operator to two numbers, or joins two strings or lists.
 *
 * @throws {EvaluationError} when the operands are something else, or the result is no finite number
 */
export function calculate(
  operator: BinaryOperator,
  left: unknown,
  right: unknown,
): number | string | unknown[] {
  return OPERATIONS[operator](left, right);
}

/**
 * Applies a sign.
 *
 * @throws {EvaluationError} when the operand is no number
 */
export function applySign(operator: UnaryOperator, operand: unknown): number {
  if (typeof operand === "number") return operator === "-" ? -operand : operand;
  throw new EvaluationError(`"${operator}" needs a number, not ${describe(operand)}`);
}

/**
 * Refuses values that have no order, for the operators that ask for one; strings are ordered by their UTF-16 units.
 *
 * @throws {EvaluationError} when they are something else than two numbers or two strings
 */
export function requireOrder(operator: string, left: unknown, right: unknown): void {
  if (typeof left === typeof right && (typeof left === "number" || typeof left === "string")) return;
  refuse(operator, "two numbers or two strings", left, right);
}

function finite(operator: BinaryOperator, left: number, right: number, result: number): number {
  if (Number.isFinite(result)) return result;
  throw new EvaluationError(`${left} ${operator} ${right} has no finite result`);
}

function notZero(divisor: number): number {
  if (divisor !== 0) return divisor;
  throw new EvaluationError("division by zero");
}

function refuseNumbers(operator: string, left: unknown, right: unknown): never {
  return refuse(operator, "two numbers", left, right);
}

function refuse(operator: string, needed: string, left: unknown, right: unknown): never {
  throw new EvaluationError(`"${operator}" needs ${needed}, not ${describe(left)} and ${describe(right)}`);
}
