import { assertEquals, assertStrictEquals } from "@std/assert";
import type { JsonValue } from "@loom/protocol";
import fc from "fast-check";
import { editJsonText } from "./edit_json_text.ts";
import { JsonTextMemory } from "./memory.ts";

const RUNS = { seed: 20, numRuns: 1000 };

const key = fc.oneof(
  fc.constantFrom("name", "id", "states", "a", "b", "1", "0", "__proto__", "constructor", "toString", "é"),
  fc.string({ maxLength: 3 }),
);

/** Objects are built by `JSON.parse`, so that a key such as `__proto__` is an ordinary one. */
const json: fc.Arbitrary<JsonValue> =
  fc.letrec<{ value: JsonValue; list: JsonValue; record: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        fc.constantFrom(null, true, 0, -0, 1.5, 1e21, "", "\ud800", "ü\n"),
        fc.string({ maxLength: 4 }),
        fc.integer(),
      ),
      tie("list"),
      tie("record"),
    ),
    list: fc.array(tie("value"), { maxLength: 5 }) as fc.Arbitrary<JsonValue>,
    record: fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((members) =>
      JSON.parse(
        `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
      )
    ),
  })).value;

/** A value and what an editor may have made of it: some parts changed, most kept. */
const change: fc.Arbitrary<[JsonValue, JsonValue]> = fc.oneof(
  fc.tuple(json, json),
  fc.tuple(json, fc.infiniteStream(fc.tuple(fc.integer({ min: 0, max: 11 }), json))).map((
    [value, dice],
  ): [JsonValue, JsonValue] => [value, mutated(value, dice)]),
);

function mutated(value: JsonValue, dice: Iterator<[number, JsonValue]>): JsonValue {
  const [roll, fresh] = dice.next().value ?? [11, null];
  if (roll === 0) return fresh;
  if (Array.isArray(value)) {
    const list = value.map((item) => mutated(item, dice));
    if (roll === 1) list.reverse();
    if (roll === 2) list.splice(1, 1);
    if (roll === 3) list.splice(1, 0, fresh);
    if (roll === 4) list.push(fresh);
    return list;
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, item]): [string, JsonValue] => [key, mutated(item, dice)]);
  if (roll === 1) members.reverse();
  if (roll === 2) members.shift();
  if (roll === 3) members.unshift(["new", fresh]);
  if (roll === 4) members.push(["last", fresh]);
  return Object.fromEntries(members);
}

/** The value in some formatting: any whitespace, escapes, number spellings, repeated keys. */
function formatted(value: JsonValue, dice: Iterator<number>): string {
  const roll = () => dice.next().value ?? 0;
  const space = () => ["", "", " ", "\n", "\r\n  ", "\t", "\n    "][roll() % 7] ?? "";
  const write = (value: unknown): string => {
    if (Array.isArray(value)) {
      return `[${space()}${value.map(write).join(`${space()},${space()}`)}${space()}]`;
    }
    if (typeof value === "object" && value !== null) {
      const members = Object.entries(value).map(([key, item]) =>
        `${quoted(key)}${space()}:${space()}${write(item)}`
      );
      const [first] = Object.keys(value);
      if (first !== undefined && roll() % 5 === 0) members.unshift(`${quoted(first)}: [null, 0]`);
      return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
    }
    if (value === 0 && roll() % 3 === 0) return "0.0e1";
    return typeof value === "string" ? quoted(value) : JSON.stringify(value);
  };
  const quoted = (text: string) => roll() % 3 ? JSON.stringify(text) : escaped(text);
  return `${roll() % 9 === 0 ? "\ufeff" : ""}${space()}${write(value)}${space()}`;
}

/**
 * A string with every character written as an escape. One character alone stays plain: V8 can misread an
 * escape that is a whole key.
 */
function escaped(text: string): string {
  if (text.length === 1) return JSON.stringify(text);
  const units = Array.from(
    { length: text.length },
    (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return `"${units.map((unit) => "\\u" + unit).join("")}"`;
}

const document = fc.tuple(change, fc.infiniteStream(fc.nat(1000))).map(([[before, after], dice]) => {
  const text = formatted(before, dice[Symbol.iterator]());
  return { text, before: JSON.parse(text.replace("\ufeff", "")) as JsonValue, after };
});

function parsed(text: string): JsonValue {
  return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
}

Deno.test("editJsonText() gives a text of exactly the new value, whatever the formatting", () => {
  fc.assert(
    fc.property(document, ({ text, before, after }) => {
      const result = editJsonText(text, before, after);
      assertEquals(JSON.stringify(parsed(result)), JSON.stringify(after));
    }),
    RUNS,
  );
});

Deno.test("editJsonText() gives the same text again when an edit is taken back with a memory", () => {
  fc.assert(
    fc.property(document, ({ text, before, after }) => {
      const memory = new JsonTextMemory();
      const result = editJsonText(text, before, after, memory);
      assertStrictEquals(editJsonText(result, after, before, memory), text);
    }),
    RUNS,
  );
});

/** Edits a text by changing its value, and checks that the value is then right. */
function edited(text: string, edit: (value: Editable) => unknown, memory?: JsonTextMemory): string {
  const before = JSON.parse(text);
  const value = structuredClone(before);
  const after = edit(value) ?? value;
  const result = editJsonText(text, before, after as JsonValue, memory);
  assertEquals(JSON.stringify(JSON.parse(result)), JSON.stringify(after));
  return result;
}

// deno-lint-ignore no-explicit-any -- the tests below change parsed JSON of shapes that each of them shows.
type Editable = any;

const MACHINE = `{
  "events": [
    { "id": "Open" },
    { "id": "Close" }
  ],
  "state": {
    "name": "Root",
    "states": [
      {
        "name": "Closed",
        "transitions": [
          { "event": "Open", "nextState": "Opened" }
        ]
      },
      { "name": "Opened", "kind": "final" }
    ]
  }
}
`;

Deno.test("editJsonText() replaces a word and keeps the rest", () => {
  const text = '{ "a" :1.50,\t"b":"\\u0078" ,\r\n "c": [ ] }';
  assertEquals(edited(text, (value) => void (value.a = 2)), '{ "a" :2,\t"b":"\\u0078" ,\r\n "c": [ ] }');
});

Deno.test("editJsonText() adds an element the way its siblings are written", () => {
  const result = edited(MACHINE, (value) => void value.events.push({ id: "Lock" }));
  assertEquals(result, MACHINE.replace('"Close" }\n', '"Close" },\n    { "id": "Lock" }\n'));
});

Deno.test("editJsonText() adds a first element", () => {
  assertEquals(edited("[\n  2\n]", () => [1, 2]), "[\n  1,\n  2\n]");
});

Deno.test("editJsonText() lays a new part out as parts in the same role are", () => {
  const state = { name: "Locked", transitions: [{ event: "Open", nextState: "Closed" }] };
  const result = edited(MACHINE, (value) => void value.state.states.push(state));
  const expected = `      { "name": "Opened", "kind": "final" },
      {
        "name": "Locked",
        "transitions": [
          { "event": "Open", "nextState": "Closed" }
        ]
      }
`;
  assertEquals(result, MACHINE.replace('      { "name": "Opened", "kind": "final" }\n', expected));
});

Deno.test("editJsonText() breaks the line of a state that gets children, and joins it again", () => {
  const child = { name: "Ajar", kind: "final" };
  const result = edited(MACHINE, (value) => void (value.state.states[1].states = [child]));
  const expected = `      {
        "name": "Opened",
        "kind": "final",
        "states": [
          { "name": "Ajar", "kind": "final" }
        ]
      }
`;
  assertEquals(result, MACHINE.replace('      { "name": "Opened", "kind": "final" }\n', expected));
  assertEquals(edited(result, (value) => void delete value.state.states[1].states), MACHINE);
});

Deno.test("editJsonText() takes the text of a moved part along", () => {
  const text = `{
  "a": [
    { "name":   "Odd",
      "size": 1.0 }
  ],
  "b": {
    "list": [
      { "name": "Even" }
    ]
  }
}`;
  const result = edited(text, (value) => void value.b.list.push(value.a.pop()));
  assertEquals(
    result,
    `{
  "a": [],
  "b": {
    "list": [
      { "name": "Even" },
      { "name":   "Odd",
        "size": 1.0 }
    ]
  }
}`,
  );
});

Deno.test("editJsonText() moves the fewest members when the order of keys changes", () => {
  const text = '{\n  "a": 1.0,\n  "b": 2.0,\n  "c": 3.0\n}';
  const result = edited(text, ({ a, b, c }) => ({ c, a, b }));
  assertEquals(result, '{\n  "c": 3.0,\n  "a": 1.0,\n  "b": 2.0\n}');
});

Deno.test("editJsonText() edits an element and its name where it stands", () => {
  const result = edited(MACHINE, (value) => void (value.state.states[0].name = "Shut"));
  assertEquals(result, MACHINE.replace('"Closed"', '"Shut"'));
});

Deno.test("editJsonText() keeps a text on one line on one line", () => {
  const text = '{"events":[{"id":"Open"}]}';
  const result = edited(
    text,
    (value) => void value.events.push({ id: "Close", parameters: [{ name: "by" }] }),
  );
  assertEquals(result, '{"events":[{"id":"Open"},{"id":"Close","parameters":[{"name":"by"}]}]}');
});

Deno.test("editJsonText() writes escapes where the text writes nothing but ASCII", () => {
  const text = '{"name": "T\\u00fcr"}';
  assertEquals(
    edited(text, () => ({ name: "Tür", note: "öß" })),
    '{"name": "T\\u00fcr", "note": "\\u00f6\\u00df"}',
  );
});

Deno.test("editJsonText() writes no key that is one escape and nothing else", () => {
  const text = '{"name": "T\\u00fcr"}';
  assertEquals(edited(text, (value) => void (value["é"] = 1)), '{"name": "T\\u00fcr", "é": 1}');
});

Deno.test("editJsonText() indents with tabs and ends lines as the text does", () => {
  const text = '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}\r\n';
  const result = edited(text, (value) => void (value.c = { d: 2 }));
  assertEquals(result, text.replace("\t}\r\n}", '\t},\r\n\t"c": {\r\n\t\t"d": 2\r\n\t}\r\n}'));
});

Deno.test("editJsonText() changes the member that counts when a key is repeated", () => {
  const text = '{"a": 1, "b": 2, "a": 3}';
  assertEquals(edited(text, () => ({ a: 4, b: 2 })), '{"a": 1, "b": 2, "a": 4}');
});

Deno.test("editJsonText() takes a member called __proto__ for an ordinary one", () => {
  const before = JSON.parse('{"__proto__": {"a": 1}}');
  const after = JSON.parse('{"__proto__": {"a": 2}, "constructor": 3}');
  assertEquals(
    editJsonText('{"__proto__": {"a": 1}}', before, after),
    '{"__proto__": {"a": 2}, "constructor": 3}',
  );
});

Deno.test("editJsonText() gives back a part's own text when other edits came between", () => {
  const memory = new JsonTextMemory();
  const text = '{\n  "a": {"x":1,   "y":2},\n  "b": 1\n}\n';
  const without = edited(text, (value) => void delete value.a, memory);
  const other = edited(without, (value) => void (value.b = 2), memory);
  const again = edited(other, ({ b }) => ({ a: { x: 1, y: 2 }, b }), memory);
  assertEquals(again, text.replace('"b": 1', '"b": 2'));
});
