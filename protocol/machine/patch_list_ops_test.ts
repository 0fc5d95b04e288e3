import { assertEquals, assertThrows } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { Event, State, StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { PatchError } from "../change/error.ts";

function machine(state: State, event: Event = { id: "e" }): StateMachineDefinition {
  const events = [{ name: "s", events: [event] }];
  return { settings: { namespace: "n", asynchronous: false }, events, state };
}

function after(state: State, ...ops: MachineOp[]): string {
  return JSON.stringify(applyPatchOps(machine(state), ops).state);
}

function eventAfter(event: Event, ...ops: MachineOp[]): string {
  return JSON.stringify(applyPatchOps(machine({ name: "R" }, event), ops).events[0]?.events?.[0]);
}

function refusal(state: State, op: MachineOp): PatchError {
  return assertThrows(() => applyPatchOps(machine(state), [op]), PatchError);
}

const MOVING: State = {
  name: "R",
  transitions: [{ event: "a" }, { event: "b" }, { event: "c" }],
  states: [{ name: "A" }],
};
const ACTING: State = { name: "R", onEntry: { actions: [{ code: "x" }, { code: "y" }] } };

Deno.test("transition.add inserts and makes the list", () => {
  assertEquals(
    after({ name: "R" }, { op: "transition.add", state: "R", transition: { event: "a" } }),
    '{"name":"R","transitions":[{"event":"a"}]}',
  );
});

Deno.test("transition.update merges, and unset takes keys away", () => {
  const guarded: State = { name: "R", transitions: [{ event: "a", condition: "x", nextState: "R" }] };
  assertEquals(
    after(guarded, {
      op: "transition.update",
      state: "R",
      index: 0,
      patch: { nextState: "A" },
      unset: ["condition"],
    }),
    '{"name":"R","transitions":[{"event":"a","nextState":"A"}]}',
  );
});

Deno.test("transition.remove deletes the emptied list", () => {
  const remove: MachineOp = { op: "transition.remove", state: "R", index: 0 };
  assertEquals(after(MOVING, remove, remove, remove), '{"name":"R","states":[{"name":"A"}]}');
});

Deno.test("transition.move goes to the index it has afterwards, in its state or another", () => {
  const events = (op: MachineOp) => {
    const { state } = applyPatchOps(machine(MOVING), [op]);
    return [state, state.states![0]!].map((each) => each.transitions?.map(({ event }) => event).join(""));
  };
  assertEquals(events({ op: "transition.move", state: "R", index: 0, to: 1 }), ["bac", undefined]);
  assertEquals(events({ op: "transition.move", state: "R", index: 2, to: 0 }), ["cab", undefined]);
  assertEquals(events({ op: "transition.move", state: "R", index: 1, to: 0, toState: "A" }), ["ac", "b"]);
});

Deno.test("transition operations refuse an index that is not there and name the state", () => {
  const error = refusal(MOVING, { op: "transition.update", state: "R", index: 3, patch: {} });
  assertEquals([error.code, error.target], ["out_of_range", 3]);
  assertEquals(
    error.message,
    'applyPatchOps: ops[0] transition.update: there is no transition 3 in the state "R"; they are numbered 0 to 2.',
  );
  for (const index of [0, -1]) {
    assertEquals(refusal(MOVING, { op: "transition.remove", state: "A", index }).code, "out_of_range");
  }
  assertEquals(refusal(MOVING, { op: "transition.move", state: "A", index: 0, to: 0 }).code, "out_of_range");
});

Deno.test("action.add makes a missing block", () => {
  assertEquals(
    after({ name: "R" }, { op: "action.add", state: "R", hook: "onExit", action: { code: "x" } }),
    '{"name":"R","onExit":{"actions":[{"code":"x"}]}}',
  );
});

Deno.test("action.update replaces the action", () => {
  assertEquals(
    after(ACTING, { op: "action.update", state: "R", hook: "onEntry", index: 1, action: { raise: "e" } }),
    '{"name":"R","onEntry":{"actions":[{"code":"x"},{"raise":"e"}]}}',
  );
});

Deno.test("action.remove deletes the block with its last action", () => {
  const remove: MachineOp = { op: "action.remove", state: "R", hook: "onEntry", index: 0 };
  assertEquals(after(ACTING, remove), '{"name":"R","onEntry":{"actions":[{"code":"y"}]}}');
  assertEquals(after(ACTING, remove, remove), '{"name":"R"}');
});

Deno.test("action operations refuse a missing block and a missing index", () => {
  assertEquals(
    refusal(ACTING, { op: "action.remove", state: "R", hook: "onExit", index: 0 }).code,
    "not_found",
  );
  assertEquals(
    refusal(ACTING, { op: "action.remove", state: "R", hook: "onEntry", index: 2 }).code,
    "out_of_range",
  );
});

Deno.test("parameter operations add, change and remove", () => {
  const event: Event = { id: "e", parameters: [{ name: "p", type: "int" }] };
  assertEquals(
    eventAfter(
      event,
      { op: "parameter.add", eventId: "e", parameter: { name: "q", type: "string" }, index: 0 },
      { op: "parameter.update", eventId: "e", index: 1, patch: { type: "float" } },
    ),
    '{"id":"e","parameters":[{"name":"q","type":"string"},{"name":"p","type":"float"}]}',
  );
  assertEquals(eventAfter(event, { op: "parameter.remove", eventId: "e", index: 0 }), '{"id":"e"}');
});

Deno.test("parameter operations refuse an unknown event and a missing index", () => {
  assertEquals(refusal({ name: "R" }, { op: "parameter.remove", eventId: "x", index: 0 }).code, "not_found");
  assertEquals(
    refusal({ name: "R" }, { op: "parameter.remove", eventId: "e", index: 0 }).code,
    "out_of_range",
  );
});
