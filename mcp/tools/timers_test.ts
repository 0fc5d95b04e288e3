import { findState, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { TIMER_TOOLS } from "./timers.ts";

const machineOf = (definition: unknown) => definition as StateMachineDefinition;

Deno.test("add_timer adds a timer, named as its event when nothing else is said", async () => {
  const { definition } = await assertDryThenDone(TIMER_TOOLS, ["add_timer", {
    id: "tick",
    description: "Each.",
  }]);
  assertEquals(machineOf(definition).events[0]?.timers?.[1], {
    id: "tick",
    name: "tick",
    description: "Each.",
  });
});

Deno.test("add_timer lets a state start and stop it", async () => {
  await using bench = await openToolBench(TIMER_TOOLS);
  await done(bench, "add_timer", { id: "tick", name: "Clock", state: "Open", duration: 1000, repeat: 500 });
  const open = findState(machineOf(await definitionOf(bench)).state, "Open");
  assertEquals(open?.onEntry?.actions[1], { timerStart: { timer: "Clock", duration: 1000, repeat: 500 } });
  assertEquals(open?.onExit?.actions.slice(1), [{ timerStop: "Clock" }]);
});

Deno.test("add_timer refuses what cannot be", async () => {
  await using bench = await openToolBench(TIMER_TOOLS, { content: GATE });
  const refused = (values: Record<string, unknown>, code: string, ...words: string[]) =>
    assertRefused(bench, ["add_timer", { id: "tick", ...values }], code, ...words);
  await refused({ id: "open" }, "duplicate", 'source "Hand"');
  await refused({ name: "Wait" }, "duplicate", '"Wait"');
  await refused({ state: "Open" }, "bad_parameter", "go together");
  await refused({ repeat: 5 }, "bad_parameter", "repeat needs");
  await refused({ state: "Opn", duration: 5 }, "unknown_name");
  await refused({ state: "Open", duration: -5 }, "bad_parameter", "duration");
  await refused({ state: "Open", duration: 5, repeat: 0 }, "bad_parameter", "repeat");
  await refused({ name: " " }, "bad_name", "timer");
});
