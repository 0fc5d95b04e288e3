import { SYSTEM_RULES, SYSTEM_SHAPE } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { checkSystem } from "./check_system.ts";
import { guardFields } from "./guard_fields.ts";
import { systemLinks } from "./links.ts";
import type { SystemFinding } from "./rule.ts";
import { LINK_RULES } from "./rules.ts";
import { BORROW, LIBRARY, LIBRARY_DATA, libraryMembers, LOAN } from "./testing.ts";

const OWN = new Set(["Y003", "Y005"]);
const isLink = ({ ruleId }: SystemFinding) => ruleId.startsWith("L") || OWN.has(ruleId);
const linkFindings = (replaced: Record<string, unknown>, system: unknown = LIBRARY) =>
  checkSystem(system, libraryMembers(replaced)).findings.filter(isLink);
const found = (replaced: Record<string, unknown>, system?: unknown) =>
  linkFindings(replaced, system)
    .map(({ ruleId, severity, member, element, path }) => [ruleId, severity, member, element, path]);

const SCENARIO = "borrow.sqdf.json";
const DATA = "library.erdf.json";
const MACHINE = "loan.smdf.json";
const withParticipant = (more: object) => ({
  [SCENARIO]: { ...BORROW, participants: [...BORROW.participants, { name: "X", ...more }] },
});
const withMessage = (more: object) => ({
  [SCENARIO]: {
    ...BORROW,
    messages: [...BORROW.messages, { from: "Reader", to: "Desk", label: "asks", ...more }],
  },
});
const withObjects = (...objects: object[]) => ({
  [MACHINE]: { ...LOAN, settings: { ...LOAN.settings, objects } },
});
const withState = (state: object) => ({
  [MACHINE]: { ...LOAN, state: { ...LOAN.state, states: [...LOAN.state.states, state] } },
});
const withEntity = (entity: object) => ({
  [DATA]: { ...LIBRARY_DATA, entities: [...LIBRARY_DATA.entities, entity] },
});
const fourth = "message:4";

const CASES: readonly [
  title: string,
  replaced: Record<string, unknown>,
  expected: readonly (readonly unknown[])[],
][] = [
  ["nothing in documents that agree", {}, []],
  ["Y003 for content of another kind", { [DATA]: LOAN }, [
    ["Y003", "error", DATA, DATA, ""],
  ]],
  ["Y003 for JSON that is no machine", { "package.json": { name: "shop" } }, [
    ["Y003", "error", "package.json", "package.json", ""],
  ]],
  ["Y005 for two machines with one name", { "copy.smdf.json": LOAN }, [
    ["Y005", "error", "copy.smdf.json", "LoanLifecycle", "/settings/name"],
  ]],
  [
    "L001 and L003 for a class that is no entity",
    withObjects({ instance: "loan", class: "LoanEntity" }),
    [
      ["L001", "error", MACHINE, "loan", "/settings/objects/0/class"],
      ["L003", "error", DATA, "Loan.status", "/entities/0/attributes/2/stateOf"],
    ],
  ],
  [
    "L002 for a field that the entity does not have, in regions too",
    withState({
      name: "Lost",
      transitions: [{ event: "giveBack", nextState: "Available" }],
      parallel: {
        states: [{
          name: "Search",
          states: [{
            name: "Asked",
            transitions: [{ event: "renew", condition: "loan.fee > 0 and loan.due.year > 1" }],
          }],
        }],
      },
    }),
    ["fee", "due"].map(() => [
      "L002",
      "error",
      MACHINE,
      "Asked",
      "/state/states/2/parallel/states/0/states/0/transitions/0/condition",
    ]),
  ],
  [
    "L004 for the state of an unknown machine",
    withEntity({
      name: "Book",
      attributes: [{ name: "state", type: "string", stateOf: ["BookLifecycle"] }],
    }),
    [["L004", "error", DATA, "Book.state", "/entities/2/attributes/0/stateOf"]],
  ],
  ["L005 for an unknown machine", withMessage({ event: "nothing", machine: "BookLifecycle" }), [
    ["L005", "error", SCENARIO, fourth, "/messages/3/machine"],
  ]],
  ["L005 for an unknown event", withMessage({ event: "steal" }), [
    ["L005", "error", SCENARIO, fourth, "/messages/3/event"],
  ]],
  ["L006 for an unknown actor", withParticipant({ actor: "Clerk" }), [
    ["L006", "error", SCENARIO, "participant:X", "/participants/2/actor"],
  ]],
  ["L006 for an unknown object", withParticipant({ object: "book" }), [
    ["L006", "error", SCENARIO, "participant:X", "/participants/2/object"],
  ]],
  ["L006 for what a participant holds, except blanks", withParticipant({ holds: ["Loan", " ", "Book"] }), [
    ["L006", "error", SCENARIO, "participant:X", "/participants/2/holds/2"],
  ]],
  ["L007 for an unknown entity", withMessage({ carries: "Book" }), [
    ["L007", "error", SCENARIO, fourth, "/messages/3/carries"],
  ]],
  ["L008 once for a state that no machine has", withMessage({ state: "Burnt" }), [
    ["L008", "warning", SCENARIO, fourth, "/messages/3/state"],
  ]],
  ["L008 for a message that the machine refuses", withMessage({ event: "renew" }), [
    ["L008", "warning", SCENARIO, fourth, "/messages/3"],
  ]],
  ["L009 for a leaf without way out", withState({ name: "Lost" }), [
    ["L009", "warning", MACHINE, "state:Lost", "/state/states/2"],
  ]],
  [
    "no L009 for a final state, and below a transition",
    withState({
      name: "Gone",
      states: [{ name: "Burnt", kind: "final" }, { name: "Sold" }],
      transitions: [{ event: "giveBack", nextState: "Available" }],
    }),
    [],
  ],
];

for (const [title, replaced, expected] of CASES) {
  Deno.test(`checkSystem() finds ${title}`, () => assertEquals(found(replaced), expected));
}

Deno.test("checkSystem() finds one warning in a scenario that names entities where there is no diagram", () => {
  const { [DATA]: _, ...others } = { [DATA]: 0, [MACHINE]: LOAN, [SCENARIO]: BORROW };
  const members = Object.entries(others).map(([path, definition]) => ({ path, definition }));
  const findings = checkSystem(LIBRARY, members).findings.filter(isLink);
  assertEquals(findings.map(({ ruleId, severity, element }) => [ruleId, severity, element]), [
    ["L006", "warning", undefined],
  ]);
});

Deno.test("checkSystem() checks no actors without a system document", () => {
  const members = libraryMembers(withParticipant({ actor: "Clerk" }));
  assertEquals(checkSystem(undefined, members).findings.filter(isLink), []);
});

Deno.test("checkSystem() does not report names that an unreadable member may have", () => {
  for (const path of [DATA, MACHINE]) {
    assertEquals(found({ [path]: undefined }).map(([ruleId, , member]) => [ruleId, member]), [[
      "Y003",
      path,
    ]]);
  }
});

Deno.test("checkSystem() judges the state of a message by the machine that the message names", () => {
  const lamp = {
    settings: { namespace: "Library", name: "Lamp", asynchronous: false },
    events: [],
    state: { name: "Lamp", states: [{ name: "Bright", kind: "final" }] },
  };
  const replaced = {
    ...withMessage({ event: "lend", state: "Bright", machine: "LoanLifecycle" }),
    "lamp.smdf.json": lamp,
  };
  assertEquals(found(replaced).map(([ruleId, , , , path]) => [ruleId, path]), [[
    "L008",
    "/messages/3/state",
  ]]);
});

Deno.test("checkSystem() says how to go on with an event that is still to be designed", () => {
  const [finding] = linkFindings(withMessage({ event: "steal", state: "Stolen" }));
  assertEquals(
    finding?.message,
    'Message 4 fires "steal", which no machine of the system has: correct it, add it to "LoanLifecycle", ' +
      "or reconcile the scenario, which adds it.",
  );
});

Deno.test("checkSystem() reports a stop that paths share once, with the number of the others", () => {
  const scenario = {
    ...BORROW,
    messages: [
      { from: "Reader", to: "Desk", label: "renews", event: "renew" },
      { from: "Reader", to: "Desk", label: "waits", optional: true },
    ],
  };
  const findings = linkFindings({ [SCENARIO]: scenario });
  assertEquals(findings.map(({ ruleId, element }) => [ruleId, element]), [["L008", "message:1"]]);
  assertStringIncludes(findings[0]?.message ?? "", "so does 1 other path");
});

Deno.test("checkSystem() takes two spellings of a member as one", () => {
  const members = [...libraryMembers(), { path: "./loan.smdf.json", definition: LOAN }];
  const system = { ...LIBRARY, members: [...LIBRARY.members, { path: "./loan.smdf.json" }] };
  assertEquals(
    checkSystem(system, members).findings.filter(({ severity }) => severity === "error").map(({ ruleId }) =>
      ruleId
    ),
    ["Y002"],
  );
});

Deno.test("checkSystem() takes a member's .JSON, and reports an unknown mode", () => {
  const system = {
    ...LIBRARY,
    settings: { ...LIBRARY.settings, reconcile: "always" },
    members: LIBRARY.members.map(({ path }) => ({ path: path.toUpperCase() })),
  };
  const members = libraryMembers().map((one) => ({ ...one, path: one.path.toUpperCase() }));
  assertEquals(checkSystem(system, members).findings.map(({ ruleId, path }) => [ruleId, path]), [
    ["W401", "/settings/reconcile"],
  ]);
});

Deno.test("checkSystem() adds the findings of members, and one about a state without way out", () => {
  const findings = checkSystem(LIBRARY, libraryMembers(withState({ name: "Lost" }))).findings;
  assertEquals(findings.map(({ ruleId, member }) => [ruleId, member]), [
    ["W101", MACHINE],
    ["L009", MACHINE],
  ]);
  const settings = { ...LIBRARY.settings, rules: { L009: "off" } };
  assertEquals(
    checkSystem({ ...LIBRARY, settings }, libraryMembers(withState({ name: "Lost" }))).findings
      .map(({ ruleId }) => ruleId),
    ["W101"],
  );
});

Deno.test("checkSystem() takes attributes that an entity inherits", () => {
  const replaced = {
    ...withObjects({ instance: "loan", class: "LongLoan" }, { instance: "any", class: "Loan" }),
    ...withEntity({ name: "LongLoan", extends: "Loan", attributes: [] }),
  };
  assertEquals(found(replaced), []);
});

Deno.test("checkSystem() and systemLinks() take any value", () => {
  const definition = (base: object) =>
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(base)), fc.jsonValue()), { maxLength: 3 })
      .map((parts) => ({ ...base, ...Object.fromEntries(parts) }));
  const nested = <Base extends object>(base: Base, list: keyof Base & string) =>
    fc.tuple(definition(base), fc.array(fc.oneof(fc.jsonValue(), fc.constant(null))))
      .map(([whole, more]) => ({ ...whole, [list]: [...[base[list]].flat(), ...more] }));
  const any = (...bases: fc.Arbitrary<unknown>[]) => fc.oneof(fc.jsonValue(), ...bases);
  const members = fc.record({
    [DATA]: any(definition(LIBRARY_DATA), nested(LIBRARY_DATA, "entities")),
    [MACHINE]: any(definition(LOAN), definition(LOAN.settings).map((settings) => ({ ...LOAN, settings }))),
    [SCENARIO]: any(definition(BORROW), nested(BORROW, "participants"), nested(BORROW, "messages")),
    "package.json": fc.jsonValue(),
  });
  fc.assert(
    fc.property(any(definition(LIBRARY)), members, (system, replaced) => {
      const loaded = libraryMembers(replaced);
      assert(Array.isArray(checkSystem(system, loaded).findings));
      assert(Array.isArray(systemLinks(loaded)));
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("guardFields() finds what a guard reads, and not what it calls or quotes", () => {
  const fields = (condition: string) => guardFields(condition, "loan");
  assertEquals(fields("loan.a > 1 && !loan?.b || loan.tags.includes(loan.c)"), ["a", "b", "tags", "c"]);
  assertEquals(fields("loan.isLate(loan.d) and payload.loan.e and myloan.f and 'loan.g' == x"), ["d"]);
  assertEquals(fields("loan.a and and"), []);
});

Deno.test("settings of systems have the rules about documents together that warn", () => {
  const settings = SYSTEM_SHAPE.find(({ name }) => name === "SystemRuleSettings");
  const warnings = [...SYSTEM_RULES, ...LINK_RULES].filter(({ severity }) => severity === "warning");
  const names = settings?.fields.map(({ name }) => name).filter((name) => name !== "W116");
  assertEquals(new Set(names), new Set(warnings.map(({ id }) => id)));
});
