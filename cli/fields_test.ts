import { assertEquals, assertThrows } from "@std/assert";
import { fieldChanges } from "./fields.ts";
import { UsageError } from "./usage_error.ts";

const changes = (shape: string, set: string[], unset: string[] = []) => fieldChanges(shape, { set, unset });

Deno.test("fieldChanges() keeps text as it stands", () => {
  assertEquals(changes("State", ["description=a=b, 5"]), { patch: { description: "a=b, 5" } });
});

Deno.test("fieldChanges() reads what is no text as JSON", () => {
  assertEquals(changes("Settings", ["asynchronous=true", 'objects=[{"instance":"a","class":"A"}]']), {
    patch: { asynchronous: true, objects: [{ instance: "a", class: "A" }] },
  });
});

Deno.test("fieldChanges() keeps the value of a field that the format does not have", () => {
  assertEquals(changes("State", ["x-color=red", "x-size=5"]).patch, { "x-color": "red", "x-size": 5 });
});

Deno.test("fieldChanges() takes a field away that an option empties", () => {
  assertEquals(fieldChanges("State", { set: [], unset: ["notes"] }, { description: "", kind: undefined }), {
    patch: {},
    unset: ["notes", "description"],
  });
});

Deno.test("fieldChanges() sets a field called __proto__ as a field", () => {
  const { patch } = changes("State", ["__proto__=5"]);
  assertEquals(Object.keys(patch), ["__proto__"]);
});

const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ["a misspelled field", ["knd=final"], 'State has no field "knd". Did you mean "kind"?'],
  [
    "a word that is no choice",
    ["kind=finl"],
    '"kind" cannot be "finl": give normal, final, history or choice. Did you mean "final"?',
  ],
  ["what is no JSON", ["states=no"], '"states" cannot be "no": give a value written as JSON.'],
  ["what is no pair", ["kind"], '--set takes <field=value>, and "kind" is no such pair.'],
  ["nothing to change", [], "There is nothing to change: give --set <field=value> or --unset <field>."],
];

for (const [what, set, message] of REFUSED) {
  Deno.test(`fieldChanges() refuses ${what}`, () => {
    const error = assertThrows(() => fieldChanges("State", { set, unset: [] }), UsageError);
    assertEquals(error.message, message);
  });
}

Deno.test("fieldChanges() refuses two changes of one field", () => {
  assertThrows(() => changes("State", ["notes=a", "notes=b"]), UsageError, '"notes" has two values in --set');
  assertThrows(
    () => changes("State", ["notes=a"], ["notes"]),
    UsageError,
    '"notes" has both --set and --unset',
  );
});

Deno.test("fieldChanges() sends a name to the command that renames", () => {
  const rename = { name: "rename-state" };
  const error = assertThrows(
    () => fieldChanges("State", { set: ["name=X"], unset: [] }, {}, rename),
    UsageError,
  );
  assertEquals(error.message, '"name" is not changed here: use "loom rename-state".');
});
