import type { BinaryOperator, ComparisonOperator, UnaryOperator } from "./ast.ts";
import { isEqual } from "./equality.ts";
import { EvaluationError } from "./errors.ts";
import { MAX_JOINED_LENGTH } from "./limits.ts";
import { describe } from "./values.ts";

/**
 * Applies an arithmetic operator to two numbers, or joins two strings.
 *
 * @throws {EvaluationError} when the operands are something else, or the result is no finite number
 */
export function calculate(operator: BinaryOperator, left: unknown, right: unknown): number | string {
  if (typeof left === "number" && typeof right === "number") return calculateNumber(operator, left, right);
  if (operator === "+" && typeof left === "string" && typeof right === "string") return join(left, right);
  const needed = operator === "+" ? "two numbers or two strings" : "two numbers";
  throw new EvaluationError(`"${operator}" needs ${needed}, not ${describe(left)} and ${describe(right)}`);
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
 * Compares two values; strings are ordered by their UTF-16 units.
 *
 * @throws {EvaluationError} when an order is asked of other things than two numbers or two strings
 */
export function compare(operator: ComparisonOperator, left: unknown, right: unknown): boolean {
  if (operator === "==") return isEqual(left, right);
  if (operator === "!=") return !isEqual(left, right);
  if (typeof left === "number" && typeof right === "number") return isOrdered(operator, left, right);
  if (typeof left === "string" && typeof right === "string") return isOrdered(operator, left, right);
  const found = `${describe(left)} and ${describe(right)}`;
  throw new EvaluationError(`"${operator}" needs two numbers or two strings, not ${found}`);
}

function calculateNumber(operator: BinaryOperator, left: number, right: number): number {
  if ((operator === "/" || operator === "%") && right === 0) throw new EvaluationError("division by zero");
  const result = rawResult(operator, left, right);
  if (Number.isFinite(result)) return result;
  throw new EvaluationError(`${left} ${operator} ${right} has no finite result`);
}

function rawResult(operator: BinaryOperator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return floorRemainder(left, right);
    case "**":
      return left ** right;
  }
}

function floorRemainder(left: number, right: number): number {
  const remainder = left % right;
  return remainder !== 0 && remainder < 0 !== right < 0 ? remainder + right : remainder;
}

function join(left: string, right: string): string {
  if (left.length + right.length <= MAX_JOINED_LENGTH) return left + right;
  throw new EvaluationError(`the joined string is longer than ${MAX_JOINED_LENGTH} characters`);
}

function isOrdered<T extends number | string>(operator: "<" | "<=" | ">" | ">=", left: T, right: T): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}
