import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { EVENT_TOOLS } from "./events.ts";

const eventsOf = (definition: unknown) => (definition as StateMachineDefinition).events;

Deno.test("add_event adds to the first source, with what it carries", async () => {
  const { definition } = await assertDryThenDone(EVENT_TOOLS, ["add_event", {
    id: "knock",
    description: "At the door.",
    parameters: { times: "int" },
  }]);
  assertEquals(eventsOf(definition)[0]?.events?.at(-1), {
    id: "knock",
    description: "At the door.",
    parameters: [{ name: "times", type: "int" }],
  });
});

Deno.test("add_event makes the source that is not there", async () => {
  for (
    const [events, source, expected] of [
      [[], undefined, [{ name: "Internal", events: [{ id: "go" }] }]],
      [[], "Owner", [{ name: "Owner", events: [{ id: "go" }] }]],
      [[{ name: "Hand" }], "Owner", [{ name: "Hand" }, { name: "Owner", events: [{ id: "go" }] }]],
      [[{ name: "Hand" }], undefined, [{ name: "Hand", events: [{ id: "go" }] }]],
    ] as const
  ) {
    await using bench = await openToolBench(EVENT_TOOLS, { content: { ...GATE, events } });
    await done(bench, "add_event", { id: "go", ...(source === undefined ? {} : { source }) });
    assertEquals(eventsOf(await definitionOf(bench)), expected as never);
  }
});

Deno.test("add_event refuses a taken id and a blank one", async () => {
  await using bench = await openToolBench(EVENT_TOOLS);
  await assertRefused(bench, ["add_event", { id: "open" }], "duplicate", 'source "Hand"', "update_event");
  await assertRefused(bench, ["add_event", { id: "late" }], "duplicate");
  await assertRefused(bench, ["add_event", { id: "" }], "bad_name");
  await assertRefused(bench, ["add_event", { id: "new", source: " " }], "bad_name");
});

Deno.test("update_event describes, clears and renames with all references", async () => {
  const { definition, called } = await assertDryThenDone(EVENT_TOOLS, ["update_event", {
    id: "open",
    description: " ",
    new_id: "pull",
  }]);
  assertEquals(eventsOf(definition)[0]?.events?.[0], { id: "pull" });
  assertEquals(JSON.stringify(definition).includes('"event":"open"'), false);
  assertStringIncludes(called.text, 'Cleared the description of "open". Renamed "open" to "pull"');
  await using bench = await openToolBench(EVENT_TOOLS);
  await done(bench, "update_event", { id: "late", description: "Too long." });
  assertEquals(eventsOf(await definitionOf(bench))[0]?.timers?.[0]?.description, "Too long.");
});

Deno.test("update_event refuses what is not there or taken", async () => {
  await using bench = await openToolBench(EVENT_TOOLS);
  await assertRefused(
    bench,
    ["update_event", { id: "opne", description: "x" }],
    "unknown_name",
    'Did you mean "open"?',
  );
  await assertRefused(bench, ["update_event", { id: "open" }], "nothing_given", "description");
  await assertRefused(bench, ["update_event", { id: "open", new_id: "close" }], "duplicate");
});

Deno.test("remove_event tells which transitions wait in vain, or takes them along", async () => {
  const { definition, called } = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "close" }]);
  assertEquals(JSON.stringify(definition).includes('"event":"close"'), true);
  assertStringIncludes(called.text, '2 transitions still wait for it, in "Locked", "Open"');
  assertStringIncludes(String(called.data.message), "cascade: true would have removed them");
  const cascaded = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "close", cascade: true }]);
  assertEquals(JSON.stringify(cascaded.definition).includes("close"), false);
  const timer = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "late", cascade: true }]);
  assertEquals(eventsOf(timer.definition)[0]?.timers, undefined);
  await using bench = await openToolBench(EVENT_TOOLS);
  await assertRefused(bench, ["remove_event", { id: "none" }], "unknown_name", "add_event");
});

Deno.test("remove_event tells which actions are about it, or takes them along", async () => {
  const states = [
    {
      name: "A",
      onEntry: { actions: [{ timerStart: { timer: "Wait", duration: 5 } }, { code: "x = 1" }] },
      onExit: { actions: [{ timerStop: "Wait" }] },
      transitions: [{ event: "open", actions: [{ raise: "close" }, { code: "x = 2" }] }, { event: "close" }],
    },
    { name: "B", onEntry: { actions: [{ raise: "close" }, { raise: "close" }] } },
  ];
  const content = { ...GATE, state: { name: "Root", states } };
  const left = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "late" }], { content });
  assertStringIncludes(
    left.called.text,
    '2 actions still raise, start or stop it, in "A": call update_state',
  );
  const timer = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "late", cascade: true }], {
    content,
  });
  assertStringIncludes(timer.called.text, "2 actions about it went too.");
  const [, ...rest] = states;
  const [one] = (timer.definition as unknown as StateMachineDefinition).state.states ?? [];
  assertEquals([one?.onEntry, one?.onExit], [{ actions: [{ code: "x = 1" }] }, undefined]);
  assertEquals((timer.definition as unknown as StateMachineDefinition).state.states?.slice(1), rest as never);
  const event = await assertDryThenDone(EVENT_TOOLS, ["remove_event", { id: "close", cascade: true }], {
    content,
  });
  assertStringIncludes(event.called.text, "1 transition on it and 3 actions about it went too.");
  assertEquals((event.definition as unknown as StateMachineDefinition).state.states, [
    { ...states[0], transitions: [{ event: "open", actions: [{ code: "x = 2" }] }] },
    { name: "B" },
  ] as never);
});

Deno.test("remove_event takes nothing along that could be another's of the same name", async () => {
  const states = [{ name: "A" }, { name: "A", transitions: [{ event: "open" }] }];
  await using bench = await openToolBench(EVENT_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  await assertRefused(bench, ["remove_event", { id: "open", cascade: true }], "ambiguous_name");
});
