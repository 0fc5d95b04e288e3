import { findState, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { TRANSITION_TOOLS } from "./transitions.ts";

function transitionsOf(definition: unknown, name: string) {
  return findState((definition as StateMachineDefinition).state, name)?.transitions;
}

Deno.test("add_transition adds a way out", async () => {
  const { definition, called } = await assertDryThenDone(TRANSITION_TOOLS, ["add_transition", {
    state: "Open",
    event: "lock",
    nextState: "Locked",
    condition: "code == 7",
    actions: ["beep()"],
    index: 0,
  }]);
  assertEquals(transitionsOf(definition, "Open")?.[0], {
    event: "lock",
    nextState: "Locked",
    condition: "code == 7",
    actions: [{ code: "beep()" }],
  });
  assertStringIncludes(called.text, "Added Open --[lock]--> Locked when code == 7.");
});

Deno.test("add_transition understands from, to, guard, one action and a list as text", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  const way = { from: "Open", event: "lock", to: "Locked", guard: "code == 7" };
  await done(bench, "add_transition", { ...way, actions: "beep()", index: 0 });
  await done(bench, "update_transition", { from: "Closed", event: "lock", actions: '["a()", "b()"]' });
  const definition = await definitionOf(bench);
  assertEquals(transitionsOf(definition, "Open")?.[0], {
    event: "lock",
    nextState: "Locked",
    condition: "code == 7",
    actions: [{ code: "beep()" }],
  });
  assertEquals(transitionsOf(definition, "Closed")?.[1]?.actions, [{ code: "a()" }, { code: "b()" }]);
  await assertRefused(
    bench,
    ["add_transition", { ...way, state: "Open" }],
    "unknown_parameter",
    'takes no "from"',
    "state, event, nextState, condition",
  );
});

Deno.test("an edit answers the findings that it brings and removes", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  const { texts, data } = await done(bench, "add_transition", {
    state: "Open",
    event: "new",
    nextState: "Later",
    allow_unknown: true,
  });
  assertStringIncludes(texts[1] ?? "", "It brought 2 findings:\n[V005] error at /state/states/1/");
  const found = data.findings as { brought: { ruleId: string }[] };
  assertEquals(found.brought.map(({ ruleId }) => ruleId), ["V005", "V006"]);
  const removed = await done(bench, "remove_transition", { state: "Open", event: "new" });
  assertStringIncludes(removed.texts[1] ?? "", "It removed 2 findings:\n[V005] error: State");
});

Deno.test("add_transition adds internal and event-less ones, and those on a completion", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  await done(bench, "add_transition", { state: "Shut", event: "sell" });
  await done(bench, "add_transition", { state: "Shut", event: "", nextState: "Open", condition: "true" });
  await done(bench, "add_transition", { state: "Shut", event: "done.state.Shut", nextState: "Open" });
  assertEquals(transitionsOf(await definitionOf(bench), "Shut"), [
    { event: "sell" },
    { nextState: "Open", condition: "true" },
    { event: "done.state.Shut", nextState: "Open" },
  ]);
});

Deno.test("add_transition refuses unknown names unless they are allowed", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  const refused = (values: Record<string, unknown>, code: string, ...words: string[]) =>
    assertRefused(bench, ["add_transition", { state: "Open", event: "open", ...values }], code, ...words);
  await refused({ state: "Opne" }, "unknown_name", 'Did you mean "Open"?', '"Root"');
  await refused({ event: "opn" }, "unknown_name", 'Did you mean "open"?', "add_event");
  await refused({ event: "done.state.Nope" }, "unknown_name");
  await refused({ nextState: "Nowhere" }, "unknown_name", "add_state", "allow_unknown");
  await refused({ state: "Sold" }, "final_state");
  await refused({ index: 7 }, "out_of_range");
  await refused({ index: -1 }, "bad_parameter", "index");
  await done(bench, "add_transition", {
    state: "Open",
    event: "new",
    nextState: "Later",
    allow_unknown: true,
  });
});

Deno.test("update_transition changes, clears and moves", async () => {
  const { definition, called } = await assertDryThenDone(TRANSITION_TOOLS, ["update_transition", {
    state: "Closed",
    event: "lock",
    condition: "",
    nextState: "Open",
    new_event: "sell",
    to_index: 0,
  }]);
  assertEquals(transitionsOf(definition, "Closed"), [
    { event: "sell", nextState: "Open" },
    { event: "open", nextState: "Open" },
  ]);
  assertStringIncludes(called.text, "Updated Closed --[sell]--> Open: event, nextState; cleared condition.");
});

Deno.test("update_transition asks which, where several wait for the event", async () => {
  const transitions = [{ event: "open", nextState: "B" }, { event: "close" }, { event: "open" }];
  const states = [{ name: "A", transitions }, { name: "B" }];
  const content = { ...GATE, state: { name: "Root", states } };
  await using bench = await openToolBench(TRANSITION_TOOLS, { content });
  const call = { state: "A", event: "open", condition: "x" };
  await assertRefused(
    bench,
    ["update_transition", call],
    "ambiguous_transition",
    "0: open → B",
    "2: open (stays)",
  );
  await assertRefused(bench, ["update_transition", { ...call, index: 1 }], "out_of_range", "Give the index");
  await done(bench, "update_transition", { ...call, index: 2 });
  assertEquals(transitionsOf(await definitionOf(bench), "A")?.[2], { event: "open", condition: "x" });
});

Deno.test("update_transition refuses what cannot be", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  const refused = (values: Record<string, unknown>, code: string, ...words: string[]) =>
    assertRefused(
      bench,
      ["update_transition", { state: "Closed", event: "open", ...values }],
      code,
      ...words,
    );
  await refused({}, "nothing_given", "new_event", "to_index");
  await refused({ event: "sell", condition: "x" }, "no_transition", "0: open → Open");
  await refused({ state: "Sold", condition: "x" }, "no_transition", "add_transition");
  await refused({ nextState: "None" }, "unknown_name");
  await refused({ new_event: "none" }, "unknown_name");
  await refused({ to_index: 2 }, "out_of_range", "give 0 to 1");
});

Deno.test("remove_transition removes all on an event, or those to a target, or internal ones", async () => {
  const transitions = [{ event: "open", nextState: "B" }, { event: "close" }, { event: "open" }];
  const states = [{ name: "A", transitions }, { name: "B" }];
  const content = { ...GATE, state: { name: "Root", states } };
  for (
    const [values, left, removed] of [
      [{}, [{ event: "close" }], 2],
      [{ nextState: "B" }, [{ event: "close" }, { event: "open" }], 1],
      [{ nextState: "" }, [{ event: "open", nextState: "B" }, { event: "close" }], 1],
      [{ index: 0 }, [{ event: "close" }, { event: "open" }], 1],
    ] as const
  ) {
    const call = ["remove_transition", { state: "A", event: "open", ...values }] as const;
    const { definition, called } = await assertDryThenDone(TRANSITION_TOOLS, call, { content });
    assertEquals(transitionsOf(definition, "A"), [...left]);
    assertEquals(called.data.removed, removed);
  }
});

Deno.test("remove_transition says what there is when none matches", async () => {
  await using bench = await openToolBench(TRANSITION_TOOLS);
  const call = { state: "Closed", event: "open", nextState: "Sold" };
  await assertRefused(
    bench,
    ["remove_transition", call],
    "no_transition",
    "Choose one of its transitions: 0: open → Open, 1: lock → Locked",
  );
  await assertRefused(bench, ["remove_transition", { state: "Clsed", event: "open" }], "unknown_name");
});
