import fc from "fast-check";
import type { Expression, Statement } from "./ast.ts";

const WORDS = ["a", "b", "count", "ready", "order", "é", "$x", "_y", "in_state", "toString"] as const;
const KEYS = [...WORDS, "in", "not", "true", "two words", "", "0", 'quo"te', "\u2028", "\ud800"] as const;

const name = fc.constantFrom(...WORDS);
const number = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((value) => Math.abs(value));

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const part = tie("expression");
  const leaf = fc.oneof(
    fc.record({ kind: fc.constant("literal" as const), value: literalValue() }),
    fc.record({ kind: fc.constant("name" as const), name }),
  );
  return {
    expression: fc.oneof(
      { depthSize: "medium", maxDepth: 6, withCrossShrink: true },
      leaf,
      fc.record({ kind: fc.constant("list" as const), items: fc.array(part, { maxLength: 3 }) }),
      fc.record({
        kind: fc.constant("object" as const),
        entries: fc.array(fc.record({ key: fc.constantFrom(...KEYS), value: part }), { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant("member" as const),
        object: part,
        name: fc.constantFrom(...WORDS, "in", "true"),
      }),
      fc.record({ kind: fc.constant("index" as const), object: part, index: part }),
      fc.record({
        kind: fc.constant("call" as const),
        callee: part,
        args: fc.array(part, { maxLength: 3 }),
        kwargs: fc.uniqueArray(fc.record({ name, value: part }), {
          maxLength: 2,
          selector: (pair) => pair.name,
        }),
      }),
      fc.record({ kind: fc.constant("unary" as const), operator: fc.constantFrom("-", "+"), operand: part }),
      fc.record({
        kind: fc.constant("binary" as const),
        operator: fc.constantFrom("+", "-", "*", "/", "%", "**"),
        left: part,
        right: part,
      }),
      fc.record({
        kind: fc.constant("comparison" as const),
        operator: fc.constantFrom("==", "!=", "<", "<=", ">", ">="),
        left: part,
        right: part,
      }),
      fc.record({ kind: fc.constant("membership" as const), item: part, collection: part }),
      fc.record({
        kind: fc.constant("logical" as const),
        operator: fc.constantFrom("and", "or"),
        operands: fc.array(part, { minLength: 2, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant("not" as const), operand: part }),
    ),
  };
});

/** Any tree that the parser can make, small. */
export const arbitraryExpression: fc.Arbitrary<Expression> = expression;

/** Any statement that the parser can make, small. */
export const arbitraryStatement: fc.Arbitrary<Statement> = fc.oneof(
  fc.record({ kind: fc.constant("expression" as const), expression }),
  fc.record({
    kind: fc.constant("assign" as const),
    target: fc.oneof(
      fc.record({ kind: fc.constant("name" as const), name }),
      fc.record({ kind: fc.constant("member" as const), object: expression, name }),
      fc.record({ kind: fc.constant("index" as const), object: expression, index: expression }),
    ),
    value: expression,
  }),
  fc.record({
    kind: fc.constant("assign" as const),
    target: fc.record({ kind: fc.constant("name" as const), name }),
    operator: fc.constantFrom("+", "-", "*", "/", "%", "**"),
    value: expression,
  }),
);

function literalValue(): fc.Arbitrary<null | boolean | number | string> {
  return fc.oneof(
    fc.constant(null),
    fc.boolean(),
    number,
    fc.nat(),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
}
