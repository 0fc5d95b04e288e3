import type { StateMachineDefinition } from "@loom/protocol";
import { collectStateNames, findState } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { STATE_TOOLS } from "./states.ts";

const machineOf = (definition: unknown) => definition as StateMachineDefinition;

function stateOf(definition: unknown, name: string) {
  return findState(machineOf(definition).state, name);
}

Deno.test("add_state adds to the root, whatever it is called", async () => {
  const content = { ...GATE, state: { ...GATE.state, name: "Gate" } };
  const { definition, called } = await assertDryThenDone(STATE_TOOLS, ["add_state", { name: "Broken" }], {
    content,
  });
  assertEquals(machineOf(definition).state.states?.at(-1), { name: "Broken" });
  assertStringIncludes(called.text, 'Added state "Broken" (normal) to "Gate".');
});

Deno.test("add_state takes a parent, a place, a kind and what is done", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  await done(bench, "add_state", {
    name: "Ajar",
    parent: "Shut",
    index: 0,
    kind: "history",
    description: "A little.",
    prompt: " ",
    onEntry: ["beep()", { raise: "open" }],
    onExit: [],
  });
  assertEquals(stateOf(await definitionOf(bench), "Shut")?.states?.[0], {
    name: "Ajar",
    kind: "history",
    description: "A little.",
    onEntry: { actions: [{ code: "beep()" }, { raise: "open" }] },
  });
});

Deno.test("add_state adds a region", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  await done(bench, "add_state", { name: "Light", parent: "Open", region: true });
  assertEquals(stateOf(await definitionOf(bench), "Open")?.parallel, { states: [{ name: "Light" }] });
});

Deno.test("add_state refuses what cannot be, and says what to do", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  const refused = (values: Record<string, unknown>, code: string, ...words: string[]) =>
    assertRefused(bench, ["add_state", values], code, ...words);
  await refused({ name: "Open" }, "duplicate", 'inside "Root"', "update_state");
  await refused({ name: "Root" }, "duplicate", "it is the root");
  await refused({ name: "New", parent: "Shutt" }, "unknown_name", 'Did you mean "Shut"?', '"Root"');
  await refused({ name: "New", parent: "Sold" }, "bad_parent", "final state");
  await refused({ name: " " }, "bad_name");
  await refused({ name: "New ", kind: "final" }, "bad_name");
  await refused({ name: "New", kind: "finl" }, "bad_parameter", 'Did you mean "final"?');
  await refused({ nam: "New" }, "unknown_parameter", 'Did you mean "name"?');
  await refused({}, "bad_parameter", 'add_state needs "name"');
  await refused({ name: "New", onEntry: [5] }, "bad_action", "timerStart");
  await refused({ name: "New", onEntry: [{ timerStart: { timer: "Wait" } }] }, "bad_action", "duration");
});

Deno.test("update_state changes what is given and clears what is blank", async () => {
  const content = {
    ...GATE,
    state: { name: "Root", states: [{ name: "A", description: "Old.", kind: "final" }] },
  };
  const { definition, called } = await assertDryThenDone(STATE_TOOLS, ["update_state", {
    name: "A",
    description: "  ",
    prompt: "Decide.",
    kind: "normal",
  }], { content });
  assertEquals(stateOf(definition, "A"), { name: "A", prompt: "Decide." } as never);
  assertStringIncludes(called.text, 'Updated "A"');
});

Deno.test("update_state leaves nothing about history in what is a history state no more", async () => {
  const states = [{ name: "A" }, { name: "H", kind: "history", history: "deep" }];
  const { definition } = await assertDryThenDone(
    STATE_TOOLS,
    ["update_state", { name: "H", kind: "normal" }],
    {
      content: { ...GATE, state: { name: "Root", states } },
    },
  );
  assertEquals(stateOf(definition, "H"), { name: "H" } as never);
});

Deno.test("errors name some of very many states, not all", async () => {
  const twins = Array.from({ length: 300 }, () => ({ name: "Twin" }));
  const many = Array.from({ length: 300 }, (_, at) => ({ name: `S${at}` }));
  const states = [{ name: "A", states: many }, { name: "B", states: twins }];
  await using bench = await openToolBench(STATE_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  for (
    const [name, values, code] of [
      ["set_initial", { state: "A", initial: "B" }, "not_inside"],
      ["update_state", { name: "Twin", kind: "final" }, "ambiguous_name"],
    ] as const
  ) {
    const { text } = await bench.call(name, values);
    assert(text.length < 700, `${text.length}`);
    await assertRefused(bench, [name, values], code, ", …");
  }
});

Deno.test("remove_state with cascade takes nothing along that could be another's of the same name", async () => {
  const states = [{ name: "A" }, { name: "A", transitions: [{ event: "open", nextState: "B" }] }, {
    name: "B",
  }];
  await using bench = await openToolBench(STATE_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  await assertRefused(bench, ["remove_state", { name: "B", cascade: true }], "ambiguous_name");
  await done(bench, "remove_state", { name: "B" });
});

Deno.test("update_state refuses an unknown state, a repeated name, and nothing to change", async () => {
  const states = [{ name: "A" }, { name: "B", states: [{ name: "A" }] }];
  await using bench = await openToolBench(STATE_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  await assertRefused(bench, ["update_state", { name: "C", kind: "final" }], "unknown_name", '"B"');
  await assertRefused(bench, ["update_state", { name: "B" }], "nothing_given", "description");
  await assertRefused(
    bench,
    ["update_state", { name: "A", kind: "final" }],
    "ambiguous_name",
    "/state/states/0, /state/states/1/states/0",
    "rename_state",
  );
  await done(bench, "rename_state", { name: "A", new_name: "First" });
  await done(bench, "update_state", { name: "A", kind: "final" });
  assertEquals(collectStateNames(machineOf(await definitionOf(bench)).state), ["Root", "First", "B", "A"]);
});

Deno.test("a change that changes nothing says so", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  const { text, data } = await done(bench, "update_state", { name: "Sold", kind: "final" });
  assertEquals([text, data.changed], ["Nothing had to change: the document is so already.", false]);
});

Deno.test("set_prompt sets and clears", async () => {
  const { definition, called } = await assertDryThenDone(STATE_TOOLS, ["set_prompt", {
    state: "Open",
    prompt: "Why?",
  }]);
  assertEquals((stateOf(definition, "Open") as { prompt?: string }).prompt, "Why?");
  assertStringIncludes(called.text, "4 characters");
  await using bench = await openToolBench(STATE_TOOLS);
  await done(bench, "set_prompt", { state: "Open", prompt: "Why?" });
  const { text } = await done(bench, "set_prompt", { state: "Open", prompt: "\n" });
  assertStringIncludes(text, "Cleared");
  assertEquals(await definitionOf(bench), GATE as never);
  await assertRefused(
    bench,
    ["set_prompt", { state: "Opn", prompt: "" }],
    "unknown_name",
    'Did you mean "Open"?',
  );
});

Deno.test("remove_state removes what is below too, and tells which transitions lead nowhere now", async () => {
  const { definition, called } = await assertDryThenDone(STATE_TOOLS, ["remove_state", { name: "Shut" }]);
  assertEquals(collectStateNames(machineOf(definition).state), ["Root", "Open", "Sold"]);
  assertStringIncludes(called.text, 'Removed "Shut" and the 2 below it.');
  assertStringIncludes(
    called.text,
    "2 transitions now lead nowhere: Open --[close]--> Closed, Open --[late]--> Closed",
  );
});

Deno.test("remove_state with cascade takes every reference along", async () => {
  const state = {
    name: "Root",
    initial: "B",
    states: [
      {
        name: "A",
        transitions: [{ event: "open", nextState: "B" }, { event: "close" }, { event: "x", nextState: "B" }],
      },
      { name: "B" },
      { name: "P", parallel: { nextState: "B", states: [{ name: "R" }] } },
    ],
  };
  const { definition, called } = await assertDryThenDone(
    STATE_TOOLS,
    ["remove_state", { name: "B", cascade: true }],
    { content: { ...GATE, state } },
  );
  assertEquals(machineOf(definition).state, {
    name: "Root",
    states: [{ name: "A", transitions: [{ event: "close" }] }, {
      name: "P",
      parallel: { states: [{ name: "R" }] },
    }],
  });
  assertStringIncludes(called.text, "2 transitions into it went too.");
});

Deno.test("remove_state tells what else names what has gone, and cascade takes the waiting along", async () => {
  const state = {
    name: "Root",
    initial: "B",
    states: [
      { name: "A", transitions: [{ event: "done.state.B", nextState: "B" }, { event: "done.state.B" }] },
      { name: "B" },
      { name: "P", parallel: { nextState: "B", states: [{ name: "R" }] } },
    ],
  };
  const content = { ...GATE, state };
  const { called } = await assertDryThenDone(STATE_TOOLS, ["remove_state", { name: "B" }], { content });
  assertStringIncludes(
    called.text,
    "1 transition now leads nowhere: A --[done.state.B]--> B. Still named by " +
      "A --[done.state.B] (internal), Root (initial), P (parallel nextState). " +
      "Call update_transition or remove_transition or set_initial or set_parallel; cascade: true",
  );
  const cascaded = await assertDryThenDone(
    STATE_TOOLS,
    ["remove_state", { name: "B", cascade: true }],
    { content },
  );
  assertEquals(machineOf(cascaded.definition).state.states?.[0], { name: "A" });
  assertStringIncludes(
    cascaded.called.text,
    "1 transition into it went too. 1 transition on its completion went too.",
  );
});

Deno.test("remove_state refuses an unknown state and the root", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  await assertRefused(bench, ["remove_state", { name: "Opem" }], "unknown_name", 'Did you mean "Open"?');
  await assertRefused(bench, ["remove_state", { name: "Root" }], "root", "stays");
});

Deno.test("rename_state renames references", async () => {
  const { definition } = await assertDryThenDone(STATE_TOOLS, ["rename_state", {
    name: "Open",
    new_name: "Wide",
  }]);
  assertEquals(stateOf(definition, "Closed")?.transitions?.[0]?.nextState, "Wide");
  await using bench = await openToolBench(STATE_TOOLS);
  await assertRefused(bench, ["rename_state", { name: "Open", new_name: "Sold" }], "duplicate");
  await assertRefused(bench, ["rename_state", { name: "None", new_name: "A" }], "unknown_name");
  await assertRefused(bench, ["rename_state", { name: "Open", new_name: "" }], "bad_name");
});

Deno.test("move_state moves to a parent and to a place", async () => {
  const { definition } = await assertDryThenDone(STATE_TOOLS, ["move_state", {
    name: "Open",
    parent: "Shut",
    index: 0,
  }]);
  assertEquals(stateOf(definition, "Shut")?.states?.map(({ name }) => name), ["Open", "Closed", "Locked"]);
  await using bench = await openToolBench(STATE_TOOLS);
  await done(bench, "move_state", { name: "Sold", index: 0 });
  assertEquals(machineOf(await definitionOf(bench)).state.states?.[0]?.name, "Sold");
});

Deno.test("move_state refuses what cannot be", async () => {
  await using bench = await openToolBench(STATE_TOOLS);
  await assertRefused(bench, ["move_state", { name: "Open" }], "nothing_given", "parent");
  await assertRefused(bench, ["move_state", { name: "Root", parent: "Open" }], "root");
  await assertRefused(bench, ["move_state", { name: "Shut", parent: "Locked" }], "cycle", "cannot move into");
  await assertRefused(bench, ["move_state", { name: "Shut", index: 9 }], "out_of_range");
  await assertRefused(bench, ["move_state", { name: "None", index: 0 }], "unknown_name");
  await assertRefused(bench, ["move_state", { name: "Open", parent: "Sold" }], "bad_parent");
});

Deno.test("set_initial chooses a descendant, and the default again", async () => {
  const { definition } = await assertDryThenDone(STATE_TOOLS, ["set_initial", {
    state: "Shut",
    initial: "Locked",
  }]);
  assertEquals(stateOf(definition, "Shut")?.initial, "Locked");
  await using bench = await openToolBench(STATE_TOOLS);
  await done(bench, "set_initial", { state: "Root", initial: "Locked" });
  await done(bench, "set_initial", { state: "Root", initial: "" });
  assertEquals(await definitionOf(bench), GATE as never);
  await assertRefused(
    bench,
    ["set_initial", { state: "Shut", initial: "Open" }],
    "not_inside",
    '"Closed", "Locked"',
  );
  await assertRefused(bench, ["set_initial", { state: "Shut", initial: "No" }], "unknown_name");
});
