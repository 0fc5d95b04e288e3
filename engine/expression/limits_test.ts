import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { compileExpression } from "./compile.ts";
import { ExpressionError } from "./errors.ts";
import { parseAction, parseGuard } from "./parse.ts";
import { printExpression } from "./print.ts";
import type { Scope } from "./scope.ts";

const scope: Scope = {
  payload: undefined,
  context: { zero: 0, one: 1 },
  functions: {},
  inState: () => false,
};

Deno.test("parseGuard() reads 10,000 characters and no more", () => {
  assertEquals(parseGuard("a" + " ".repeat(9_999)), { kind: "name", name: "a" });
  const error = assertThrows(() => parseGuard("a" + " ".repeat(10_000)), ExpressionError);
  assertEquals(
    error.message,
    "Too much text at character 10001: at most 10000 characters are read, move work into a registered function.",
  );
});

/** Each makes a text of `n` levels. */
const NESTINGS: Readonly<Record<string, (n: number) => string>> = {
  brackets: (n) => "(".repeat(n) + "a" + ")".repeat(n),
  lists: (n) => "[".repeat(n) + "]".repeat(n),
  objects: (n) => "{k:".repeat(n - 1) + "{}" + "}".repeat(n - 1),
  calls: (n) => "a(".repeat(n) + ")".repeat(n),
  indexes: (n) => "a[".repeat(n) + "a" + "]".repeat(n),
  negations: (n) => "not ".repeat(n) + "a",
  exclamations: (n) => "!".repeat(n) + "a",
  signs: (n) => "- ".repeat(n) + "a",
  powers: (n) => "a" + "**a".repeat(n),
  members: (n) => "a" + ".a".repeat(n),
  "calls in a row": (n) => "a" + "()".repeat(n),
};

for (const [what, make] of Object.entries(NESTINGS)) {
  Deno.test(`parseGuard() reads 200 levels of ${what} and no more`, () => {
    parseGuard(make(200));
    const error = assertThrows(() => parseGuard(make(201)), ExpressionError);
    assertEquals(error.message.startsWith("More than 200 levels of nesting at character "), true);
  });
}

Deno.test("parseGuard() and compileExpression() survive the tallest tree that 10,000 characters make", () => {
  const text = "zero or one and one + one * (".repeat(199) + "one + one" + ")".repeat(199);
  const expression = parseGuard(text);
  assertStrictEquals(printExpression(expression) === text, true);
  assertStrictEquals(compileExpression(expression)(scope), 201);
});

Deno.test("parseGuard() and compileExpression() take flat chains of any length", () => {
  assertStrictEquals(compileExpression(parseGuard("zero or ".repeat(1_200) + "7"))(scope), 7);
  assertStrictEquals(compileExpression(parseGuard("1+".repeat(4_999) + "1"))(scope), 5_000);
  assertStrictEquals(compileExpression(parseGuard("1" + "*1+1-1".repeat(1_666)))(scope), 1);
});

Deno.test("parseAction() takes thousands of statements", () => {
  assertStrictEquals(parseAction("a=1;".repeat(2_500)).length, 2_500);
});
