import { assertEquals, assertInstanceOf, assertStrictEquals, assertThrows } from "@std/assert";
import { compileExpression } from "./compile.ts";
import { EvaluationError } from "./errors.ts";
import { parseGuard } from "./parse.ts";
import type { Scope } from "./scope.ts";

class Base {
  attempts = 2;
  limit = 3;
  canRetry(): boolean {
    return this.attempts < this.limit;
  }
  get left(): number {
    return this.limit - this.attempts;
  }
}
class Strategy extends Base {
  order = { lines: [{ price: 10 }, { price: 20 }] };
}

const strategy = new Strategy();

function scopeOf(parts: Partial<Scope>): Scope {
  return { payload: undefined, context: {}, functions: {}, inState: () => false, ...parts };
}

const SCOPE = scopeOf({
  payload: { price: 12.5, label: "W3", hidden: "payload", nothing: undefined },
  context: {
    strategy,
    labels: ["W1", "W3"],
    map: { a: 1, toString: 2, 7: "seven" },
    hidden: "context",
    shown: "context",
    nothing: 1,
    none: null,
    yes: true,
    no: false,
    zero: 0,
    nan: NaN,
    infinite: Infinity,
    empty: { list: [], object: {}, text: "" },
    when: new Date(0),
    set: new Set(["W1"]),
    list: [1, [2], { x: null }],
    gap: [, 1], // deno-lint-ignore no-sparse-arrays
    big: 10n,
    same: { a: [1, { b: null }] },
  },
  functions: {
    max: Math.max,
    shown: () => "function",
    twice: (value: number) => value * 2,
    collect: (...values: unknown[]) => values,
    report: () => undefined,
  },
  inState: (name) => name === "Idle",
});

function evaluate(text: string): unknown {
  return compileExpression(parseGuard(text))(SCOPE);
}

const VALUES: readonly (readonly [text: string, value: unknown])[] = [
  // literals, lists, objects
  ["'a'", "a"],
  ["0x1f", 31],
  ["undefined", null],
  ["[1, 'a', [true]]", [1, "a", [true]]],
  ["{price, 'b c': 1, toString: 2}", { price: 12.5, "b c": 1, toString: 2 }],
  ["{a: 1, a: 2}", { a: 2 }],
  // names
  ["price", 12.5],
  ["hidden", "payload"],
  ["shown", "context"],
  ["nothing", null],
  ["absent", null],
  ["absent.member.of_null", null],
  ["absent['member']", null],
  ["toString", null],
  ["hasOwnProperty", null],
  ["constructor", null],
  ["__proto__", null],
  ["globalThis", null],
  ["Deno", null],
  // members
  ["strategy.attempts", 2],
  ["strategy?.left", 1],
  ["strategy.order.lines[1].price", 20],
  ["strategy['order']['lines'].length", 2],
  ["map.toString", 2],
  ["map.valueOf", null],
  ["map[7]", "seven"],
  ["map['7']", "seven"],
  ["map[none]", null],
  ["labels[0]", "W1"],
  ["labels[-1]", null],
  ["labels[2]", null],
  ["labels[0.5]", null],
  ["labels['0']", null],
  ["labels.map", null],
  ["gap[0]", null],
  ["label.length", 2],
  ["label[0]", null],
  ["label.toUpperCase", null],
  ["price.toFixed", null],
  ["max.length", null],
  ["max.call", null],
  ["when.getTime", null],
  ["set.size", null],
  // calls
  ["strategy.canRetry()", true],
  ["strategy['canRetry']()", true],
  ["max(1, price)", 12.5],
  ["twice(twice(2))", 8],
  ["collect()", []],
  ["collect(1, a=2, toString=3)", [1, { a: 2, toString: 3 }]],
  ["report()", null],
  ["in_state('Idle')", true],
  ["in_state('Busy')", false],
  // arithmetic
  ["1 + 2 * 3 - 4 / 8", 6.5],
  ["'a' + 'b' + label", "abW3"],
  ["7 % 3", 1],
  ["-7 % 3", 2],
  ["7 % -3", -2],
  ["-7 % -3", -1],
  ["5.5 % 2", 1.5],
  ["-6 % 3 == 0", true],
  ["2 ** 3 ** 2", 512],
  ["-2 ** 2", -4],
  ["2 ** -1", 0.5],
  ["-price", -12.5],
  ["+price", 12.5],
  ["10 - 2 - 3", 5],
  ["100 / 10 / 2", 5],
  // equality
  ["1 == 1.0", true],
  ["1 == '1'", false],
  ["1 == true", false],
  ["0 == false", false],
  ["0 == -0", true],
  ["null == undefined", true],
  ["null == 0", false],
  ["null == ''", false],
  ["nan == nan", false],
  ["nan != nan", true],
  ["absent is None", true],
  ["label is not None", true],
  ["[1, [2], {x: absent}] == list", true],
  ["[1, [2], {x: 0}] == list", false],
  ["[1] == [1, 2]", false],
  ["[] == {}", false],
  ["{a: 1, b: 2} == {b: 2, a: 1}", true],
  ["{a: 1} == {a: 1, b: 2}", false],
  ["{a: 1} == {b: 1}", false],
  ["same == {a: [1, {b: None}]}", true],
  ["strategy == strategy", true],
  ["when == {}", false],
  ["big == big", true],
  // order
  ["1 < 2", true],
  ["2 <= 2", true],
  ["2 > 2", false],
  ["2 >= 2", true],
  ["'B' < 'a'", true],
  ["'10' < '9'", true],
  ["nan < 1", false],
  // membership
  ["label in labels", true],
  ["'W2' not in labels", true],
  ["[2] in list", true],
  ["1 in ['1']", false],
  ["absent in [null]", true],
  ["'b' in 'abc'", true],
  ["'' in ''", true],
  ["'a' in map", true],
  ["'valueOf' in map", false],
  ["1 in map", false],
  ["'constructor' in map", false],
  ["'attempts' in strategy", true],
  ["'canRetry' in strategy", false],
  // logic
  ["yes and 'x'", "x"],
  ["zero and 'x'", 0],
  ["zero or 'x'", "x"],
  ["label or absent.f()", "W3"],
  ["no and absent.f()", false],
  ["no or zero or 'last'", "last"],
  ["yes and 1 and empty.list and 2", []],
  ["not zero", true],
  ["!label", false],
  // truthiness
  ["not not false", false],
  ["not not null", false],
  ["not not 0", false],
  ["not not nan", false],
  ["not not ''", false],
  ["not not []", false],
  ["not not {}", false],
  ["not not '0'", true],
  ["not not -1", true],
  ["not not [0]", true],
  ["not not {a: null}", true],
  ["not not strategy", true],
  ["not not when", true],
  ["not not set", true],
  ["not not max", true],
];

for (const [text, value] of VALUES) {
  Deno.test(`compileExpression() gives ${JSON.stringify(value)} for ${text}`, () => {
    assertEquals(evaluate(text), value);
  });
}

const NEEDS_NUMBERS = "needs two numbers or two strings, not";
const NEEDS_PAIRS = "needs two numbers, two strings or two lists, not";
const FAILURES: readonly (readonly [text: string, sentence: string])[] = [
  ["1 / zero", "Cannot evaluate `1 / zero`: division by zero."],
  ["1 % 0", "Cannot evaluate `1 % 0`: division by zero."],
  ["2 + 0 ** -1", "Cannot evaluate `0 ** -1`: 0 ** -1 has no finite result."],
  ["(-8) ** 0.5", "Cannot evaluate `(-8) ** 0.5`: -8 ** 0.5 has no finite result."],
  ["1e308 * 10", "Cannot evaluate `1e+308 * 10`: 1e+308 * 10 has no finite result."],
  ["infinite - 1", "Cannot evaluate `infinite - 1`: Infinity - 1 has no finite result."],
  ["1 + '1'", `Cannot evaluate \`1 + "1"\`: "+" ${NEEDS_PAIRS} a number and a string.`],
  ["1 + 2 + absent + 3", `Cannot evaluate \`1 + 2 + absent\`: "+" ${NEEDS_PAIRS} a number and null.`],
  ["'a' * 2", 'Cannot evaluate `"a" * 2`: "*" needs two numbers, not a string and a number.'],
  ["true + 1", `Cannot evaluate \`true + 1\`: "+" ${NEEDS_PAIRS} a boolean and a number.`],
  ["labels + 1", `Cannot evaluate \`labels + 1\`: "+" ${NEEDS_PAIRS} a list and a number.`],
  ["big + 1", `Cannot evaluate \`big + 1\`: "+" ${NEEDS_PAIRS} a bigint and a number.`],
  ["-label", 'Cannot evaluate `-label`: "-" needs a number, not a string.'],
  ["absent < 3", `Cannot evaluate \`absent < 3\`: "<" ${NEEDS_NUMBERS} null and a number.`],
  ["labels >= map", `Cannot evaluate \`labels >= map\`: ">=" ${NEEDS_NUMBERS} a list and an object.`],
  [
    "strategy > max",
    `Cannot evaluate \`strategy > max\`: ">" ${NEEDS_NUMBERS} a host object and a function.`,
  ],
  ["1 in 'a1'", 'Cannot evaluate `1 in "a1"`: a string holds only strings, not a number.'],
  [
    "1 in absent",
    'Cannot evaluate `1 in absent`: "in" needs a list, a string or an object to look into, not null.',
  ],
  [
    "'W1' in set",
    'Cannot evaluate `"W1" in set`: "in" needs a list, a string or an object to look into, not a host object.',
  ],
  [
    "unknown(1)",
    'Cannot evaluate `unknown(1)`: no function is called "unknown": register a function "unknown", or put it into the context.',
  ],
  [
    "broker.send(1)",
    'Cannot evaluate `broker.send(1)`: "broker" is null or has no function "send": put one into the context.',
  ],
  [
    "labels.map(twice)",
    'Cannot evaluate `labels.map(twice)`: "labels" is null or has no function "map": put one into the context.',
  ],
  ["map['a']()", 'Cannot evaluate `map["a"]()`: "map["a"]" is a number, not a function.'],
  [
    "(labels and labels.map)(1)",
    'Cannot evaluate `(labels and labels.map)(1)`: "labels and labels.map" is null, not a function.',
  ],
  ["labels[9]()", 'Cannot evaluate `labels[9]()`: "labels[9]" is null, not a function.'],
  ["price()", 'Cannot evaluate `price()`: "price" is a number, not a function.'],
  [
    "in_state()",
    'Cannot evaluate `in_state()`: "in_state" takes the name of one state, for example in_state("Idle").',
  ],
  [
    "in_state('a', 'b')",
    'Cannot evaluate `in_state("a", "b")`: "in_state" takes the name of one state, for example in_state("Idle").',
  ],
  [
    "in_state(1)",
    'Cannot evaluate `in_state(1)`: "in_state" takes the name of one state, for example in_state("Idle").',
  ],
];

for (const [text, sentence] of FAILURES) {
  Deno.test(`compileExpression() explains why ${text} fails`, () => {
    const error = assertThrows(() => evaluate(text), EvaluationError);
    assertEquals(error.message, sentence);
    assertStrictEquals(error.code, "expression_value");
  });
}

Deno.test("compileExpression() shortens a long text in its error", () => {
  const error = assertThrows(() => evaluate(`-'${"x".repeat(200)}'`), EvaluationError);
  assertEquals(
    error.message,
    `Cannot evaluate \`-"${"x".repeat(78)}...\`: "-" needs a number, not a string.`,
  );
});

Deno.test("compileExpression() gives a function the object that it was found on as this", () => {
  const holder = {
    self(this: unknown) {
      return this;
    },
  };
  const list = [holder.self];
  const cases: [Scope, string, unknown][] = [
    [scopeOf({ payload: holder }), "self()", holder],
    [scopeOf({ context: holder }), "self()", holder],
    [scopeOf({ functions: holder }), "self()", holder],
    [scopeOf({ context: { holder } }), "holder.self()", holder],
    [scopeOf({ context: { holder } }), "holder['self']()", holder],
    [scopeOf({ context: { list } }), "list[0]()", list],
  ];
  for (const [scope, text, owner] of cases) {
    assertStrictEquals(compileExpression(parseGuard(text))(scope), owner);
  }
});

Deno.test("compileExpression() finds the members of a context that is an object of a class", () => {
  const context = new Strategy() as unknown as Record<string, unknown>;
  const scope = scopeOf({ context });
  assertStrictEquals(
    compileExpression(parseGuard("canRetry() and left == 1 and attempts == 2"))(scope),
    true,
  );
  assertStrictEquals(compileExpression(parseGuard("toString"))(scope), null);
  assertStrictEquals(compileExpression(parseGuard("constructor"))(scope), null);
});

Deno.test("compileExpression() reads a getter once", () => {
  let reads = 0;
  const context = {
    get next() {
      reads++;
      return () => reads;
    },
  };
  assertStrictEquals(compileExpression(parseGuard("next()"))(scopeOf({ context })), 1);
});

Deno.test("compileExpression() lets an exception of a host's function through", () => {
  const failure = new TypeError("no line");
  const functions = {
    dial: () => {
      throw failure;
    },
  };
  const error = assertThrows(() => compileExpression(parseGuard("1 + dial()"))(scopeOf({ functions })));
  assertStrictEquals(error, failure);
});

Deno.test("compileExpression() refuses to compare values that contain themselves", () => {
  const first: unknown[] = [];
  const second: unknown[] = [];
  first.push(first, first);
  second.push(second, second);
  const scope = scopeOf({ context: { first, second } });
  for (const text of ["first == second", "first != second", "first in [second]"]) {
    const error = assertThrows(() => compileExpression(parseGuard(text))(scope), EvaluationError);
    assertEquals(error.reason, "the values hold more than 100000 members, or contain themselves");
  }
  assertStrictEquals(compileExpression(parseGuard("first == first"))(scope), true);
});

Deno.test("compileExpression() refuses to join strings without end", () => {
  const text = "x".repeat(60_000);
  const scope = scopeOf({ context: { text } });
  const error = assertThrows(() => compileExpression(parseGuard("text + text"))(scope), EvaluationError);
  assertEquals(error.reason, "the joined string is longer than 100000 characters");
});

Deno.test("compileExpression() makes an evaluation error that names its code", () => {
  const error = assertThrows(() => evaluate("1 / 0"));
  assertInstanceOf(error, EvaluationError);
  assertStrictEquals(error.reason, "division by zero");
});
