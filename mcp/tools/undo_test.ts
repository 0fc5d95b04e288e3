import { assertEquals, assertStringIncludes } from "@std/assert";
import { editDocument } from "@loom/bridge/document";
import { applyPatchOps, type StateMachineDefinition } from "@loom/protocol";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { STATE_TOOLS } from "./states.ts";
import { UNDO_TOOLS } from "./undo.ts";

const TOOLS = [...STATE_TOOLS, ...UNDO_TOOLS];

Deno.test("undo and redo go back and forth, to the byte", async () => {
  await using bench = await openToolBench(TOOLS);
  const texts = [await Deno.readTextFile(bench.path)];
  for (const name of ["A", "B", "C"]) {
    await done(bench, "add_state", { name });
    texts.push(await Deno.readTextFile(bench.path));
  }
  for (const index of [2, 1, 0]) {
    const { data } = await done(bench, "undo");
    assertEquals(data.undoable, index);
    assertEquals(await Deno.readTextFile(bench.path), texts[index]);
  }
  await assertRefused(bench, ["undo", {}], "nothing_left", "nothing to undo");
  for (const index of [1, 2, 3]) {
    await done(bench, "redo");
    assertEquals(await Deno.readTextFile(bench.path), texts[index]);
  }
  await assertRefused(bench, ["redo", {}], "nothing_left", "nothing to redo");
});

Deno.test("an edit ends what can be done again", async () => {
  await using bench = await openToolBench(TOOLS);
  await done(bench, "add_state", { name: "A" });
  await done(bench, "undo");
  await done(bench, "add_state", { name: "B" });
  await assertRefused(bench, ["redo", {}], "nothing_left");
});

Deno.test("undo in a dry run shows what it would do", async () => {
  await using bench = await openToolBench(TOOLS);
  await done(bench, "add_state", { name: "A" });
  const { text, data } = await done(bench, "undo", { dry_run: true });
  assertStringIncludes(text, "- state A");
  assertEquals(data.undoable, 1);
  assertEquals(JSON.stringify(await definitionOf(bench)).includes('"A"'), true);
});

Deno.test("undo takes back its own change and keeps what others did before and after", async () => {
  await using bench = await openToolBench(TOOLS);
  const other = (op: Parameters<typeof applyPatchOps>[1][number]) =>
    editDocument<StateMachineDefinition>(bench.path, (definition) => applyPatchOps(definition, [op]));
  await other({ op: "state.add", parent: null, state: { name: "Theirs" } });
  await done(bench, "update_state", { name: "Open", description: "Wide." });
  await other({ op: "state.rename", name: "Open", to: "Ajar" });
  await done(bench, "undo");
  const text = JSON.stringify(await definitionOf(bench));
  assertEquals([text.includes("Wide."), text.includes("Theirs"), text.includes("Ajar")], [false, true, true]);
  await done(bench, "redo");
  assertStringIncludes(JSON.stringify(await definitionOf(bench)), '"Ajar","onEntry"');
  assertStringIncludes(JSON.stringify(await definitionOf(bench)), "Wide.");
});

Deno.test("undo says why it cannot, and goes on with the change before", async () => {
  await using bench = await openToolBench(TOOLS);
  await done(bench, "add_state", { name: "A" });
  await done(bench, "update_state", { name: "Sold", description: "Gone." });
  await editDocument<StateMachineDefinition>(
    bench.path,
    (definition) => applyPatchOps(definition, [{ op: "state.remove", name: "Sold" }]),
  );
  await assertRefused(bench, ["undo", {}], "blocked_step", '"Sold" was removed meanwhile', "undo again");
  await done(bench, "undo");
  assertEquals(JSON.stringify(await definitionOf(bench)).includes('"A"'), false);
});

Deno.test("apply_patch applies all or nothing", async () => {
  const ops = [
    { op: "state.add", parent: null, state: { name: "A" } },
    { op: "transition.add", state: "A", transition: { event: "open", nextState: "Open" } },
  ];
  const { called } = await assertDryThenDone(TOOLS, ["apply_patch", { ops }]);
  assertStringIncludes(called.text, "Applied 2 operations.");
  await using bench = await openToolBench(TOOLS);
  const refused = (last: object, code: string, ...words: string[]) =>
    assertRefused(bench, ["apply_patch", { ops: [...ops, last] }], code, "ops[2]", ...words);
  await refused({ op: "state.remove", name: "None" }, "not_found", "Nothing was changed");
  await refused({ op: "state.add", parent: "Opne", state: { name: "B" } }, "not_found", "list_states");
  await refused({ op: "state.renam", name: "A" }, "unknown_op", 'Did you mean "state.rename"?', "timer.add");
  const { text } = await bench.call("apply_patch", { ops: [{ op: "state.renam", name: "A" }] });
  assertEquals(text.split("Did you mean").length, 2, text);
  await refused({ op: "state.remove" }, "bad_op", '"name"');
  await refused({ op: "runtime.enter", state: "A" }, "bad_op", "simulate");
  await assertRefused(bench, ["apply_patch", { ops: [{}] }], "bad_parameter", "ops.0.op");
});

Deno.test("apply_patch reports all misfits of a call at once, with an example of the operation", async () => {
  await using bench = await openToolBench(TOOLS);
  const ops = [
    { op: "state.add", parent: null, state: { name: "A" } },
    { op: "transition.add", state: "A", event: "open" },
    { op: "state.remove", name: "None" },
    { op: "transition.ad" },
    { op: "state.add", parent: null, state: { name: "A" } },
  ];
  const { text, code } = await bench.call("apply_patch", { ops });
  assertEquals(code, "bad_op");
  for (
    const words of [
      "4 of 5 operations do not fit.",
      'ops[1] transition.add needs "transition", an object',
      'ops[1] transition.add: it has no field "event".',
      'ops[2] state.remove: there is no state "None".',
      'Did you mean "transition.add"?',
      "ops[4] state.add: there is a state",
      'Example: {"op":"transition.add","state":"<state>","transition":{"event":"<event>","nextState":"<nextState>"}}',
    ]
  ) assertStringIncludes(text, words);
  assertEquals(JSON.stringify(await definitionOf(bench)).includes('"A"'), false);
});

Deno.test("apply_patch answers the findings that the operations bring", async () => {
  await using bench = await openToolBench(TOOLS);
  const transition = { event: "nothing", nextState: "Nowhere" };
  const ops = [{ op: "transition.add", state: "Open", transition }];
  const dry = await done(bench, "apply_patch", { ops, dry_run: true });
  assertStringIncludes(dry.texts[1] ?? "", "It would bring 2 findings:\n[V005] error at /state/");
  const { text, texts, data } = await done(bench, "apply_patch", { ops });
  assertEquals(text, "Applied 1 operation. live: no hub");
  assertStringIncludes(texts[1] ?? "", "It brought 2 findings:\n[V005] error at /state/");
  assertStringIncludes(
    texts[1] ?? "",
    '[V006] error at /state/states/1/transitions/3/nextState: State "Open"',
  );
  const { brought, removed } = data.findings as { brought: { ruleId: string }[]; removed: unknown[] };
  assertEquals([brought.map(({ ruleId }) => ruleId), removed], [["V005", "V006"], []]);
  const undone = await done(bench, "undo");
  assertStringIncludes(undone.texts[1] ?? "", "It removed 2 findings:\n[V005] error: ");
});

Deno.test("apply_patch understands other words for fields", async () => {
  await using bench = await openToolBench(TOOLS);
  const transition = { event: "open", to: "Sold", guard: "x > 1" };
  const { texts } = await done(bench, "apply_patch", {
    ops: { op: "transition.add", from: "Open", transition },
  });
  assertEquals(texts.length, 1, texts.join("\n"));
  const text = JSON.stringify(await definitionOf(bench));
  assertStringIncludes(text, '{"event":"open","nextState":"Sold","condition":"x > 1"}');
});

Deno.test("apply_patch refuses a revision that is not the document's", async () => {
  await using bench = await openToolBench(TOOLS, { content: GATE });
  const { revision } = await bench.session.read();
  const ops = [{ op: "state.remove", name: "Sold" }];
  await done(bench, "apply_patch", { ops, expected_revision: revision });
  await assertRefused(
    bench,
    ["apply_patch", { ops, expected_revision: revision }],
    "stale_revision",
    revision,
  );
});
