import { assert, assertEquals, assertInstanceOf, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { compileExpression } from "./compile.ts";
import { compileStatements } from "./compile_statement.ts";
import { EvaluationError, ExpressionError } from "./errors.ts";
import { parseAction, parseGuard } from "./parse.ts";
import type { Scope } from "./scope.ts";

/** Doors from data to the language, in JavaScript and in Python. */
const DOORS = [
  "constructor",
  "prototype",
  "__proto__",
  "__defineGetter__",
  "__lookupGetter__",
  "__class__",
  "__globals__",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "call",
  "apply",
  "bind",
  "caller",
  "arguments",
  "name",
  "map",
  "at",
  "slice",
  "then",
  "getTime",
  "size",
];

class Host {
  value = 1;
  method(): string {
    return "method";
  }
}

/** Values of every sort that a host may hand over; each function is harmless. */
function hostileValues(): Record<string, unknown> {
  return {
    text: "abc",
    number: 1,
    flag: true,
    big: 1n,
    symbol: Symbol("s"),
    list: [1, "a", [2]],
    data: { a: { b: 1 } },
    bare: Object.create(null),
    host: new Host(),
    derived: new (class extends Map {})(),
    map: new Map([["a", 1]]),
    set: new Set([1]),
    date: new Date(0),
    pattern: /x/,
    bytes: new Uint8Array(2),
    error: new RangeError("x"),
    promise: Promise.resolve(1),
    generator: (function* () {})(),
    proxy: new Proxy({}, {}),
    arrow: (value: unknown) => value,
    async: async () => {},
    klass: Host,
    global: globalThis,
    prototypes: [Object.prototype, Array.prototype, Function.prototype, Host.prototype],
    makers: [Function, (async () => {}).constructor, (function* () {}).constructor, globalThis.eval],
    reflect: Reflect,
  };
}

function scopeOf(values: Record<string, unknown>): Scope {
  return { payload: { fromPayload: values.data }, context: values, functions: {}, inState: () => false };
}

for (const door of DOORS) {
  Deno.test(`compileExpression() finds nothing behind ${door} by any spelling`, () => {
    const scope = scopeOf(hostileValues());
    const half = Math.floor(door.length / 2);
    const computed = `'${door.slice(0, half)}' + '${door.slice(half)}'`;
    for (const name of Object.keys(scope.context)) {
      if (door === "at" || (name === "error" && door === "name")) continue;
      for (
        const text of [`${name}.${door}`, `${name}?.${door}`, `${name}['${door}']`, `${name}[${computed}]`]
      ) {
        assertStrictEquals(compileExpression(parseGuard(text))(scope), null, text);
      }
    }
    if (door !== "map") assertStrictEquals(compileExpression(parseGuard(door))(scope), null);
  });
}

Deno.test("compileExpression() finds no global by its name", () => {
  const scope = { ...scopeOf({}), context: {} };
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!/^[A-Za-z]\w*$/.test(name) || name === "undefined") continue;
    assertStrictEquals(compileExpression(parseGuard(name))(scope), null, name);
  }
});

Deno.test("compileExpression() finds no global in a context that is the global object", () => {
  const scope = { ...scopeOf({}), context: globalThis as unknown as Record<string, unknown> };
  assertStrictEquals(compileExpression(parseGuard("Deno or Object or eval"))(scope), null);
  assertThrows(() => compileStatements(parseAction("stolen = 1"))(scope), EvaluationError);
  assert(!("stolen" in globalThis));
});

Deno.test("compileExpression() and compileStatements() refuse forbidden names in a tree that was not parsed", () => {
  const scope = scopeOf({});
  const value = { kind: "literal", value: 1 } as const;
  const entries = [{ key: "__proto__", value }];
  assertThrows(() => compileExpression({ kind: "object", entries })(scope), EvaluationError, "reserved");
  const target = { kind: "name", name: "constructor" } as const;
  assertThrows(
    () => compileStatements([{ kind: "assign", target, value }])(scope),
    EvaluationError,
    "cannot be",
  );
});

Deno.test("compileExpression() calls nothing that runs text as code", () => {
  const scope = scopeOf(hostileValues());
  for (const index of [0, 1, 2, 3]) {
    const text = `makers[${index}]('globalThis.stolen = 1')`;
    const error = assertThrows(() => compileExpression(parseGuard(text))(scope), EvaluationError);
    assertEquals(error.reason, "a function that runs text as code is out of reach");
  }
});

Deno.test("compileExpression() never calls a sloppy function with the global object as this", () => {
  const sloppy = Reflect.construct(Function, ["return this === globalThis"]);
  const scope = { ...scopeOf({ make: () => sloppy, box: { sloppy }, list: [sloppy], sloppy }) };
  for (const text of ["make()()", "(sloppy)()", "box.sloppy()", "list[0]()", "(null or sloppy)()"]) {
    assertStrictEquals(compileExpression(parseGuard(text))(scope), false, text);
  }
});

const NAMES = [...Object.keys(hostileValues()), "fromPayload", "absent", ...DOORS];
const OPERATORS = ["+", "-", "*", "/", "%", "**", "==", "!=", "<", ">=", "in", "not in", "and", "or"];
const STRINGS = [...DOORS, "a", "length"].map((text) => `'${text}'`);

const { part, program } = fc.letrec<{ part: string; program: string }>((tie) => {
  const part = tie("part");
  const name = fc.constantFrom(...NAMES);
  const target = fc.oneof(
    name,
    fc.tuple(part, name).map(([owner, member]) => `(${owner}).${member}`),
    fc.tuple(part, part).map(([owner, index]) => `(${owner})[${index}]`),
  );
  return {
    part: fc.oneof(
      { maxDepth: 5, depthSize: "medium" },
      fc.oneof(name, fc.constantFrom(...STRINGS), fc.nat(3).map(String), fc.constantFrom("null", "[]", "{}")),
      fc.tuple(part, name).map(([owner, member]) => `(${owner}).${member}`),
      fc.tuple(part, part).map(([owner, index]) => `(${owner})[${index}]`),
      fc.tuple(part, fc.array(part, { maxLength: 2 })).map(([callee, args]) =>
        `(${callee})(${args.join(", ")})`
      ),
      fc.tuple(part, name, part).map(([owner, member, arg]) => `(${owner}).${member}(${arg}, key=${arg})`),
      fc.tuple(part, fc.constantFrom(...OPERATORS), part).map(([left, operator, right]) =>
        `(${left} ${operator} ${right})`
      ),
      fc.tuple(part, part).map(([first, second]) => `[${first}, {k: ${second}, 'v w': ${first}}]`),
    ),
    program: fc
      .array(
        fc.oneof(part, fc.tuple(target, fc.constantFrom("=", "+="), part).map((parts) => parts.join(" "))),
        { maxLength: 6 },
      )
      .map((statements) => statements.join("; ")),
  };
});

/** What must not change: the language's own objects and the classes of the host. */
const WATCHED = [
  ...[Object, Array, Function, String, Number, Boolean, Map, Set, Date, RegExp, Promise, Error].flatMap((
    constructor,
  ) => [
    constructor,
    constructor.prototype,
  ]),
  Reflect,
  globalThis,
  Host,
  Host.prototype,
];

function photograph(): unknown[][] {
  return WATCHED.map((object) =>
    Reflect.ownKeys(object).map((key) => Object.getOwnPropertyDescriptor(object, key)?.value)
  );
}

Deno.test("compileStatements() leaves the language, the globals and the payload alone, whatever it runs", () => {
  const before = photograph();
  fc.assert(
    fc.property(program, (text) => {
      const payload = { fromPayload: { a: { b: [1] } } };
      const scope = { ...scopeOf(hostileValues()), payload };
      orFail(text, () => compileStatements(parseAction(text))(scope));
      assertEquals(payload, { fromPayload: { a: { b: [1] } } });
    }),
    { seed: 3, numRuns: 500 },
  );
  for (const [index, values] of photograph().entries()) {
    assertStrictEquals(values.length, before[index]?.length);
    values.forEach((value, position) => assert(Object.is(value, before[index]?.[position])));
  }
});

Deno.test("compileExpression() gives nothing of the language that the host did not hand over", () => {
  const builtIn = new Set(
    photograph().flat().filter((value) => typeof value === "function" || isObject(value)),
  );
  fc.assert(
    fc.property(part, (text) => {
      const values = hostileValues();
      const handed = new Set(
        Object.values(values).flatMap((value) => Array.isArray(value) ? value : [value]),
      );
      const result = orFail(text, () => compileExpression(parseGuard(text))(scopeOf(values)));
      assert(handed.has(result) || !builtIn.has(result), text);
    }),
    { seed: 5, numRuns: 1000 },
  );
});

function orFail(text: string, evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (error) {
    // A class called without "new" is the one host function here that throws by itself.
    if (error instanceof TypeError && error.message.includes("Class constructor")) return null;
    // Some assignments are refused already when they are read.
    if (error instanceof ExpressionError) return null;
    assertInstanceOf(error, EvaluationError, text);
    return null;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

Deno.test("compileStatements() ends soon where a text doubles its values again and again", () => {
  const lists = "a=[a,a];b=[b,b];".repeat(300) + "a == b";
  const strings = "s = s + s;".repeat(900);
  for (const text of [lists, strings]) {
    const scope: Scope = {
      payload: undefined,
      context: { a: [], b: [], s: "xx" },
      functions: {},
      inState: () => false,
    };
    assertThrows(() => compileStatements(parseAction(text))(scope), EvaluationError);
  }
});

Deno.test("parseAction() throws nothing but an ExpressionError on any text", () => {
  const pieces = fc.constantFrom(
    ..."()[]{}.,:;=<>+-*/%!&|'\"\\ \n?#@`~^".split(""),
    "a",
    "not",
    "in",
    "1",
    "is",
    "0x",
    "é",
    "😀",
    "\u0000",
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.array(pieces, { maxLength: 30 }).map((all) => all.join(""))),
      (text) => {
        for (const parse of [parseAction, parseGuard]) {
          try {
            parse(text);
          } catch (error) {
            assertInstanceOf(error, ExpressionError);
            assert(error.offset >= 0 && error.offset <= text.length);
          }
        }
      },
    ),
    { seed: 4, numRuns: 400 },
  );
});
