import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { Expression } from "./ast.ts";
import { ExpressionError } from "./errors.ts";
import { parseAction, parseGuard } from "./parse.ts";
import { printStatements } from "./print.ts";

/** Texts of one row parse to the same tree: Python's spelling first, then JavaScript's, then others. */
const SAME: readonly (readonly string[])[] = [
  ["a and b or not c", "a && b || !c", "((a and b) or (not c))", "a and b || (!c)"],
  ["not a and b", "!a && b", "(not a) and b"],
  ["not a == b", "!(a == b)", "not (a === b)"],
  ["(not a) == b", "!a == b", "!a === b"],
  ["x in y", "(x) in (y)", "x\tin\ny"],
  ["x not in y", "!(x in y)", "not x in y", "not (x in y)"],
  ["not x not in y", "!!(x in y)", "not not x in y"],
  ["a is None", "a === null", "a == undefined", "a is null"],
  ["a is not None", "a !== null", "a != undefined", "a is not undefined"],
  ["True", "true"],
  ["False", "false"],
  ["a.b", "a?.b", "a . b", "(a).b"],
  ["a[0]", "a?.[0]"],
  ["a.not", "a?.not"],
  ["f(\"x\", {'k': v})", "f('x', {k: v,},)", 'f("x", {"k": v})'],
  ["{'label': label, 'role': 'primary'}", "{label, role: 'primary'}"],
  ["x in ('a', 'b')", "x in ['a', 'b']", 'x in ("a", "b",)'],
  ["()", "[]"],
  ["(a,)", "[a]"],
  ["0x1F", "31", "31.0", "3.1e1", "310E-1"],
  [".5", "0.5", "5e-1"],
  ["-a ** 2", "-(a ** 2)"],
  ["a ** b ** c", "a ** (b ** c)"],
  ["a ** -b", "a ** (-b)"],
  ["a - b - c", "(a - b) - c"],
  ["a + b * c < d", "(a + (b * c)) < d"],
  ["a or b and c", "a || (b && c)"],
  ["a % -b", "a % (-b)"],
  ["-a.b(c)[0]", "-(((a.b)(c))[0])"],
  ["f(a, key=1)", "f(a,key = 1)"],
  [String.raw`"\x41\u0042\u{43}\n\t\r\b\f\v\0\\\'\"\/"`, String.raw`'ABC\n\t\r\b\f\v\u0000\\\x27"/'`],
  [String.raw`"\ud83d\ude00"`, String.raw`"\u{1f600}"`, '"😀"'],
];

for (const [first = "", ...others] of SAME) {
  for (const other of others) {
    Deno.test(`parseGuard() reads ${first} and ${JSON.stringify(other)} as the same tree`, () => {
      assertEquals(parseGuard(other), parseGuard(first));
    });
  }
}

const a: Expression = { kind: "name", name: "a" };
const b: Expression = { kind: "name", name: "b" };
const one: Expression = { kind: "literal", value: 1 };

const TREES: readonly (readonly [text: string, tree: Expression])[] = [
  ["null", { kind: "literal", value: null }],
  ["1.5e3", { kind: "literal", value: 1500 }],
  ["'it\\'s'", { kind: "literal", value: "it's" }],
  ["[a, 1]", { kind: "list", items: [a, one] }],
  ["{a, 'b c': 1, in: b}", {
    kind: "object",
    entries: [{ key: "a", value: a }, { key: "b c", value: one }, { key: "in", value: b }],
  }],
  ["a.b", { kind: "member", object: a, name: "b" }],
  ["a.constructor", { kind: "member", object: a, name: "constructor" }],
  ["a['b']", { kind: "index", object: a, index: { kind: "literal", value: "b" } }],
  ["a(1, b=b)", { kind: "call", callee: a, args: [one], kwargs: [{ name: "b", value: b }] }],
  ["+a", { kind: "unary", operator: "+", operand: a }],
  ["a % b", { kind: "binary", operator: "%", left: a, right: b }],
  ["a >= b", { kind: "comparison", operator: ">=", left: a, right: b }],
  ["a in b", { kind: "membership", item: a, collection: b }],
  ["a and b and 1", { kind: "logical", operator: "and", operands: [a, b, one] }],
  ["!a", { kind: "not", operand: a }],
];

for (const [text, tree] of TREES) {
  Deno.test(`parseGuard() gives the documented tree of ${text}`, () => assertEquals(parseGuard(text), tree));
}

const GUARD_ERRORS: readonly (readonly [text: string, sentence: string])[] = [
  ["", "Expected a guard but found nothing at character 1: write an expression."],
  ["a +", "Expected a value but found the end of the text at character 4."],
  ["a b", 'Expected an operator or the end of the guard but found "b" at character 3.'],
  ["a 'b'", "Expected an operator or the end of the guard but found 'b' at character 3."],
  ["a = 1", 'Expected an operator or the end of the guard but found "=" at character 3: compare with "==".'],
  [
    "a;",
    'Expected an operator or the end of the guard but found ";" at character 2: a guard is one expression.',
  ],
  ["(a", 'Expected ")" but found the end of the text at character 3.'],
  ["f(a b)", 'Expected "," or ")" but found "b" at character 5.'],
  ["[a, , b]", 'Expected a value but found "," at character 5.'],
  ["a[]", 'Expected a value but found "]" at character 3.'],
  ["a.", "Expected a member's name but found the end of the text at character 3."],
  ["a.'b'", "Expected a member's name but found 'b' at character 3."],
  ["{1: a}", "Expected a key but found 1 at character 2: keys are names or strings."],
  ["{'a'}", 'Expected ":" but found "}" at character 5.'],
  ["{in}", 'Expected a value but found "in" at character 2.'],
  ["{__proto__: a}", 'Unexpected reserved name "__proto__" at character 2: use another name.'],
  ["{'constructor': a}", 'Unexpected reserved name "constructor" at character 2: use another name.'],
  ["f(prototype=a)", 'Unexpected reserved name "prototype" at character 3: use another name.'],
  ["f(a=1, a=2)", 'Unexpected second keyword argument "a" at character 8: give it once.'],
  ["f(a=1, b)", 'Unexpected positional argument "b" at character 8: put it before the keyword arguments.'],
  [
    "a < b < c",
    'Unexpected second comparison "<" at character 7: comparisons do not chain, join two with "and".',
  ],
  [
    "a in b in c",
    'Unexpected second comparison "in" at character 8: comparisons do not chain, join two with "and".',
  ],
  [
    "a == b not in c",
    'Unexpected second comparison "not" at character 8: comparisons do not chain, join two with "and".',
  ],
  ["a == not b", 'Unexpected "not" at character 6: put brackets around the negation.'],
  [
    "a if b else c",
    'Expected an operator or the end of the guard but found "if" at character 3: there is no conditional expression, use two transitions with a guard each.',
  ],
  [
    "a ? b : c",
    'Unexpected "?" at character 3: there is no conditional expression, use two transitions with a guard each.',
  ],
  [
    "a++",
    'Expected an operator or the end of the guard but found "++" at character 2: add with "+= 1" in an action.',
  ],
  ["'abc", "Unfinished string at character 1: close it with ' on the same line."],
  ["'a\nb'", "Unfinished string at character 1: close it with ' on the same line."],
  ["'a\\d'", "Unknown escape in a string at character 3: write a backslash itself twice."],
  ["'\\u{110000}'", "Unknown escape in a string at character 2: write a backslash itself twice."],
  ["'\\01'", "Unknown escape in a string at character 2: write a backslash itself twice."],
  ["12abc", "Unexpected name right after a number at character 3: put an operator between them."],
  ["007", "Unexpected leading zero at character 1: write the number without it."],
  ["1e999", "Number too large at character 1: use one below 1.8e308."],
  ["a # b", 'Unexpected "#" at character 3: there are no comments, use a description.'],
  ["a & b", 'Unexpected "&" at character 3: join two conditions with "and".'],
  ["a | b", 'Unexpected "|" at character 3: join two conditions with "or".'],
  ["~a", 'Unexpected "~" at character 1: negate a condition with "not".'],
  ["`a`", 'Unexpected "`" at character 1: write text between double quotes.'],
  ["a @ b", 'Unexpected "@" at character 3.'],
  ["a \u0007", "Unexpected character U+0007 at character 3."],
];

for (const [text, sentence] of GUARD_ERRORS) {
  Deno.test(`parseGuard() explains what is wrong with ${JSON.stringify(text)}`, () => {
    const error = assertThrows(() => parseGuard(text), ExpressionError);
    assertEquals(error.message, sentence);
    assertEquals(error.message.includes(`character ${error.offset + 1}`), true);
    assertStrictEquals(error.code, "expression_syntax");
  });
}

/** An action and its statements in the canonical spelling. */
const ACTIONS: readonly (readonly [text: string, printed: string])[] = [
  ["", ""],
  [" \n;; \n", ""],
  ["a = 1", "a = 1"],
  ["a = 1;", "a = 1"],
  ["a = 1; b.c = a\nd['e'] += 2", 'a = 1; b.c = a; d["e"] += 2'],
  [
    "a += 1\r\na -= 1\ra *= 2\u2028a /= 2; a %= 2; a **= 2",
    "a += 1; a -= 1; a *= 2; a /= 2; a %= 2; a **= 2",
  ],
  ["a = b +\n c", "a = b + c"],
  ["a = b\n-c", "a = b; -c"],
  ["a = b\n(c)", "a = b; c"],
  ["a = b\n[c]", "a = b; [c]"],
  ["f(a,\n  b\n)\ng()", "f(a, b); g()"],
  ["f(a)\n\n  g()", "f(a); g()"],
  ["x = (a\n and b)", "x = a and b"],
  ["f().x = 1", "f().x = 1"],
];

for (const [text, printed] of ACTIONS) {
  Deno.test(`parseAction() reads ${JSON.stringify(text)}`, () => {
    assertEquals(printStatements(parseAction(text)), printed);
  });
}

const ACTION_ERRORS: readonly (readonly [text: string, sentence: string])[] = [
  ["a b", 'Expected an operator, ";" or a new line but found "b" at character 3.'],
  ["a = b = c", 'Expected an operator, ";" or a new line but found "=" at character 7: compare with "==".'],
  ["a =", "Expected a value but found the end of the text at character 4."],
  ["f() = 1", "Unexpected target of an assignment at character 1: assign to a name, a member or an item."],
  ["1 = a", "Unexpected target of an assignment at character 1: assign to a name, a member or an item."],
  [
    "a; not b = 1",
    "Unexpected target of an assignment at character 4: assign to a name, a member or an item.",
  ],
  ["__proto__ = 1", 'Unexpected assignment to "__proto__" at character 1: use another name.'],
  ["a.constructor = 1", 'Unexpected assignment to "constructor" at character 1: use another name.'],
  ["a\n= 1", 'Expected a value but found "=" at character 3: compare with "==".'],
  [
    "count++",
    'Expected an operator, ";" or a new line but found "++" at character 6: add with "+= 1" in an action.',
  ],
];

for (const [text, sentence] of ACTION_ERRORS) {
  Deno.test(`parseAction() explains what is wrong with ${JSON.stringify(text)}`, () => {
    assertEquals(assertThrows(() => parseAction(text), ExpressionError).message, sentence);
  });
}
