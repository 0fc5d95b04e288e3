import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { generatedFileName } from "./file_name.ts";
import { generateTypeScript, TypeScriptCodeGenerator } from "./generate_typescript.ts";
import { machineOf, python, typeScript } from "./testing.ts";

const ACTIONS: readonly (readonly [code: string, typescript: string, python: string])[] = [
  ["n = 1", "(c) => { c.data.n = 1; }", 'lambda c, p: assign(c, "n", 1)'],
  ["n += 1", "(c) => { c.data.n = add(c.data.n, 1); }", 'lambda c, p: assign(c, "n", add(own(c, "n"), 1))'],
  ["toString = 1", '(c) => assign(c, "toString", 1)', 'lambda c, p: assign(c, "toString", 1)'],
  [
    "n.m = 1",
    '(c, p) => setMember(p, "n", read(p, c, "n", c.data.n), "m", 1)',
    'lambda c, p: set_member(p, "n", read(p, c, "n"), "m", 1)',
  ],
  [
    "host.f()",
    '(c, p) => callHeld(p, "host", c.host, "f", [], "host.f()")',
    'lambda c, p: call_held(p, "host", c.host, "f", [], "host.f()")',
  ],
  [
    "host.n = 1",
    '(c, p) => setMember(p, "host", held(p, "host", c.host), "n", 1)',
    'lambda c, p: set_member(p, "host", held(p, "host", c.host), "n", 1)',
  ],
];

for (const [code, inTypeScript, inPython] of ACTIONS) {
  Deno.test(`generateTypeScript() and generatePython() spell the action ${code}`, () => {
    const definition = machineOf({ actions: [{ code }] });
    assertStringIncludes(typeScript(definition), `code("${code}", ${inTypeScript})`);
    assertStringIncludes(python(definition), `code("${code}", ${inPython})`);
  });
}

Deno.test("generateTypeScript() works out the place of a compound assignment once", () => {
  const text = typeScript(machineOf({ actions: [{ code: "f().n += 1" }] }));
  assertStringIncludes(text, 'const place1 = callName(p, c, "f", [], "f()");');
  assertStringIncludes(text, 'setMember(p, null, place1, "n", add(item(place1, "n"), 1));');
});

Deno.test("generateTypeScript() puts an object that a payload may hide into the data", () => {
  const events = [{ name: "All", events: [{ id: "go", parameters: [{ name: "host", type: "object" }] }] }];
  const text = typeScript(machineOf({ condition: "host.a" }, { events }));
  assertStringIncludes(text, 'member(read(p, c, "host", c.data.host), "a")');
  assertStringIncludes(text, 'if (own(this, "host") === null) assign(this, "host", host);');
});

Deno.test("generatePython() gives parameters their types and keys", () => {
  const parameters = [
    { name: "newPrice", type: "float" },
    { name: "class", type: "Map<string, int>" },
  ];
  const text = python(
    machineOf({}, { events: [{ name: "All", feeder: "Feed", events: [{ id: "setPrice", parameters }] }] }),
  );
  assertStringIncludes(text, "def on_set_price(self, new_price: float, class_2: Any) -> bool:");
  assertStringIncludes(text, 'self.fire(0, {"newPrice": new_price, "class": class_2})');
  assertStringIncludes(text, "def set_price(self, new_price: float, class_2: Any) -> bool:");
});

Deno.test("generateTypeScript() writes descriptions as comments that nothing gets out of", () => {
  const description = "Ends here */ evil(); /*\n@ts-ignore\u2028next";
  const text = generateTypeScript(enrich(machineOf({ description })));
  assertStringIncludes(text, " * Ends here *\\/ evil(); /*\n");
  assertStringIncludes(text, " * \\@ts-ignore\n");
});

Deno.test("generatePython() writes descriptions as docstrings that nothing gets out of", () => {
  const state = { name: "R", description: 'Ends """ here \\', states: [{ name: "A" }] };
  assertStringIncludes(python(machineOf({}, { state })), '"""Ends \\"\\"\\" here \\\\"""');
});

Deno.test("generatePython() imports the classes that Python can have, and no word of the language", () => {
  const objects = ["class", "None", "Lock", "Größe", "two words"].map((name, index) => ({
    instance: `o${index}`,
    class: name,
  }));
  const parameters = [{ name: "x", type: "lambda" }];
  const definition = machineOf({}, {
    settings: { namespace: "N", asynchronous: false, objects },
    events: [{ name: "S", events: [{ id: "go", parameters }] }],
  });
  const text = python(definition, { types: "my.types" });
  assertStringIncludes(text, "\nfrom my.types import Lock, Größe\n");
});

Deno.test("generateTypeScript() keeps what does not parse, with the reason", () => {
  const text = typeScript(machineOf({ condition: "a >", actions: [{ code: "b +" }] }));
  assertStringIncludes(text, 'guard: "a >", error: "');
  assertStringIncludes(text, 'broken("b +", "');
});

Deno.test("generateTypeScript() tells the chart what states do not say themselves", () => {
  const text = typeScript(machineOf({}, {
    settings: { namespace: "N", asynchronous: false, completion: "bubble" },
    state: {
      name: "R",
      initial: "P",
      states: [
        { name: "A" },
        { name: "H", kind: "history", history: "deep" },
        {
          name: "P",
          states: [{ name: "Ignored" }],
          parallel: {
            nextState: "A",
            states: [{ name: "X", kind: "final" }, { name: "Y", states: [{ name: "Z" }] }],
          },
        },
      ],
    },
  }));
  assertStringIncludes(text, 'initial: { R: "P" }');
  assertStringIncludes(text, 'joins: { P: "A" }');
  assertStringIncludes(text, 'aliases: { Ignored: "P" }');
  assertStringIncludes(text, 'deep: ["H"]');
  assertStringIncludes(text, "bubbles: true");
  assertStringIncludes(text, 'new StateX("X", StateKind.LEAF, ');
});

Deno.test("generateTypeScript() is deterministic, imports what it uses and ends with one line end", () => {
  const definition = machineOf({ condition: "n > 1" });
  const text = generateTypeScript(enrich(definition));
  assertEquals(text, new TypeScriptCodeGenerator(enrich(structuredClone(definition))).generate());
  const imported =
    /import \{([^}]*)\}/.exec(text)?.[1]?.split(",").map((name) => name.replace("type ", "").trim()) ?? [];
  const rest = text.slice(text.indexOf("from "));
  assert(imported.filter(Boolean).every((name) => new RegExp(`\\b${name}\\b`).test(rest)));
  assert(/[^\n]\n$/.test(text));
});

Deno.test("generateTypeScript() takes another name", () => {
  assertStringIncludes(typeScript(machineOf({}), { name: "Other" }), "export class OtherContext extends");
});

Deno.test("generatedFileName() keeps to what files can be called", () => {
  const definition = machineOf({}, { settings: { namespace: "N", name: "../My door", asynchronous: false } });
  assertEquals(generatedFileName(enrich(definition), "typescript"), "___my door_fsm.ts".replace(" ", "_"));
});
