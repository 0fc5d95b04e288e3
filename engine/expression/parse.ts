import type { AssignmentStatement, Expression, ExpressionStatement, Statement } from "./ast.ts";
import { ExpressionError } from "./errors.ts";
import { isForbidden } from "./names.ts";
import { ASSIGNMENT } from "./operators.ts";
import { parseExpression } from "./parse_expression.ts";
import { TokenReader } from "./token_reader.ts";

/**
 * Parses a guard; Python's and JavaScript's spelling give the same tree.
 *
 * @param text The guard; new lines count as spaces.
 * @returns The tree.
 * @throws {ExpressionError} when the text is no single expression, is too long or nested too deep
 *
 * @example
 * ```ts
 * import { parseGuard } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseGuard("not done and label in LABELS"), parseGuard("!done && (label in LABELS)"));
 * ```
 */
export function parseGuard(text: string): Expression {
  const reader = new TokenReader(text, false);
  if (reader.isAtEnd()) {
    throw new ExpressionError("Expected a guard but found nothing", 0, "write an expression");
  }
  const expression = parseExpression(reader);
  if (reader.isAtEnd()) return expression;
  throw reader.unexpected("Expected an operator or the end of the guard but found");
}

/**
 * Parses an action: statements with `;` or a new line between them.
 *
 * @param text The action; an empty text has no statements.
 * @returns The statements in their order.
 * @throws {ExpressionError} when the text does not parse, is too long or nested too deep
 *
 * @example
 * ```ts
 * import { parseAction } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseAction("count += 1; log(count)").map((statement) => statement.kind), ["assign", "expression"]);
 * ```
 */
export function parseAction(text: string): readonly Statement[] {
  const reader = new TokenReader(text, true);
  const statements: Statement[] = [];
  while (true) {
    while (reader.takeIf(";"));
    if (reader.isAtEnd()) return statements;
    statements.push(parseStatement(reader));
    if (!reader.next.startsLine && reader.nextText !== ";") {
      throw reader.unexpected('Expected an operator, ";" or a new line but found');
    }
  }
}

function parseStatement(reader: TokenReader): AssignmentStatement | ExpressionStatement {
  const start = reader.next.offset;
  const expression = parseExpression(reader);
  if (!ASSIGNMENT.has(reader.continuation)) return { kind: "expression", expression };
  const target = toTarget(expression, start);
  const operator = ASSIGNMENT.get(reader.take().text);
  const value = parseExpression(reader);
  return operator ? { kind: "assign", target, operator, value } : { kind: "assign", target, value };
}

function toTarget(expression: Expression, offset: number): AssignmentStatement["target"] {
  switch (expression.kind) {
    case "name":
    case "member":
      if (!isForbidden(expression.name)) return expression;
      throw new ExpressionError(`Unexpected assignment to "${expression.name}"`, offset, "use another name");
    case "index":
      return expression;
    default:
      throw new ExpressionError(
        "Unexpected target of an assignment",
        offset,
        "assign to a name, a member or an item",
      );
  }
}
