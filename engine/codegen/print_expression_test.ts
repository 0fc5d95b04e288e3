import { assertEquals } from "@std/assert";
import { enrich } from "../model.ts";
import { planOf } from "./plan_of.ts";
import { ExpressionPrinter } from "./print_expression.ts";
import { parseGuard } from "../expression/parse.ts";
import { PythonDialect } from "./python/dialect.ts";
import { machineOf } from "./testing.ts";
import { TypeScriptDialect } from "./typescript/dialect.ts";
import { layOut, type Piece } from "./layout.ts";

const { scope } = planOf(enrich(machineOf({})), false);
const names: string[] = [];
const typescript = new ExpressionPrinter(
  new TypeScriptDialect({ use: (name) => names.push(name), addPart: () => "part" }),
  scope,
);
const python = new ExpressionPrinter(
  new PythonDialect({ use: (name) => names.push(name), addPart: () => "_part" }),
  scope,
);

function flat(piece: Piece): string {
  return layOut(
    piece,
    { width: Infinity, unit: "", hasOperatorsLast: true, hugsLastArgument: false },
    "",
    0,
    0,
  );
}

const ROWS: readonly (readonly [guard: string, typescript: string, python: string])[] = [
  ["1.5", "1.5", "1.5"],
  ["'a\"b'", '"a\\"b"', '"a\\"b"'],
  ["None", "null", "None"],
  ["-1", "-1", "-1"],
  ["n", 'read(p, c, "n", c.data.n)', 'read(p, c, "n")'],
  ["toString", 'read(p, c, "toString")', 'read(p, c, "toString")'],
  ["__proto__", "null", "None"],
  ["n.m", 'member(read(p, c, "n", c.data.n), "m")', 'member(read(p, c, "n"), "m")'],
  ["n[0]", 'item(read(p, c, "n", c.data.n), 0)', 'item(read(p, c, "n"), 0)'],
  ["host", 'held(p, "host", c.host)', 'held(p, "host", c.host)'],
  ["host.level", 'member(held(p, "host", c.host), "level")', 'member(held(p, "host", c.host), "level")'],
  [
    "host.toString",
    'member(held(p, "host", c.host), "toString")',
    'member(held(p, "host", c.host), "toString")',
  ],
  [
    "host.lambda()",
    'callHeld(p, "host", c.host, "lambda", [], "host.lambda()")',
    'call_member(held(p, "host", c.host), "lambda", [], "host.lambda()")',
  ],
  [
    "host.ready(1)",
    'callHeld(p, "host", c.host, "ready", [1], "host.ready(1)")',
    'call_held(p, "host", c.host, "ready", [1], "host.ready(1)")',
  ],
  [
    "host.ready(f())",
    'callHeld(p, "host", c.host, "ready", [callName(p, c, "f", [], "f()")], "host.ready(f())")',
    'call_held(p, "host", c.host, "ready", [call_name(p, c, "f", [], "f()")], "host.ready(f())")',
  ],
  [
    "host.set(a=1)",
    'callHeld(p, "host", c.host, "set", [{ a: 1 }], "host.set(a=1)")',
    'call_held(p, "host", c.host, "set", [], "host.set(a=1)", {"a": 1})',
  ],
  [
    "f(1, k=2)",
    'callName(p, c, "f", [1, { k: 2 }], "f(1, k=2)")',
    'call_name(p, c, "f", [1], "f(1, k=2)", {"k": 2})',
  ],
  [
    "f(host.a)",
    'callName(p, c, "f", [member(held(p, "host", c.host), "a")], "f(host.a)")',
    'call_name(p, c, "f", [member(held(p, "host", c.host), "a")], "f(host.a)")',
  ],
  [
    "n.f()",
    'callMember(read(p, c, "n", c.data.n), "f", [], "n.f()")',
    'call_member(read(p, c, "n"), "f", [], "n.f()")',
  ],
  ["in_state('A')", 'c.isActive("A")', 'c.is_active("A")'],
  ["in_state(1, 2)", 'inState(c, null, "in_state(1, 2)")', 'in_state(c, None, "in_state(1, 2)")'],
  ["n == 'a'", 'read(p, c, "n", c.data.n) === "a"', 'eq(read(p, c, "n"), "a")'],
  ["n != null", 'ne(read(p, c, "n", c.data.n), null)', 'ne(read(p, c, "n"), None)'],
  [
    "host.a == 1",
    'member(held(p, "host", c.host), "a") === 1',
    'eq(member(held(p, "host", c.host), "a"), 1)',
  ],
  ["n not in [1]", '!contains(read(p, c, "n", c.data.n), [1])', 'not contains(read(p, c, "n"), [1])'],
  ["1 + 2 * 3", "add(1, mul(2, 3))", "add(1, mul(2, 3))"],
  ["not not (1 < 2)", "lt(1, 2)", "lt(1, 2)"],
  ["1 < 2 and not 3", "lt(1, 2) && !truthy(3)", "lt(1, 2) and not truthy(3)"],
  ["(1 < 2 or 2 < 3) and 3 < 4", "(lt(1, 2) || lt(2, 3)) && lt(3, 4)", "(lt(1, 2) or lt(2, 3)) and lt(3, 4)"],
  [
    "host.a or 1",
    'or(member(held(p, "host", c.host), "a"), () => 1)',
    'or_(member(held(p, "host", c.host), "a"), lambda: 1)',
  ],
  ["{a: {}}", "{ a: {} }", '{"a": {}}'],
  ["{a: 1, 'a': 2}", 'Object.fromEntries([["a", 1], ["a", 2]])', '{"a": 1, "a": 2}'],
];

for (const [guard, inTypeScript, inPython] of ROWS) {
  Deno.test(`ExpressionPrinter.test() spells ${guard} in both languages`, () => {
    const tree = parseGuard(guard);
    assertEquals([flat(typescript.test(tree).piece), flat(python.test(tree).piece)], [
      inTypeScript,
      inPython,
    ]);
  });
}

Deno.test("ExpressionPrinter.value() makes functions of what is too deep", () => {
  const parts: number[] = [];
  const printer = new ExpressionPrinter(
    new TypeScriptDialect({
      use: () => {},
      addPart: (value) => `part${parts.push(value.depth)}`,
    }),
    scope,
  );
  const { depth } = printer.value(parseGuard(Array.from({ length: 500 }, () => "n").join(" - ")));
  assertEquals(depth <= 12 && parts.length > 20 && parts.every((one) => one <= 13), true);
});
