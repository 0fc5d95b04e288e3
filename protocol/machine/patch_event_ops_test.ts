import { assertEquals, assertThrows } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { EventSource, StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { PatchError } from "../change/error.ts";

function machine(events: EventSource[]): StateMachineDefinition {
  return { settings: { namespace: "n", asynchronous: false }, events, state: { name: "R" } };
}

/** The event sources after the operations, as text, so that the order of keys shows. */
function after(events: EventSource[], ...ops: MachineOp[]): string {
  return JSON.stringify(applyPatchOps(machine(events), ops).events);
}

function refusal(events: EventSource[], ...ops: MachineOp[]): PatchError {
  return assertThrows(() => applyPatchOps(machine(events), ops), PatchError);
}

const TWO: EventSource[] = [{ name: "s", events: [{ id: "a" }, { id: "b" }] }, { name: "t" }];
const TIMED: EventSource[] = [{ name: "s", timers: [{ id: "tick", name: "T" }] }];

Deno.test("eventSource.add appends, or inserts at an index", () => {
  assertEquals(
    after([{ name: "s" }], { op: "eventSource.add", source: { name: "t" } }),
    '[{"name":"s"},{"name":"t"}]',
  );
  assertEquals(
    after([{ name: "s" }], { op: "eventSource.add", source: { name: "t" }, index: 0 }),
    '[{"name":"t"},{"name":"s"}]',
  );
});

Deno.test("eventSource.add makes the list of a document without events", () => {
  const def = { state: { name: "R" } } as StateMachineDefinition;
  const added = applyPatchOps(def, [{ op: "eventSource.add", source: { name: "s" } }]);
  assertEquals(JSON.stringify(added), '{"state":{"name":"R"},"events":[{"name":"s"}]}');
});

Deno.test("eventSource.update, remove and move go by index", () => {
  assertEquals(
    after(
      TWO,
      { op: "eventSource.update", index: 1, patch: { feeder: "F" } },
      { op: "eventSource.move", index: 1, to: 0 },
      { op: "eventSource.remove", index: 1 },
    ),
    '[{"name":"t","feeder":"F"}]',
  );
});

Deno.test("eventSource.remove keeps the list of sources when it empties it", () => {
  assertEquals(after([{ name: "s" }], { op: "eventSource.remove", index: 0 }), "[]");
});

Deno.test("eventSource operations refuse an index that is not there", () => {
  for (const index of [2, -1, 0.5]) {
    const ops: MachineOp[] = [
      { op: "eventSource.update", index, patch: {} },
      { op: "eventSource.remove", index },
      { op: "eventSource.move", index, to: 0 },
      { op: "event.add", sourceIndex: index, event: { id: "c" } },
      { op: "event.move", id: "a", sourceIndex: index },
      { op: "timer.add", sourceIndex: index, timer: { id: "c", name: "C" } },
    ];
    for (const op of ops) assertEquals(refusal(TWO, op).code, "out_of_range", `${op.op} ${index}`);
  }
});

Deno.test("event.add inserts into its source and refuses an id that an event or a timer has", () => {
  assertEquals(
    after(TWO, { op: "event.add", sourceIndex: 1, event: { id: "c" } }),
    '[{"name":"s","events":[{"id":"a"},{"id":"b"}]},{"name":"t","events":[{"id":"c"}]}]',
  );
  assertEquals(refusal(TWO, { op: "event.add", sourceIndex: 1, event: { id: "a" } }).code, "duplicate");
  assertEquals(refusal(TIMED, { op: "event.add", sourceIndex: 0, event: { id: "tick" } }).code, "duplicate");
});

Deno.test("eventSource.add and update refuse ids that are taken", () => {
  const source: EventSource = { name: "u", events: [{ id: "a" }] };
  assertEquals(refusal(TWO, { op: "eventSource.add", source }).code, "duplicate");
  assertEquals(refusal(TWO, { op: "eventSource.update", index: 1, patch: source }).code, "duplicate");
  assertEquals(
    after(TWO, { op: "eventSource.update", index: 0, patch: { events: [{ id: "b" }] } }),
    '[{"name":"s","events":[{"id":"b"}]},{"name":"t"}]',
  );
});

Deno.test("event.update changes the first event of that id", () => {
  const twice: EventSource[] = [{ name: "s", events: [{ id: "a" }, { id: "a" }] }];
  assertEquals(
    after(twice, { op: "event.update", id: "a", patch: { description: "d" } }),
    '[{"name":"s","events":[{"id":"a","description":"d"},{"id":"a"}]}]',
  );
});

Deno.test("event.remove deletes the emptied list of its source", () => {
  assertEquals(
    after(TWO, { op: "event.remove", id: "a" }, { op: "event.remove", id: "b" }),
    '[{"name":"s"},{"name":"t"}]',
  );
});

Deno.test("event.move goes to the index it has afterwards, in its source or another", () => {
  assertEquals(
    after(TWO, { op: "event.move", id: "a", sourceIndex: 0, index: 1 }),
    '[{"name":"s","events":[{"id":"b"},{"id":"a"}]},{"name":"t"}]',
  );
  assertEquals(
    after(TWO, { op: "event.move", id: "a", sourceIndex: 1 }, {
      op: "event.move",
      id: "b",
      sourceIndex: 1,
      index: 0,
    }),
    '[{"name":"s"},{"name":"t","events":[{"id":"b"},{"id":"a"}]}]',
  );
});

Deno.test("event.rename rewrites declarations, transitions and raised events", () => {
  const def: StateMachineDefinition = {
    ...machine(TWO),
    state: {
      name: "a",
      transitions: [{ event: "a", nextState: "a", actions: [{ raise: "a" }, { code: "a()" }] }, {
        event: "b",
      }],
      parallel: { states: [{ name: "P", onExit: { actions: [{ raise: "a" }] } }] },
    },
  };
  const renamed = applyPatchOps(def, [{ op: "event.rename", id: "a", to: "z" }]);
  assertEquals(renamed.events[0]?.events, [{ id: "z" }, { id: "b" }]);
  assertEquals(renamed.state, {
    name: "a",
    transitions: [{ event: "z", nextState: "a", actions: [{ raise: "z" }, { code: "a()" }] }, { event: "b" }],
    parallel: { states: [{ name: "P", onExit: { actions: [{ raise: "z" }] } }] },
  });
});

Deno.test("event.rename takes a timer's id too", () => {
  assertEquals(
    after(TIMED, { op: "event.rename", id: "tick", to: "tock" }),
    '[{"name":"s","timers":[{"id":"tock","name":"T"}]}]',
  );
});

Deno.test("event.rename refuses a taken id and an unknown one", () => {
  assertEquals(refusal(TWO, { op: "event.rename", id: "a", to: "b" }).code, "duplicate");
  assertEquals(refusal(TWO, { op: "event.rename", id: "c", to: "d" }).code, "not_found");
  assertEquals(after(TWO, { op: "event.rename", id: "a", to: "a" }), JSON.stringify(TWO));
});

Deno.test("timer operations add, change and remove a timer", () => {
  assertEquals(
    after(TIMED, { op: "timer.add", sourceIndex: 0, timer: { id: "tock", name: "K" }, index: 0 }, {
      op: "timer.update",
      id: "tick",
      patch: { description: "d" },
    }),
    '[{"name":"s","timers":[{"id":"tock","name":"K"},{"id":"tick","name":"T","description":"d"}]}]',
  );
  assertEquals(after(TIMED, { op: "timer.remove", id: "tick" }), '[{"name":"s"}]');
});

Deno.test("event.update and timer.update refuse to take a taken id", () => {
  assertEquals(refusal(TWO, { op: "event.update", id: "a", patch: { id: "b" } }).code, "duplicate");
  assertEquals(
    refusal([...TWO, ...TIMED], { op: "timer.update", id: "tick", patch: { id: "b" } }).code,
    "duplicate",
  );
  assertEquals(refusal(TIMED, { op: "timer.remove", id: "tock" }).target, "tock");
});
