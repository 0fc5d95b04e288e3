import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { compileStatements } from "./compile_statement.ts";
import { EvaluationError } from "./errors.ts";
import { parseAction } from "./parse.ts";
import type { Scope } from "./scope.ts";

function run(text: string, context: object, parts: Partial<Scope> = {}): void {
  const scope = { payload: undefined, functions: {}, inState: () => false, ...parts };
  compileStatements(parseAction(text))({ ...scope, context: context as Record<string, unknown> });
}

class Account {
  #balance = 0;
  get balance(): number {
    return this.#balance;
  }
  set balance(value: number) {
    this.#balance = value;
  }
  get id(): number {
    return 1;
  }
  close(): void {}
}

/** A text, the context before it, and the context after it. */
const EFFECTS: readonly (readonly [text: string, before: object, after: object])[] = [
  ["a = 1", {}, { a: 1 }],
  ["a = b", { b: [1] }, { b: [1], a: [1] }],
  ["a = absent", { a: 1 }, { a: null }],
  ["a += 2; a *= 5; a -= 1; a /= 7; a **= 2; a %= 3", { a: 1 }, { a: 1 }],
  ["a += 'y'", { a: "x" }, { a: "xy" }],
  ["a.b = 1", { a: {} }, { a: { b: 1 } }],
  ["a['b c'] = 1", { a: {} }, { a: { "b c": 1 } }],
  ["a[1] = 'y'", { a: {} }, { a: { 1: "y" } }],
  ["a.b[0].c += 1", { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
  ["a[0] = a[1]", { a: [1, 2] }, { a: [2, 2] }],
  ["toString = 1", {}, { toString: 1 }],
  ["a.valueOf = 1", { a: {} }, { a: { valueOf: 1 } }],
];

for (const [text, before, after] of EFFECTS) {
  Deno.test(`compileStatements() turns ${JSON.stringify(before)} into ${JSON.stringify(after)} with ${text}`, () => {
    const context = structuredClone(before);
    run(text, context);
    assertEquals(context, after);
  });
}

const PAYLOAD = { price: 1, order: { lines: [{ price: 1 }] } };

const READ_ONLY = "which cannot be assigned";
const FAILURES: readonly (readonly [text: string, sentence: string])[] = [
  ["absent.a = 1", "Cannot evaluate `absent.a = 1`: null has no members to assign."],
  ["text.length = 1", "Cannot evaluate `text.length = 1`: a string has no members to assign."],
  ["log.name = 1", "Cannot evaluate `log.name = 1`: a function has no members to assign."],
  ["list.length = 0", "Cannot evaluate `list.length = 0`: a list of 2 items only has its items to assign."],
  ["list[2] = 0", "Cannot evaluate `list[2] = 0`: a list of 2 items only has its items to assign."],
  ["list[-1] = 0", "Cannot evaluate `list[-1] = 0`: a list of 2 items only has its items to assign."],
  ["list['0'] = 0", 'Cannot evaluate `list["0"] = 0`: a list of 2 items only has its items to assign.'],
  [
    "account[null] = 0",
    "Cannot evaluate `account[null] = 0`: a member's name is a string or a number, not null.",
  ],
  ["frozen.a = 2", 'Cannot evaluate `frozen.a = 2`: "a" is read-only.'],
  ["frozen.b = 2", 'Cannot evaluate `frozen.b = 2`: "b" is read-only.'],
  [
    "frozen['__pro' + 'to__'] = 1",
    'Cannot evaluate `frozen["__pro" + "to__"] = 1`: "__proto__" cannot be assigned.',
  ],
  [
    "context += 1",
    'Cannot evaluate `context += 1`: "+" needs two numbers, two strings or two lists, not null and a number.',
  ],
  [
    "order.total = 1",
    `Cannot evaluate \`order.total = 1\`: "order" belongs to the event's payload, ${READ_ONLY}.`,
  ],
  [
    "order.lines[0].price = 2",
    `Cannot evaluate \`order.lines[0].price = 2\`: "order" belongs to the event's payload, ${READ_ONLY}.`,
  ],
  ["copy[0].price = 2", "Cannot evaluate `copy[0].price = 2`: the event's payload cannot be assigned."],
  ["copy[0] = 2", "Cannot evaluate `copy[0] = 2`: the event's payload cannot be assigned."],
];

for (const [text, sentence] of FAILURES) {
  Deno.test(`compileStatements() explains why ${text} fails`, () => {
    const payload = structuredClone(PAYLOAD);
    const context = {
      list: [1, 2],
      text: "abc",
      frozen: Object.freeze({ a: 1 }),
      account: new Account(),
      copy: payload.order.lines,
    };
    const error = assertThrows(
      () => run(text, context, { payload, functions: { log: () => {} } }),
      EvaluationError,
    );
    assertEquals(error.message, sentence);
    assertEquals(payload, PAYLOAD);
  });
}

Deno.test("compileStatements() assigns a plain name to the context where the payload hides it", () => {
  const context: Record<string, unknown> = { price: 10 };
  run("price += 1; seen = price", context, { payload: { price: 5 } });
  assertEquals(context, { price: 11, seen: 5 });
});

Deno.test("compileStatements() uses the setter of a host's class", () => {
  const account = new Account();
  run("account.balance = 5; account.balance += 2", { account });
  assertStrictEquals(account.balance, 7);
  assertEquals(Object.keys(account), []);
});

Deno.test("compileStatements() refuses a member of a host's class that has no setter", () => {
  const error = assertThrows(() => run("account.id = 2", { account: new Account() }), EvaluationError);
  assertEquals(error.message, 'Cannot evaluate `account.id = 2`: "id" is read-only.');
});

Deno.test("compileStatements() hides a method of one object without touching its class", () => {
  const account = new Account();
  const { close } = Account.prototype;
  run("account.close = null", { account });
  assertStrictEquals(account.close as unknown, null);
  assertStrictEquals(Account.prototype.close, close);
});

Deno.test("compileStatements() refuses to assign to a prototype", () => {
  for (const prototype of [Account.prototype, Object.prototype, Array.prototype, Function.prototype]) {
    assertThrows(() => run("p.stolen = 1", { p: prototype }), EvaluationError);
  }
});

Deno.test("compileStatements() keeps what ran before a failure and skips what follows", () => {
  const context = { a: 1 };
  assertThrows(() => run("a = 2; b = absent.f(); a = 3", context), EvaluationError);
  assertEquals(context, { a: 2 });
});

Deno.test("compileStatements() evaluates the owner of a compound assignment once", () => {
  const calls: string[] = [];
  const box = { n: 1 };
  const functions = {
    box: () => {
      calls.push("box");
      return box;
    },
    key: () => {
      calls.push("key");
      return "n";
    },
  };
  run("box()[key()] += 1", {}, { functions });
  assertEquals([calls, box], [["box", "key"], { n: 2 }]);
});

Deno.test("compileStatements() lets an exception of a host's function through", () => {
  const failure = new Error("busy");
  const functions = {
    dial: () => {
      throw failure;
    },
  };
  assertStrictEquals(assertThrows(() => run("a = dial()", {}, { functions })), failure);
});
