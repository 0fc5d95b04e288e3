import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { LoomError } from "../error.ts";
import { MACHINE_OP_SHAPE } from "./patch.ts";
import type { MachineOp } from "./ops.ts";
import type { StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { PatchError } from "../change/error.ts";

const DEF: StateMachineDefinition = {
  settings: { namespace: "n", asynchronous: false, notes: "note" },
  events: [],
  state: { name: "R", states: [{ name: "A", states: [{ name: "A1" }] }, { name: "B" }] },
};

Deno.test("applyPatchOps() gives an equal new object for no operations", () => {
  const after = applyPatchOps(DEF, []);
  assertEquals(after, DEF);
  assertNotStrictEquals(after, DEF);
});

Deno.test("applyPatchOps() shares what the operations left alone", () => {
  const after = applyPatchOps(DEF, [{ op: "state.update", name: "B", patch: { kind: "final" } }]);
  assertStrictEquals(after.settings, DEF.settings);
  assertStrictEquals(after.state.states?.[0], DEF.state.states?.[0]);
  assertEquals(DEF.state.states?.[1], { name: "B" });
});

Deno.test("applyPatchOps() lets each operation see what those before it did", () => {
  const after = applyPatchOps(DEF, [
    { op: "state.add", parent: "B", state: { name: "C" } },
    { op: "state.rename", name: "C", to: "D" },
    { op: "state.nest", child: "A", newParent: "D" },
    { op: "state.remove", name: "A1" },
  ]);
  assertEquals(
    JSON.stringify(after.state),
    '{"name":"R","states":[{"name":"B","states":[{"name":"D","states":[{"name":"A"}]}]}]}',
  );
});

Deno.test("applyPatchOps() leaves the document alone when a later operation is refused", () => {
  const text = JSON.stringify(DEF);
  const error = assertThrows(
    () => applyPatchOps(DEF, [{ op: "state.remove", name: "A" }, { op: "state.remove", name: "A1" }]),
    PatchError,
  );
  assert(error instanceof LoomError);
  assertEquals([error.op, error.index, error.target], ["state.remove", 1, "A1"]);
  assertEquals(JSON.stringify(DEF), text);
});

Deno.test("applyPatchOps() ignores runtime operations", () => {
  const after = applyPatchOps(DEF, [{ op: "runtime.enter", state: "nowhere" }, {
    op: "runtime.exit",
    state: "A",
  }]);
  assertEquals(after, DEF);
});

Deno.test("applyPatchOps() refuses an unknown operation, names of every object's members included", () => {
  for (const op of ["state.destroy", "toString", "__proto__"]) {
    const error = assertThrows(() => applyPatchOps(DEF, [{ op } as unknown as MachineOp]), PatchError);
    assertEquals([error.code, error.op], ["unknown_op", op]);
  }
});

Deno.test("applyPatchOps() refuses a document that is no object", () => {
  for (const def of [null, [], "text"]) {
    const error = assertThrows(() => applyPatchOps(def as unknown as StateMachineDefinition, []), PatchError);
    assertEquals(error.code, "wrong_type");
  }
});

Deno.test("applyPatchOps() knows every operation of the table", () => {
  for (const { fields } of MACHINE_OP_SHAPE) {
    const op = { op: JSON.parse(fields[0]?.type ?? "null") } as unknown as MachineOp;
    try {
      applyPatchOps(DEF, [op]);
    } catch (error) {
      assert(error instanceof PatchError && error.code !== "unknown_op", `${op.op}: ${error}`);
    }
  }
});

Deno.test("applyPatchOps() takes states and events named like members of every object", () => {
  const def = JSON.parse('{"events":[{"name":"s"}],"state":{"name":"__proto__"}}');
  const after = applyPatchOps(def, [
    { op: "state.add", parent: "__proto__", state: { name: "constructor" } },
    { op: "event.add", sourceIndex: 0, event: { id: "toString" } },
    { op: "state.rename", name: "__proto__", to: "hasOwnProperty" },
  ]);
  assertEquals(
    JSON.stringify(after),
    '{"events":[{"name":"s","events":[{"id":"toString"}]}],' +
      '"state":{"name":"hasOwnProperty","states":[{"name":"constructor"}]}}',
  );
});

Deno.test("settings.update merges, deletes an erased note and makes missing settings", () => {
  const changed = applyPatchOps(DEF, [{ op: "settings.update", patch: { name: "M", notes: "" } }]);
  assertEquals(changed.settings, { namespace: "n", asynchronous: false, name: "M" });
  const bare = { state: { name: "R" } } as StateMachineDefinition;
  const made = applyPatchOps(bare, [{ op: "settings.update", patch: { namespace: "n" } }]);
  assertEquals<unknown>(made, { state: { name: "R" }, settings: { namespace: "n" } });
});

Deno.test("document.update merges members of the definition", () => {
  const changed = applyPatchOps(DEF, [
    { op: "document.update", patch: { state: { name: "Q" }, extra: 1 }, unset: ["events"], order: ["state"] },
    { op: "state.add", parent: "Q", state: { name: "A" } },
  ]);
  assertEquals(
    JSON.stringify(changed),
    '{"state":{"name":"Q","states":[{"name":"A"}]},' +
      '"settings":{"namespace":"n","asynchronous":false,"notes":"note"},"extra":1}',
  );
});

Deno.test("document.set replaces the definition", () => {
  const document = { state: { name: "Q" } };
  assertEquals<unknown>(applyPatchOps(DEF, [{ op: "document.set", document }]), document);
});

Deno.test("document.update and document.set refuse what is no object", () => {
  for (const value of [null, [], "text"]) {
    for (
      const op of [{ op: "document.set", document: value }, { op: "document.update", patch: value }] as const
    ) {
      assertEquals(assertThrows(() => applyPatchOps(DEF, [op]), PatchError).code, "wrong_type");
    }
  }
});

Deno.test("a rename reaches further events and targets, and the actions inside others", () => {
  const way = (target: string, event: string) => ({
    event: "x",
    events: [event, "*"],
    nextState: "B",
    nextStates: [target],
    actions: [{
      if: {
        condition: `in_state("${target}")`,
        then: [{ forEach: { list: "all", item: "one", actions: [{ raise: event }, { send: { event } }] } }],
        else: [{ assign: { target: "n", value: `in_state("${target}")` } }, { log: `in_state("${target}")` }],
      },
    }],
  });
  const machine = (target: string, event: string): StateMachineDefinition => ({
    settings: { namespace: "n", asynchronous: false },
    events: [{ name: "E", events: [{ id: event }] }],
    state: { name: "R", states: [{ name: target, transitions: [way(target, event)] }, { name: "B" }] },
  });
  const after = applyPatchOps(machine("A", "go"), [
    { op: "state.rename", name: "A", to: "Z" },
    { op: "event.rename", id: "go", to: "went" },
  ]);
  assertEquals(after, machine("Z", "went"));
});
