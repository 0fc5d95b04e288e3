import { assertEquals, assertThrows } from "@std/assert";
import { PatchError } from "../change/error.ts";
import { parseMachineOps } from "./patch.ts";

function refusal(value: unknown): PatchError {
  return assertThrows(() => parseMachineOps(value), PatchError);
}

Deno.test("parseMachineOps() gives back operations that have their fields", () => {
  const ops = [
    { op: "state.add", parent: null, state: { name: "A", odd: [1] }, index: 0 },
    { op: "runtime.exit", state: "A" },
    { op: "document.set", document: {} },
  ];
  assertEquals<unknown>(parseMachineOps(ops), ops);
});

Deno.test("parseMachineOps() lets unknown fields, null for optional ones, and odd documents pass", () => {
  const state = { name: "A", transitions: "none", states: [7] };
  parseMachineOps([{ op: "state.add", parent: "R", state, index: null, id: 7 }]);
  parseMachineOps([{ op: "state.update", name: "A", patch: { kind: 5 } }]);
});

Deno.test("parseMachineOps() refuses what is no list", () => {
  const error = refusal({ op: "state.remove", name: "A" });
  assertEquals([error.code, error.index], ["bad_ops", -1]);
  assertEquals(error.message, "parseMachineOps: the operations must be a list: put [ and ] around them.");
});

Deno.test("parseMachineOps() names the operation, its index and the missing field", () => {
  const error = refusal([{ op: "state.remove", name: "A" }, { op: "state.nest", child: "A" }]);
  assertEquals([error.code, error.op, error.index, error.target], ["bad_op", "state.nest", 1, "newParent"]);
});

Deno.test("parseMachineOps() refuses fields of the wrong type", () => {
  for (
    const op of [
      { op: "transition.remove", state: "A", index: "0" },
      { op: "transition.remove", state: "A", index: 0.5 },
      { op: "action.remove", state: "A", hook: "onDo", index: 0 },
      { op: "state.update", name: "A", patch: [] },
      { op: "state.update", name: "A", patch: {}, unset: [1] },
      { op: "state.add", parent: "A", state: { title: "no name" } },
      { op: "event.add", sourceIndex: 0, event: { id: 5 } },
    ]
  ) {
    assertEquals(refusal([op]).code, "bad_op", JSON.stringify(op));
  }
});

Deno.test("parseMachineOps() suggests the near name of an unknown operation", () => {
  const error = refusal([{ op: "state.ad" }]);
  assertEquals(error.code, "unknown_op");
  assertEquals(
    error.message,
    'parseMachineOps: ops[0] state.ad: there is no operation "state.ad". Did you mean "state.add"?',
  );
});

Deno.test("parseMachineOps() refuses names that every object has", () => {
  for (const op of ["toString", "__proto__", "constructor"]) {
    assertEquals(refusal([{ op }]).code, "unknown_op");
  }
});

Deno.test("parseMachineOps() refuses operations that are no objects or have no name", () => {
  for (const op of [null, 7, "state.add", [], {}, { op: 7 }]) assertEquals(refusal([op]).code, "bad_op");
});
