import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryExpression, arbitraryStatement } from "./_arbitrary.ts";
import { parseAction, parseGuard } from "./parse.ts";
import { printExpression, printStatements } from "./print.ts";

Deno.test("printExpression() gives a text that parses to the same tree", () => {
  fc.assert(
    fc.property(arbitraryExpression, (expression) => {
      assertEquals(parseGuard(printExpression(expression)), expression);
    }),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("printStatements() gives a text that parses to the same statements", () => {
  fc.assert(
    fc.property(fc.array(arbitraryStatement, { maxLength: 3 }), (statements) => {
      assertEquals(parseAction(printStatements(statements)), statements);
    }),
    { seed: 2, numRuns: 500 },
  );
});

const CANONICAL: readonly (readonly [text: string, printed: string])[] = [
  ["a&&b||!c", "a and b or not c"],
  ["(a || b) && c", "(a or b) and c"],
  ["a and (b and c)", "a and (b and c)"],
  ["None === undefined", "null == null"],
  ["True is not False", "true != false"],
  ["! (x in y)", "x not in y"],
  ["not (a == b)", "not a == b"],
  ["!a == b", "(not a) == b"],
  ["a - (b - c) - d", "a - (b - c) - d"],
  ["(a + b) * c / d", "(a + b) * c / d"],
  ["2 ** 3 ** 2", "2 ** 3 ** 2"],
  ["(2 ** 3) ** 2", "(2 ** 3) ** 2"],
  ["-a ** 2", "-a ** 2"],
  ["(-a) ** 2", "(-a) ** 2"],
  ["- -a", "-(-a)"],
  ["(1).x", "(1).x"],
  ["a?.b['c']", 'a.b["c"]'],
  ["('a', 'b',)", '["a", "b"]'],
  ["{'a': a, b, 'c d': 1,}", '{a, b, "c d": 1}'],
  ["f(a, key='v',)", 'f(a, key="v")'],
];

for (const [text, printed] of CANONICAL) {
  Deno.test(`printExpression() prints ${text} as ${printed}`, () => {
    assertEquals(printExpression(parseGuard(text)), printed);
  });
}

Deno.test("printExpression() prints a chain of 2,500 terms", () => {
  const text = Array.from({ length: 2500 }, () => "1").join(" - ");
  assertEquals(printExpression(parseGuard(text)), text);
});
