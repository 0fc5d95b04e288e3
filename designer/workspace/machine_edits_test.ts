import { assertEquals } from "@std/assert";
import { applyPatchOps, invertOps, type StateMachineDefinition } from "@loom/protocol";
import { enteredTransition, nestedStates, renamedState } from "./machine_edits.ts";

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

Deno.test("enteredTransition() reads delays and several events, and declares events that are new", () => {
  const entered = (def: StateMachineDefinition, about: { from: string } | { id: string }, event: string) => {
    const edit = enteredTransition(def, about, { to: "A", event, guard: "" });
    if ("refusal" in edit) throw new Error(edit.refusal);
    return applyPatchOps(def, edit.ops);
  };
  const transitions = (def: StateMachineDefinition) => def.state.states?.[1]?.transitions;
  const delayed = entered(DEF, { from: "Y" }, "after 5s");
  assertEquals([transitions(delayed), delayed.events], [[{ after: 5000, nextState: "A" }], []]);
  const several = entered(delayed, { id: "Y:0" }, "open / close");
  assertEquals(transitions(several), [{ event: "open", events: ["close"], nextState: "A" }]);
  assertEquals(several.events.flatMap(({ events = [] }) => events.map(({ id }) => id)), ["open", "close"]);
  for (const text of ["after 5s", "open / close"]) {
    const before = text.startsWith("after") ? delayed : several;
    const edit = enteredTransition(before, { id: "Y:0" }, { to: "A", event: text, guard: "n > 1" });
    if ("refusal" in edit) throw new Error(edit.refusal);
    const [was] = transitions(before) ?? [];
    assertEquals(transitions(applyPatchOps(before, edit.ops)), [{ ...was, condition: "n > 1" }]);
  }
  const atOnce = entered(several, { id: "Y:0" }, "");
  assertEquals(transitions(atOnce), [{ nextState: "A" }]);
});
