import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { orThrow } from "../../refusal.ts";
import { SEQUENCE_KIND } from "../kind.ts";
import { validateSequence } from "../rules/rules.ts";
import { LENDING } from "../testing.ts";
import type { SequenceDefinition, SqdFragment } from "../types.ts";
import { SEQUENCE_COMMANDS } from "./commands.ts";
import { SET_NOTES } from "./notes.ts";

function run(def: SequenceDefinition, id: string, values: object) {
  if (id === "notes.set") return SET_NOTES.run(def, { notes: "", ...values });
  const command = SEQUENCE_COMMANDS.find((one) => one.id === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return command.run(def, { ...values });
}

function after(id: string, values: object, def: SequenceDefinition = LENDING): SequenceDefinition {
  const before = JSON.stringify(def);
  const applied = SEQUENCE_KIND.content?.changes.apply(def, orThrow(run(def, id, values)).ops);
  if (!applied?.ok) throw new Error(`It does not apply: ${JSON.stringify(applied)}`);
  assertEquals(JSON.stringify(def), before);
  return applied.value;
}

function summary(id: string, values: object, def = LENDING): string {
  return orThrow(run(def, id, values)).summary;
}

const labels = (def: SequenceDefinition) => def.messages.map(({ label }) => label);
const anchors = (def: SequenceDefinition) => def.fragments?.map(({ after }) => after);
const errors = (def: SequenceDefinition) =>
  validateSequence(def).filter(({ severity }) => severity === "error").map(({ ruleId }) => ruleId);

Deno.test("a scenario is built from nothing", () => {
  let def: SequenceDefinition = { settings: { namespace: "N", name: "S" }, participants: [], messages: [] };
  def = after("participant.add", { name: "A", actor: "A" }, def);
  def = after("participant.add", { name: "B", holds: ["E"], at: 1 }, def);
  def = after("message.add", { from: "A", to: "B", label: "asks", optional: false, reply: false }, def);
  def = after("message.add", { from: "A", to: "A", label: "thinks", at: 1, event: "" }, def);
  def = after("fragment.add", { kind: "alt", label: "no", after: 1, messages: [] }, def);
  def = after("fragmentMessage.add", { fragment: 1, from: "B", to: "A", label: "refuses", reply: true }, def);
  assertEquals(def, {
    settings: { namespace: "N", name: "S" },
    participants: [{ name: "B", holds: ["E"] }, { name: "A", actor: "A" }],
    messages: [{ from: "A", to: "A", label: "thinks" }, { from: "A", to: "B", label: "asks" }],
    fragments: [{
      id: "alt1",
      kind: "alt",
      label: "no",
      after: 1,
      messages: [{ from: "B", to: "A", label: "refuses", reply: true }],
    }],
  });
  assertEquals(errors(def), []);
});

Deno.test("fragments follow the messages they branch after", () => {
  const message = { from: "Desk", to: "Desk", label: "new" };
  assertEquals(anchors(after("message.add", { ...message, at: 2 })), [3, 0]);
  assertEquals(anchors(after("message.add", message)), [2, 0]);
  assertEquals(anchors(after("message.remove", { ref: "1" })), [1, 0]);
  const moved = after("message.move", { ref: "2", to: 4 });
  assertEquals([labels(moved)[3], anchors(moved)], ["looks for a copy", [4, 0]]);
  assertEquals(anchors(after("message.move", { ref: "5", to: 1 })), [3, 0]);
  const inner = after("message.remove", { ref: "f1.2" });
  assertEquals(inner.fragments?.[0]?.fragments?.[0]?.after, 1);
});

Deno.test("an alternative that rejoins keeps the message it goes on after", () => {
  const rejoining = after("fragment.update", { fragment: 1, until: 3 });
  const { after: begin, until } = after("message.add", {
    from: "Desk",
    to: "Desk",
    label: "new",
    at: 1,
  }, rejoining).fragments?.[0] as SqdFragment;
  assertEquals([begin, until], [3, 4]);
  assertEquals(after("fragment.update", { fragment: 1, until: "" }, rejoining), LENDING);
});

Deno.test("messages of the main path and of fragments are changed by address", () => {
  const def = after("message.update", { ref: " f1.2 ", event: "", state: "Waiting", reply: true });
  assertEquals(def.fragments?.[0]?.messages[1], {
    from: "Desk",
    to: "Member",
    label: "offers to wait",
    state: "Waiting",
    reply: true,
  });
  assertEquals("reply" in (after("message.update", { ref: "3", reply: false }).messages[2] ?? {}), false);
});

Deno.test("renaming a participant follows into every fragment", () => {
  const def = after("participant.rename", { name: "Member", to: "Reader" });
  assertEquals(JSON.stringify(def).includes('"from":"Member"'), false);
  assertStringIncludes(JSON.stringify(def.fragments), '"from":"Reader"');
  assertEquals(errors(def), []);
  assertStringIncludes(summary("participant.rename", { name: "Member", to: "Reader" }), "5 messages");
  assertEquals(after("participant.rename", { name: "Member", to: "Member" }), LENDING);
});

Deno.test("a participant moves to a column, the nearest when there is none", () => {
  const names = (to: number) =>
    after("participant.move", { name: "Desk", to }).participants.map(({ name }) => name);
  assertEquals(names(1), ["Desk", "Member", "Shelf"]);
  assertEquals(names(9), ["Member", "Shelf", "Desk"]);
});

Deno.test("removing a participant takes its messages and the fragments that they leave empty", () => {
  const empty: SqdFragment = { kind: "opt", label: "later", after: 5, messages: [] };
  const def = after("participant.remove", { name: "Shelf" }, {
    ...LENDING,
    fragments: [...LENDING.fragments ?? [], empty],
  });
  assertEquals(labels(def), ["asks for a book", "notes the loan", "hands it over"]);
  // A fragment that was empty before stays.
  assertEquals(def.fragments?.map(({ kind, after }) => [kind, after]), [["alt", 1], ["opt", 3]]);
});

Deno.test("removing the last message of a fragment takes the fragment", () => {
  const def = after("message.remove", { ref: "f2.1" });
  assertEquals(def.fragments?.map(({ id }) => id), ["alt1"]);
  assertStringIncludes(summary("message.remove", { ref: "f2.1" }), "and the fragment");
  assertEquals(errors(def), []);
});

Deno.test("the last fragment takes the key with it", () => {
  const one = after("fragment.remove", { fragment: 2 });
  assertEquals("fragments" in after("fragment.remove", { fragment: "f1" }, one), false);
});

Deno.test("a fragment without an id gets one with the first edit", () => {
  const fragments: SqdFragment[] = [
    { kind: "opt", label: "a", after: 0, messages: [{ from: "Desk", to: "Desk", label: "x" }] },
    { kind: "opt", label: "b", after: 0, messages: [{ from: "Desk", to: "Desk", label: "y" }] },
  ];
  const def = after("fragment.update", { fragment: 2, label: "c" }, { ...LENDING, fragments });
  assertEquals(def.fragments?.map(({ id, label }) => [id, label]), [["opt1", "a"], ["opt2", "c"]]);
});

Deno.test("fragments are in fragments", () => {
  const def = after("fragment.add", { kind: "loop", label: "again", after: 1, inside: "f1.f1" });
  assertEquals(def.fragments?.[0]?.fragments?.[0]?.fragments?.[0]?.label, "again");
  assertStringIncludes(
    summary("fragment.add", { kind: "par", label: "too", after: 0, inside: 1 }),
    "Added fragment f1.f2",
  );
});

Deno.test("a message with a wrong end can still be changed", () => {
  const broken = { ...LENDING, messages: [{ from: "Ghost", to: "Desk", label: "knocks" }] };
  const { fragments: _, ...rest } = broken;
  const noted = after("message.update", { ref: "1", notes: "Who?" }, rest);
  assertEquals(noted.messages[0]?.notes, "Who?");
});

Deno.test("edits pass over parts that are no objects, and keep unknown fields", () => {
  const def: SequenceDefinition & { budget: number } = {
    ...LENDING,
    budget: 3,
    participants: [null as never, ...LENDING.participants],
    messages: [null as never, ...LENDING.messages],
  };
  const { fragments, ...rest } = def;
  const changed = after("message.add", { from: "Member", to: "Desk", label: "thanks" }, {
    ...rest,
    fragments: [null as never, ...fragments ?? []],
  });
  assertEquals([changed.messages[0], changed.participants[0], changed.fragments?.[0]], [null, null, null]);
  assertStringIncludes(JSON.stringify(changed), `"budget":3`);
});

Deno.test("notes are set on the scenario and on each of its parts", () => {
  const notes = "Ask.";
  assertEquals(after("notes.set", { notes }).settings.notes, notes);
  assertEquals(after("notes.set", { notes, target: "Desk" }).participants[1]?.notes, notes);
  assertEquals(after("notes.set", { notes, target: "message 2" }).messages[1]?.notes, notes);
  assertEquals(after("notes.set", { notes, target: "f1.1" }).fragments?.[0]?.messages[0]?.notes, notes);
  const noted = after("notes.set", { notes, target: "fragment 2" });
  assertEquals(noted.fragments?.[1]?.notes, notes);
  assertEquals(after("notes.set", { notes: " ", target: "f2" }, noted), LENDING);
});

const REFUSED: readonly [id: string, values: object, code: string, words: string][] = [
  ["participant.add", { name: "Desk" }, "duplicate", "already exists"],
  ["participant.add", { name: " Cat" }, "bad_name", "without blanks around it"],
  ["participant.add", { name: "Cat", actor: "Cat", service: "s" }, "bad_parameter", "actor and service"],
  ["participant.update", { name: "Desk", actor: "A" }, "bad_parameter", "actor and service"],
  ["participant.update", { name: "Dsk", service: "s" }, "unknown_name", "Desk"],
  ["participant.update", { name: "Desk" }, "nothing_given", "holds"],
  ["participant.rename", { name: "Desk", to: "Shelf" }, "duplicate", "Shelf"],
  ["participant.rename", { name: "Desk", to: " " }, "bad_name", "name"],
  ["message.add", { from: "Member", to: "Dsk", label: "x" }, "unknown_name", "Desk"],
  ["message.add", { from: "Member", to: "Desk", label: " " }, "bad_parameter", "empty"],
  ["message.update", { ref: "9", label: "x" }, "unknown_ref", "1 to 5"],
  ["message.update", { ref: "f7.1", label: "x" }, "unknown_ref", "f1.1"],
  ["message.update", { ref: "1", to: "Nobody" }, "unknown_name", "Nobody"],
  ["message.remove", { ref: "0" }, "unknown_ref", "1 to 5"],
  ["fragment.add", { kind: "neg", label: "x", after: 0 }, "bad_parameter", "alt, opt, loop"],
  ["fragment.add", { kind: "alt", label: " ", after: 0 }, "bad_parameter", "empty"],
  ["fragment.add", { kind: "alt", label: "x", after: 7 }, "out_of_range", "0 to 5"],
  ["fragment.add", { kind: "opt", label: "x", after: 1, until: 2 }, "bad_parameter", "until"],
  [
    "fragment.add",
    { kind: "opt", label: "x", after: 1, messages: [{ from: "Desk" }] },
    "bad_parameter",
    '"to"',
  ],
  ["fragment.add", { kind: "opt", label: "x", after: 1, messages: ["x"] }, "bad_parameter", "an object"],
  [
    "fragment.add",
    { kind: "opt", label: "x", after: 1, messages: [{ from: "Desk", to: "Desk", label: 5 }] },
    "bad_parameter",
    "the number 5",
  ],
  [
    "fragment.add",
    { kind: "opt", label: "x", after: 1, messages: [{ from: "Desk", to: "Desk", label: "x", evnt: "e" }] },
    "bad_parameter",
    "event",
  ],
  ["fragment.update", { fragment: 1, label: "" }, "bad_parameter", "empty"],
  ["fragment.update", { fragment: 4, label: "x" }, "unknown_ref", "f1"],
  ["fragment.update", { fragment: 1 }, "nothing_given", "kind, label, after, until or notes"],
  ["fragmentMessage.add", { fragment: 4, from: "Desk", to: "Desk", label: "x" }, "unknown_ref", "f1"],
  ["notes.set", { notes: "x", target: "message 9" }, "unknown_ref", "1 to 5"],
];

for (const [id, values, code, words] of REFUSED) {
  Deno.test(`${id} refuses ${JSON.stringify(values)}`, () => {
    const result = run(LENDING, id, values);
    assert(!result.ok);
    assertEquals(result.refusal.code, code);
    const { message, remedy } = result.refusal;
    assertStringIncludes(`${message} ${JSON.stringify(remedy)}`, words);
  });
}
