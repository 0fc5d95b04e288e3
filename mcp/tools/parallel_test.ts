import { findState, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { PARALLEL_TOOLS } from "./parallel.ts";

function stateOf(definition: unknown, name: string) {
  return findState((definition as StateMachineDefinition).state, name);
}

Deno.test("set_parallel makes regions of children and of new names, in their order", async () => {
  const { definition } = await assertDryThenDone(PARALLEL_TOOLS, ["set_parallel", {
    state: "Shut",
    regions: ["Alarm", "Locked", "Closed"],
    nextState: "Open",
  }]);
  const { parallel, states } = stateOf(definition, "Shut") ?? {};
  assertEquals(parallel?.states.map(({ name }) => name), ["Alarm", "Locked", "Closed"]);
  assertEquals([parallel?.nextState, states], ["Open", undefined]);
  assertEquals(parallel?.states[1]?.transitions?.length, 2);
});

Deno.test("set_parallel makes children of what is a region no more, so that nothing is lost", async () => {
  await using bench = await openToolBench(PARALLEL_TOOLS);
  await done(bench, "set_parallel", { state: "Shut", regions: ["Locked", "Closed"], nextState: "Open" });
  await done(bench, "set_parallel", { state: "Shut", regions: ["Closed"] });
  const one = stateOf(await definitionOf(bench), "Shut");
  assertEquals([one?.parallel?.states.length, one?.parallel?.nextState, one?.states?.length], [1, "Open", 1]);
  await done(bench, "set_parallel", { state: "Shut", regions: [] });
  const none = stateOf(await definitionOf(bench), "Shut");
  assertEquals([none?.parallel, none?.states?.map(({ name }) => name)], [undefined, ["Locked", "Closed"]]);
});

Deno.test("set_parallel sets where the end of the regions leads", async () => {
  await using bench = await openToolBench(PARALLEL_TOOLS);
  await done(bench, "set_parallel", { state: "Open", regions: ["Light"] });
  await done(bench, "set_parallel", { state: "Open", nextState: "Sold" });
  assertEquals(stateOf(await definitionOf(bench), "Open")?.parallel?.nextState, "Sold");
  await done(bench, "set_parallel", { state: "Open", nextState: "" });
  assertEquals(stateOf(await definitionOf(bench), "Open")?.parallel?.nextState, undefined);
});

Deno.test("set_parallel refuses what cannot be", async () => {
  await using bench = await openToolBench(PARALLEL_TOOLS, { content: GATE });
  const refused = (values: Record<string, unknown>, code: string, ...words: string[]) =>
    assertRefused(bench, ["set_parallel", { state: "Shut", ...values }], code, ...words);
  await refused({}, "nothing_given", "regions");
  await refused({ regions: ["Open"] }, "not_inside", "move_state");
  await refused({ regions: ["A", "A"] }, "duplicate", "twice");
  await refused({ nextState: "Open" }, "no_regions");
  await refused({ regions: [], nextState: "Open" }, "no_regions", "leave nextState out");
  await refused({ regions: ["A"], nextState: "Opn" }, "unknown_name", 'Did you mean "Open"?');
  await refused({ state: "Sold", regions: ["A"] }, "bad_parent");
  await refused({ state: "None", regions: ["A"] }, "unknown_name");
});
