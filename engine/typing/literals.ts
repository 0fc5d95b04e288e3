import { didYouMean } from "@loom/protocol";
import type { Expression, Literal } from "../expression/ast.ts";
import { quoted } from "../naming/case.ts";
import type { DataType, NumberType } from "./data_type.ts";

/** A value that is written out. */
export type LiteralValue = Literal["value"];

/** Limit of values that a sentence lists. */
const MOST_LISTED = 5;

/** The value of a literal, or of one with a sign. */
export function literalOf(expression: Expression): { readonly value: LiteralValue } | undefined {
  if (expression.kind === "literal") return expression;
  if (expression.kind !== "unary" || expression.operand.kind !== "literal") return undefined;
  const { value } = expression.operand;
  if (typeof value !== "number") return undefined;
  return { value: expression.operator === "-" ? -value : value };
}

/** Why a type does not have a value that is otherwise of its sort: the value and the end of a sentence. */
export function faultOfLiteral(type: DataType, value: unknown): string | undefined {
  if (type.kind === "enum" && typeof value === "string") return faultOfText(type.values, value);
  const isNumber = type.kind === "number" || type.kind === "integer";
  return isNumber && typeof value === "number" ? faultOfNumber(type, value) : undefined;
}

function faultOfText(values: readonly string[], value: string): string | undefined {
  if (values.length === 0 || values.includes(value)) return undefined;
  const more = values.length > MOST_LISTED ? ", ..." : "";
  const listed = values.slice(0, MOST_LISTED).map(quoted).join(", ") + more;
  return `${quoted(value)}, which is none of its values: write one of ${listed}.${didYouMean(value, values)}`;
}

function faultOfNumber({ kind, minimum, maximum }: NumberType, value: number): string | undefined {
  if (kind === "integer" && !Number.isInteger(value)) {
    return `${value}, which is no whole number: write one, or declare a number.`;
  }
  if (minimum !== undefined && value < minimum) {
    return `${value}, which is below its minimum ${minimum}: write a number of its range.`;
  }
  if (maximum !== undefined && value > maximum) {
    return `${value}, which is above its maximum ${maximum}: write a number of its range.`;
  }
  return undefined;
}
