import { assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

function of(ruleId: string, definition: unknown): string[] {
  return findingsOf(definition).filter((finding) => finding.startsWith(ruleId));
}

function firstMessage(definition: unknown): string {
  const only = new Set(["W108", "W111"]);
  return validate(enrich(definition as never), { only })[0]?.message ?? "";
}

const settings = (more: object) => ({ settings: { namespace: "N", ...more } });
const entry = (...actions: unknown[]) => machine({ onEntry: { actions }, states: pair() });

const CASES: Record<string, [string, unknown, string[]]> = {
  "W108 finds unknown fields anywhere, and names what they are in": [
    "W108",
    {
      ...machine({ states: pair({ colour: 1 }) }, settings({ author: "x" })),
      eventSources: [],
      events: [{ name: "S", events: [{ id: "go", evnt: 1 }] }],
    },
    [
      "W108 - /settings/author",
      "W108 go /events/0/events/0/evnt",
      "W108 A /state/states/0/colour",
      "W108 - /eventSources",
    ],
  ],
  "W108 leaves marks of tools alone": [
    "W108",
    { ...machine({ states: pair({ "x-colour": 1, _source: {} }) }), $schema: "smdf.schema.json" },
    [],
  ],
  "W108 does not take the language's own members for fields": [
    "W108",
    machine({ states: pair(JSON.parse('{ "constructor": 1, "toString": 2 }')) }),
    ["W108 A /state/states/0/constructor", "W108 A /state/states/0/toString"],
  ],
  "W111 finds missing settings": [
    "W111",
    { ...machine({ states: pair() }), settings: undefined },
    ["W111 - "],
  ],
  "W111 finds a missing namespace and passes over a missing flag": [
    "W111",
    machine({ states: pair() }, { settings: {} }),
    ["W111 - /settings"],
  ],
  "W111 finds a flag given as text": [
    "W111",
    machine({ states: pair() }, settings({ asynchronous: "false" })),
    ["W111 - /settings/asynchronous"],
  ],
  "W111 finds notes given as a list": ["W111", machine({ states: pair() }, settings({ notes: ["a"] })), [
    "W111 - /settings/notes",
  ]],
  "W111 finds an unknown kind": ["W111", machine({ states: pair({ kind: "Final" }) }), [
    "W111 A /state/states/0/kind",
  ]],
  "W111 passes over null": [
    "W111",
    machine({ states: pair({ kind: null, parallel: null, onEntry: null }) }),
    [],
  ],
  "W111 passes over a number as duration": ["W111", entry({ timerStart: { timer: "T", duration: 5 } }), []],
  "W111 finds a plain string among actions": ["W111", entry("f()"), ["W111 Root /state/onEntry/actions/0"]],
  "W111 finds a block given as a list": [
    "W111",
    machine({ onEntry: [{ code: "f()" }], states: pair() }),
    ["W111 Root /state/onEntry"],
  ],
  "W111 finds a guard that is no text": [
    "W111",
    machine({ states: pair({ transitions: [{ event: "go", nextState: "B", condition: true }] }) }),
    ["W111 A /state/states/0/transitions/0/condition"],
  ],
  "W111 finds an action with several members": [
    "W111",
    entry({ code: "f()", raise: "go" }),
    ["W111 Root /state/onEntry/actions/0"],
  ],
  "W111 finds an action that says nothing": [
    "W111",
    entry({}, { action: "code", name: "x", code: " " }),
    ["W111 Root /state/onEntry/actions/0", "W111 Root /state/onEntry/actions/1"],
  ],
  "W111 leaves an unknown member of an action to W108": ["W111", entry({ cod: "f()" }), []],
};

for (const [what, [ruleId, definition, expected]] of Object.entries(CASES)) {
  Deno.test(what, () => {
    assertEquals(of(ruleId, definition), expected);
  });
}

const SENTENCES: [string, unknown, string][] = [
  ["a misspelled field", machine({ states: [{ name: "A", transition: [] }] }), 'Did you mean "transitions"?'],
  [
    "a singular action",
    machine({ states: pair({ transitions: [{ event: "go", nextState: "B", action: {} }] }) }),
    "is not run",
  ],
  ["a plain string", entry("f()"), 'is read as code: write { "code": "..." }'],
  [
    "a block given as a list",
    machine({ onExit: [{ code: "f()" }], states: pair() }),
    "is read as its actions",
  ],
  ["several members", entry({ raise: "go", code: "f()" }), "has code and raise, of which only code counts"],
];

for (const [what, definition, words] of SENTENCES) {
  Deno.test(`W108 and W111 say what becomes of ${what}`, () => {
    assertStringIncludes(firstMessage(definition), words);
  });
}
