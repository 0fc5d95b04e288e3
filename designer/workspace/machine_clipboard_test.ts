import { applyPatchOps, findState, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { copiedStates, pastedStates } from "./machine_clipboard.ts";

Deno.test("pastedStates() gives copies names of their own, and leads what led between them to the copies", () => {
  const definition: StateMachineDefinition = {
    settings: { namespace: "test", asynchronous: false },
    events: [{ name: "Source", events: [{ id: "go" }] }],
    state: {
      name: "Root",
      states: [
        { name: "A", transitions: [{ event: "go", nextState: "B", nextStates: ["C", "D"] }] },
        { name: "B", parallel: { nextState: "C", states: [{ name: "R" }] } },
        { name: "C" },
        { name: "D" },
      ],
    },
  };
  const text = copiedStates(definition, ["A", "B", "C"], {});
  const edit = pastedStates(definition, text, undefined);
  assert("ops" in edit);
  const { state } = applyPatchOps(definition, edit.ops);
  assertEquals(edit.pasted?.names, ["A1", "B1", "C1"]);
  assertEquals(findState(state, "A1")?.transitions, [
    { event: "go", nextState: "B1", nextStates: ["C1", "D"] },
  ]);
  assertEquals(findState(state, "B1")?.parallel?.nextState, "C1");
});
