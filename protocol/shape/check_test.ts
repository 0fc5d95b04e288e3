import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { MACHINE_SHAPE } from "../machine/shape.ts";
import { checkShape } from "./check.ts";
import type { ShapeTable } from "./shape.ts";

const TABLE: ShapeTable = [
  {
    name: "Item",
    doc: "An item.",
    fields: [
      { name: "name", type: "string", required: true, doc: "Its name." },
      { name: "kind", type: '"plain" | "final"', doc: "Its kind." },
      { name: "parent", type: "string | null", required: true, doc: "Its parent." },
      { name: "index", type: "integer", doc: "Its place." },
      { name: "size", type: "string | number", doc: "Its size." },
      { name: "tags", type: "string[]", doc: "Its tags." },
      { name: "items", type: "Item[]", doc: "Its items." },
      { name: "patch", type: "Partial<Item>", doc: "Its changes." },
      { name: "extra", type: "unknown", doc: "Anything." },
    ],
  },
];

function messages(value: unknown): string[] {
  return checkShape(TABLE, "Item", value).map((issue) => `${issue.path} ${issue.message}`);
}

Deno.test("checkShape() has nothing to say about a value of its shape", () => {
  const item = { name: "a", parent: null, kind: "final", index: 2, size: 1.5, tags: ["x"], extra: [{}] };
  assertEquals(checkShape(TABLE, "Item", { ...item, items: [item], patch: { index: 1 } }), []);
});

Deno.test("checkShape() reports a missing field at the object that lacks it", () => {
  assertEquals(checkShape(TABLE, "Item", { parent: "p", items: [{ name: "b" }] }), [
    {
      path: "",
      kind: "missing",
      field: "name",
      expected: "a string",
      message: 'Item needs "name", a string: add it.',
    },
    {
      path: "/items/0",
      kind: "missing",
      field: "parent",
      expected: "a string or null",
      message: 'Item needs "parent", a string or null: add it.',
    },
  ]);
});

Deno.test("checkShape() counts null as absent unless the type allows it", () => {
  assertEquals(messages({ name: "a", parent: null, kind: null, items: null }), []);
  assertEquals(messages({ name: null, parent: null }), [' Item needs "name", a string: add it.']);
});

Deno.test("checkShape() reports a value of the wrong type at the value", () => {
  assertEquals(checkShape(TABLE, "Item", { name: 5, parent: null }), [{
    path: "/name",
    kind: "wrong_type",
    field: "name",
    expected: "a string",
    actual: "the number 5",
    message: '"name" of Item must be a string, but it is the number 5.',
  }]);
});

Deno.test("checkShape() says what stands in the place of a wrong value", async (t) => {
  const cases: [field: string, value: unknown, message: string][] = [
    ["tags", ["x", 1], '/tags/1 Item 1 of "tags" of Item must be a string, but it is the number 1.'],
    ["tags", "x", '/tags "tags" of Item must be a list, but it is the string "x".'],
    ["items", [[]], '/items/0 Item 0 of "items" of Item must be an object (Item), but it is a list.'],
    ["index", 1.5, '/index "index" of Item must be a whole number, but it is the number 1.5.'],
    ["size", {}, '/size "size" of Item must be a string or a number, but it is an object.'],
    ["parent", true, '/parent "parent" of Item must be a string or null, but it is true.'],
    [
      "kind",
      "finl",
      '/kind "kind" of Item must be "plain" or "final", but it is the string "finl". Did you mean "final"?',
    ],
  ];
  for (const [field, value, message] of cases) {
    await t.step(
      message,
      () => assertEquals(messages({ name: "a", parent: null, [field]: value }), [message]),
    );
  }
});

Deno.test("checkShape() suggests the field that an unknown one was meant to be", () => {
  assertEquals(checkShape(TABLE, "Item", { name: "a", parent: null, indx: 1 }), [{
    path: "/indx",
    kind: "unknown_field",
    field: "indx",
    suggestion: "index",
    message: 'Item has no field "indx". Did you mean "index"?',
  }]);
});

Deno.test("checkShape() suggests no field that is there already", () => {
  assertEquals(messages({ name: "a", parent: null, naem: 1 }), [
    '/naem Item has no field "naem". It is kept but means nothing.',
  ]);
});

Deno.test("checkShape() asks for no field of a partial shape and still checks those it has", () => {
  assertEquals(messages({ name: "a", parent: null, patch: { index: "1" } }), [
    '/patch/index "index" of Item must be a whole number, but it is the string "1".',
  ]);
});

Deno.test("checkShape() picks the shape of a union by its literals", () => {
  const table: ShapeTable = [
    { name: "Line", doc: "", fields: [{ name: "op", type: '"line"', required: true, doc: "" }] },
    {
      name: "Dot",
      doc: "",
      fields: [{ name: "op", type: '"dot"', required: true, doc: "" }, {
        name: "x",
        type: "number",
        doc: "",
      }],
    },
    { name: "Drawing", doc: "", fields: [{ name: "part", type: "Line | Dot", doc: "" }] },
  ];
  assertEquals(checkShape(table, "Drawing", { part: { op: "dot", x: 1 } }), []);
  assertEquals(checkShape(table, "Drawing", { part: { op: "dot", x: "1" } }).length, 1);
});

Deno.test("checkShape() takes keys such as __proto__ and constructor for unknown fields", () => {
  const value = JSON.parse('{"name": "a", "parent": null, "__proto__": {}, "constructor": 1, "toString": 2}');
  assertEquals(checkShape(TABLE, "Item", value).map((issue) => issue.path), [
    "/__proto__",
    "/constructor",
    "/toString",
  ]);
});

Deno.test("checkShape() reports the whole value when it is no object", () => {
  assertEquals(messages([]), [" Item must be an object (Item), but it is a list."]);
});

Deno.test("checkShape() goes down any depth", () => {
  let value: unknown = { name: 1 };
  for (let i = 0; i < 20_000; i++) value = { name: "s", states: [value] };
  const issues = checkShape(MACHINE_SHAPE, "State", value);
  assertEquals(issues.map((issue) => issue.kind), ["wrong_type"]);
});

Deno.test("checkShape() takes any JSON value, points at something in it and does not change it", () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), oddState());
  fc.assert(
    fc.property(anything, (value) => {
      const before = JSON.stringify(value);
      for (const issue of checkShape(MACHINE_SHAPE, "State", value)) {
        assert(reach(value, issue.path) !== undefined, `${issue.path} of ${before}`);
      }
      assertEquals(JSON.stringify(value), before);
    }),
    { seed: 1, numRuns: 300 },
  );
});

function oddState(): fc.Arbitrary<unknown> {
  const key = fc.constantFrom("name", "states", "parallel", "onEntry", "transitions", "nmae", "kind", "a/b~");
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 1, "x", true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    ),
  }));
  return value;
}

function reach(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
}

Deno.test("checkShape() refuses a shape that its table does not have", () => {
  assertThrows(() => checkShape(TABLE, "Thing", {}), TypeError, "Thing");
});
