import type { BinaryExpression, Expression, KeywordArgument, ObjectLiteral, Statement } from "./ast.ts";
import { isName } from "./names.ts";
import { BINARY_LEVEL, LEVEL, levelOf } from "./operators.ts";

/**
 * Prints an expression in the loom's own spelling: `and`, `or`, `not`, `==`, `null`, double quotes, and brackets
 * only where they are needed. Parsing the result gives the same tree.
 *
 * @param expression The tree.
 * @returns Its text, on one line.
 *
 * @example
 * ```ts
 * import { parseGuard, printExpression } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(printExpression(parseGuard("!(a && b) || x === 'y'")), 'not (a and b) or x == "y"');
 * ```
 */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "literal":
      return typeof expression.value === "string"
        ? JSON.stringify(expression.value)
        : String(expression.value);
    case "list":
      return `[${expression.items.map(printExpression).join(", ")}]`;
    case "object":
      return printObject(expression);
    case "name":
      return expression.name;
    case "member":
      return `${printOwner(expression.object)}.${expression.name}`;
    case "index":
      return `${within(expression.object, LEVEL.postfix)}[${printExpression(expression.index)}]`;
    case "call":
      return `${within(expression.callee, LEVEL.postfix)}(${
        printArguments(expression.args, expression.kwargs)
      })`;
    case "unary":
      return expression.operator + printSigned(expression.operand);
    case "binary":
      return printBinary(expression);
    case "comparison":
      return printPair(expression.left, expression.operator, expression.right, LEVEL.comparison + 1);
    case "membership":
      return printPair(expression.item, "in", expression.collection, LEVEL.sum);
    case "logical": {
      const level = LEVEL[expression.operator] + 1;
      return expression.operands.map((operand) => within(operand, level)).join(` ${expression.operator} `);
    }
    case "not":
      return printNot(expression.operand);
  }
}

/**
 * Prints an action in the loom's own spelling, its statements joined by `; `.
 *
 * @param statements The statements.
 * @returns Their text, on one line; parsing it gives the same statements.
 *
 * @example
 * ```ts
 * import { parseAction, printStatements } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(printStatements(parseAction("n+=1\nlog('n', level=n)")), 'n += 1; log("n", level=n)');
 * ```
 */
export function printStatements(statements: readonly Statement[]): string {
  return statements.map(printStatement).join("; ");
}

function printStatement(statement: Statement): string {
  if (statement.kind === "expression") return printExpression(statement.expression);
  return `${printExpression(statement.target)} ${statement.operator ?? ""}= ${
    printExpression(statement.value)
  }`;
}

/** The text of an operand, in brackets unless its operator binds at least as tightly as `level`. */
function within(operand: Expression, level: number): string {
  const text = printExpression(operand);
  return levelOf(operand) >= level ? text : `(${text})`;
}

/** A number before a dot needs brackets: `1.x` would be read as a number. */
function printOwner(object: Expression): string {
  const isNumber = object.kind === "literal" && typeof object.value === "number";
  return isNumber ? `(${printExpression(object)})` : within(object, LEVEL.postfix);
}

/** `--` is no operator, so that a sign after a sign needs brackets. */
function printSigned(operand: Expression): string {
  return operand.kind === "unary" ? `(${printExpression(operand)})` : within(operand, LEVEL.sign);
}

function printPair(left: Expression, operator: string, right: Expression, level: number): string {
  return `${within(left, level)} ${operator} ${within(right, level)}`;
}

function printNot(operand: Expression): string {
  if (operand.kind !== "membership") return `not ${within(operand, LEVEL.not)}`;
  return printPair(operand.item, "not in", operand.collection, LEVEL.sum);
}

/** Walks down the left operands in a loop, since a chain may be thousands deep. */
function printBinary(expression: BinaryExpression): string {
  if (expression.operator === "**") {
    return `${within(expression.left, LEVEL.postfix)} ** ${within(expression.right, LEVEL.sign)}`;
  }
  const parts: string[] = [];
  let node: BinaryExpression = expression;
  while (true) {
    const level = BINARY_LEVEL[node.operator];
    parts.push(`${node.operator} ${within(node.right, level + 1)}`);
    const left: Expression = node.left;
    if (left.kind !== "binary" || left.operator === "**" || BINARY_LEVEL[left.operator] < level) {
      parts.push(within(left, level));
      return parts.reverse().join(" ");
    }
    node = left;
  }
}

function printObject(expression: ObjectLiteral): string {
  const entries = expression.entries.map(({ key, value }) => {
    if (value.kind === "name" && value.name === key) return key;
    return `${isName(key) ? key : JSON.stringify(key)}: ${printExpression(value)}`;
  });
  return `{${entries.join(", ")}}`;
}

function printArguments(args: readonly Expression[], kwargs: readonly KeywordArgument[]): string {
  return [
    ...args.map(printExpression),
    ...kwargs.map(({ name, value }) => `${name}=${printExpression(value)}`),
  ].join(", ");
}
