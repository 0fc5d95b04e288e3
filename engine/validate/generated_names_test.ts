import { assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

function nameFindings(definition: unknown): string[] {
  return findingsOf(definition).filter((finding) => finding.startsWith("W107"));
}

const states = (...names: string[]) =>
  machine({ states: names.map((name) => ({ name, transitions: [{ event: "go", nextState: name }] })) });
const events = (...list: object[]) => machine({ states: pair() }, { events: [{ name: "S", events: list }] });
const settings = (more: object) => machine({ states: pair() }, { settings: { namespace: "N", ...more } });

const CASES: Record<string, [unknown, string[]]> = {
  "finds names that are no identifiers": [
    states("Waiting for it", "9lives", "état"),
    ["W107 Waiting for it /state/states/0/name", "W107 9lives /state/states/1/name"],
  ],
  "finds states that share a field": [states("AbC", "ab_c"), ["W107 ab_c /state/states/1/name"]],
  "finds states that share a class": [states("A_B", "AB"), ["W107 AB /state/states/1/name"]],
  "passes over states called like members of the context": [
    states("Current", "previous", "Next", "History"),
    [],
  ],
  "finds a composite that shares a class with a leaf": [
    machine({ states: [{ name: "A_B", states: pair() }, { name: "AB" }] }),
    ["W107 AB /state/states/1/name"],
  ],
  "finds a name between two underscores, which Python hides in enumerations": [
    states("_a_"),
    ["W107 _a_ /state/states/0/name"],
  ],
  "finds the class of an object that the runtime library has": [
    settings({ objects: [{ instance: "bell", class: "Context" }] }),
    ["W107 Context /settings/objects/0/class"],
  ],
  "passes over events of the machine's own work": [
    events({ id: "done.invoke.load" }, { id: "error.invoke.load" }, { id: "done.x" }),
    ["W107 done.x /events/0/events/2/id"],
  ],
  "finds a parameter's class that a word of a language has": [
    events({ id: "go", parameters: [{ name: "a", type: "Promise" }] }),
    ["W107 Promise /events/0/events/0/parameters/0/type"],
  ],
  "finds an event that meets an object": [
    {
      ...machine({ states: pair() }, { events: [{ name: "S", events: [{ id: "go" }] }] }),
      settings: { namespace: "N", objects: [{ instance: "onGo", class: "Bell" }] },
    },
    ["W107 go /events/0/events/0/id"],
  ],
  "finds the state Kind": [states("Kind"), ["W107 Kind /state/states/0/name"]],
  "finds a leaf called like the machine": [
    machine({ states: pair({ name: "Door", transitions: [] }) }, {
      settings: { namespace: "N", name: "Door" },
    }),
    ["W107 Door /state/states/0/name"],
  ],
  "passes over a root called like the machine": [
    { ...machine({ states: pair() }), settings: { namespace: "N", name: "Root" } },
    [],
  ],
  "passes over a repeated state name, which V002 finds": [states("A", "A"), []],
  "finds events that share a handler": [
    events({ id: "orderPlaced" }, { id: "order_placed" }),
    ["W107 order_placed /events/0/events/1/id"],
  ],
  "finds an event and a timer that share a handler": [
    machine({ states: pair() }, {
      events: [{ name: "S", events: [{ id: "tooLate" }], timers: [{ id: "too_late", name: "T" }] }],
    }),
    ["W107 too_late /events/0/timers/0/id"],
  ],
  "finds events that meet a hook": [
    events({ id: "end" }, { id: "entry" }, { id: "Exit" }),
    ["W107 end /events/0/events/0/id", "W107 entry /events/0/events/1/id", "W107 Exit /events/0/events/2/id"],
  ],
  "finds an event that is a word of Python": [events({ id: "import" }, { id: "delete" }), [
    "W107 import /events/0/events/0/id",
  ]],
  "finds parameters that meet, within one event": [
    events({ id: "go", parameters: [{ name: "a_b" }, { name: "aB" }] }, {
      id: "x",
      parameters: [{ name: "a_b" }],
    }),
    ["W107 go /events/0/events/0/parameters/1/name"],
  ],
  "finds parameters that are reserved": [
    events({ id: "go", parameters: [{ name: "class" }, { name: "context" }, { name: "reason" }] }),
    ["W107 go /events/0/events/0/parameters/0/name", "W107 go /events/0/events/0/parameters/1/name"],
  ],
  "finds objects that meet, or meet a member of the context": [
    settings({ objects: [{ instance: "bell" }, { instance: "bell" }, { instance: "timers" }] }),
    ["W107 bell /settings/objects/1/instance", "W107 timers /settings/objects/2/instance"],
  ],
  "finds machine and context names that are no identifiers": [
    settings({ name: "My machine", context: { class: "My context" } }),
    ["W107 My machine /settings/name", "W107 My context /settings/context/class"],
  ],
  "finds a feeder that meets a class": [
    machine({ states: pair() }, {
      settings: { namespace: "N", name: "Door" },
      events: [{ name: "S", feeder: "DoorContext" }, { name: "T", feeder: "StateA" }, {
        name: "U",
        feeder: "Hand",
      }],
    }),
    ["W107 DoorContext /events/0/feeder", "W107 StateA /events/1/feeder"],
  ],
  "passes over a feeder of two sources": [
    machine({ states: pair() }, { events: [{ name: "S", feeder: "Hand" }, { name: "T", feeder: "Hand" }] }),
    [],
  ],
};

for (const [what, [definition, expected]] of Object.entries(CASES)) {
  Deno.test(`W107 ${what}`, () => {
    assertEquals(nameFindings(definition), expected);
  });
}

Deno.test("W107 says what the name meets", () => {
  const finding = validate(enrich(states("A_B", "AB"))).find(({ ruleId }) => ruleId === "W107");
  assertStringIncludes(finding?.message ?? "", 'collides in generated code with the state "A_B": rename it.');
});

Deno.test("W107 tells of a name once, however often it stands in the tree", () => {
  assertEquals(nameFindings(states("a b", "C", "a b", "C")), ["W107 a b /state/states/0/name"]);
});
