import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { SEQUENCE_SHAPE } from "../shape.ts";
import { LENDING } from "../testing.ts";
import type { SqdFragment, SqdMessage, SqdParticipant } from "../types.ts";
import { SEQUENCE_RULES, validateSequence } from "./rules.ts";

/** The findings of the given severity, as rule, element and pointer. */
function found(def: unknown, only = "error"): unknown[] {
  return validateSequence(def).filter(({ severity }) => severity === only)
    .map(({ ruleId, element, path }) => [ruleId, element, path]);
}

const withParticipant = (one: unknown) => ({
  ...LENDING,
  participants: [...LENDING.participants, one as SqdParticipant],
});
const withMessage = (one: unknown) => ({ ...LENDING, messages: [...LENDING.messages, one as SqdMessage] });
const withFragment = (one: unknown) => ({
  ...LENDING,
  fragments: [...LENDING.fragments ?? [], one as SqdFragment],
});
const FINE = { from: "Desk", to: "Member", label: "nods" };
const SOUND = { id: "x", kind: "opt", label: "once", after: 1, messages: [FINE] };

const ERRORS: readonly [title: string, def: unknown, expected: unknown[]][] = [
  ["nothing in a sound scenario", LENDING, []],
  ["S001 without a name", { ...LENDING, settings: { namespace: "N", name: "" } }, [
    ["S001", "settings", "/settings/name"],
  ]],
  ["S001 without settings", { ...LENDING, settings: null }, [["S001", "settings", "/settings"]]],
  ["S002 for a participant without a name", withParticipant({ actor: "A" }), [
    ["S002", "participants[3]", "/participants/3"],
  ]],
  ["S002 for a participant that is null", withParticipant(null), [
    ["S002", "participants[3]", "/participants/3"],
  ]],
  ["S002 for a repeated name", withParticipant({ name: "Desk" }), [["S002", "Desk", "/participants/3/name"]]],
  ["S003 for a message that is null", withMessage(null), [["S003", "message:6", "/messages/5"]]],
  ["S003 for each wrong end", withMessage({ from: "Dsk", label: "x" }), [
    ["S003", "message:6", "/messages/5/from"],
    ["S003", "message:6", "/messages/5/to"],
  ]],
  ["S003 in a fragment", withFragment({ ...SOUND, messages: [{ ...FINE, to: "Nobody" }] }), [
    ["S003", "message:f3.1", "/fragments/2/messages/0/to"],
  ]],
  ["S004 for a blank label", withMessage({ ...FINE, label: "  " }), [
    ["S004", "message:6", "/messages/5/label"],
  ]],
  ["S004 for a label that is no text", withMessage({ ...FINE, label: 7 }), [
    ["S004", "message:6", "/messages/5/label"],
  ]],
  ["S005 for a fragment that is null", withFragment(null), [["S005", "fragment:3", "/fragments/2"]]],
  [
    "S005 for an unknown kind, and the messages in it",
    withFragment({
      ...SOUND,
      kind: "neg",
      messages: [{ ...FINE, label: "" }],
    }),
    [
      ["S004", "message:f3.1", "/fragments/2/messages/0/label"],
      ["S005", "fragment:3", "/fragments/2/kind"],
    ],
  ],
  ["S005 for a place after the last message", withFragment({ ...SOUND, after: 6 }), [
    ["S005", "fragment:3", "/fragments/2/after"],
  ]],
  ["S005 for half a place", withFragment({ ...SOUND, after: 0.5 }), [
    ["S005", "fragment:3", "/fragments/2/after"],
  ]],
  ["S006 for a fragment without messages", withFragment({ ...SOUND, messages: [] }), [
    ["S006", "fragment:3", "/fragments/2/messages"],
  ]],
  [
    "S006 for an empty fragment in another",
    withFragment({
      ...SOUND,
      fragments: [{ ...SOUND, id: "y", messages: [] }],
    }),
    [["S006", "fragment:3.1", "/fragments/2/fragments/0/messages"]],
  ],
];

for (const [title, def, expected] of ERRORS) {
  Deno.test(`validateSequence() finds ${title}`, () => assertEquals(found(def), expected));
}

const WARNINGS: readonly [rule: string, def: unknown, path: string][] = [
  ["W301", withFragment({ ...SOUND, label: " " }), "/fragments/2/label"],
  ["W302", withFragment({ ...SOUND, until: 2 }), "/fragments/2/until"],
  ["W302", withFragment({ ...SOUND, kind: "alt", after: 2, until: 1 }), "/fragments/2/until"],
  ["W303", withSender({ name: "Both", actor: "A", service: "s" }), "/participants/3"],
  ["W304", withMessage({ ...FINE, machine: "Loan" }), "/messages/5/machine"],
  ["W305", withFragment({ ...SOUND, id: "alt1" }), "/fragments/2/id"],
  ["W306", withParticipant({ name: "Cat" }), "/participants/3"],
  ["W307", withSender({ name: " Desk" }), "/participants/3/name"],
  ["W307", withSender({ name: "Cat", actor: " " }), "/participants/3/actor"],
  ["W307", withMessage({ ...FINE, event: "nod " }), "/messages/5/event"],
  ["W308", withMessage({ ...FINE, optinal: true }), "/messages/5/optinal"],
  ["W308", withSender({ name: "Cat", holds: "Loan" }), "/participants/3/holds"],
];

/** A participant with a message, so that only its own fault is found. */
function withSender(participant: SqdParticipant | Record<string, unknown>): unknown {
  const def = withParticipant(participant);
  return { ...def, messages: [...def.messages, { ...FINE, from: String(participant.name) }] };
}

for (const [rule, def, path] of WARNINGS) {
  Deno.test(`${rule} warns at ${path}`, () => {
    assertEquals(found(def), []);
    assertEquals(found(def, "warning").map((row) => [(row as string[])[0], (row as string[])[2]]), [[
      rule,
      path,
    ]]);
  });
}

Deno.test("S003 names the end and the participant that was meant", () => {
  const [finding] = validateSequence(withMessage({ ...FINE, to: "Mmber" }));
  assertStringIncludes(finding?.message ?? "", '"Mmber"');
  assertStringIncludes(finding?.message ?? "", "Member");
});

Deno.test("an error is not repeated by the check of fields", () => {
  assertEquals(found(withMessage({ ...FINE, label: 7 }), "warning"), []);
});

Deno.test("every rule has a title, an explanation and an id of its own, and settings have those that warn", () => {
  assertEquals(new Set(SEQUENCE_RULES.map(({ id }) => id)).size, SEQUENCE_RULES.length);
  for (const { title, explanation } of SEQUENCE_RULES) assert(title !== "" && explanation.endsWith("."));
  const settings = SEQUENCE_SHAPE.find(({ name }) => name === "SqdRuleSettings");
  const warnings = SEQUENCE_RULES.filter(({ severity }) => severity === "warning").map(({ id }) => id);
  assertEquals(settings?.fields.map(({ name }) => name), ["W116", ...warnings]);
});

Deno.test("validateSequence() takes any value, and its findings are sentences with pointers", () => {
  const part = fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue());
  const parts = fc.record(
    { settings: fc.jsonValue(), participants: part, messages: part, fragments: part },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(parts, fc.jsonValue()), (def) => {
      for (const { message, path } of validateSequence(def)) {
        assert(message.length > 10);
        assert(path === "" || path?.startsWith("/"));
      }
    }),
    { seed: 5 },
  );
});
