import { assertEquals } from "@std/assert";
import { applyPatchOps, invertOps, type StateMachineDefinition } from "@loom/protocol";
import { nestedStates, renamedState } from "./machine_edits.ts";

const DEF: StateMachineDefinition = {
  settings: { namespace: "n", name: "n", asynchronous: false },
  events: [],
  state: {
    name: "Root",
    states: [
      { name: "X", states: [{ name: "A" }], transitions: [{ event: "e", nextState: "A" }] },
      { name: "Y", states: [{ name: "A" }] },
    ],
  },
};
const SECOND = "/state/states/1/states/0";

Deno.test("renamedState() renames the later one of two equal names, and references keep to the first", () => {
  const edit = renamedState(DEF, SECOND, "B");
  assertEquals("refusal" in edit ? edit.refusal : undefined, undefined);
  if ("refusal" in edit) return;
  const after = applyPatchOps(DEF, edit.ops);
  assertEquals(after.state.states, [DEF.state.states?.[0], { name: "Y", states: [{ name: "B" }] }]);
  assertEquals(applyPatchOps(after, invertOps(edit.ops, DEF)), DEF);
});

Deno.test("renamedState() refuses a third state of a name in a sentence", () => {
  const three = { ...DEF, state: { ...DEF.state, states: [...DEF.state.states ?? [], { name: "A" }] } };
  const edit = renamedState(three, SECOND, "B");
  assertEquals("refusal" in edit && edit.refusal.includes('named "A"'), true);
});

Deno.test("nestedStates() moves states into another one, and out to the root", () => {
  const edit = nestedStates(DEF, ["Y"], "X");
  if ("refusal" in edit) throw new Error(edit.refusal);
  const inside = applyPatchOps(DEF, edit.ops);
  assertEquals(inside.state.states?.[0]?.states?.map(({ name }) => name), ["A", "Y"]);
  const out = nestedStates(inside, ["Y"], undefined);
  if ("refusal" in out) throw new Error(out.refusal);
  assertEquals(applyPatchOps(inside, out.ops), DEF);
});
