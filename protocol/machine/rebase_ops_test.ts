import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { MachineOp } from "./ops.ts";
import type { State, StateMachineDefinition } from "./types.ts";
import { applyPatchOps } from "./patch.ts";
import { goneNames } from "./patch.ts";
import type { ChangeStep } from "../change/rebase/rebase.ts";
import { rebaseOps } from "./patch.ts";

const T = (event: string) => ({ event });

/** A machine of a root R with the children A (with A1), B and the regions P and Q of C. */
const DEF: StateMachineDefinition = {
  settings: { namespace: "n", asynchronous: false },
  events: [
    {
      name: "s",
      events: [{ id: "e", parameters: [{ name: "x", type: "int" }] }],
      timers: [{ id: "t", name: "T" }],
    },
    { name: "u", events: [{ id: "f" }] },
  ],
  state: {
    name: "R",
    states: [
      { name: "A", transitions: [T("e"), T("f")], states: [{ name: "A1" }] },
      { name: "B", onEntry: { actions: [{ code: "x" }, { code: "y" }] } },
      { name: "C", parallel: { states: [{ name: "P" }, { name: "Q" }] } },
    ],
  },
};

function change(...ops: MachineOp[]): ChangeStep {
  return { ops, gone: goneNames(DEF, applyPatchOps(DEF, ops), ops) };
}

/** The operations over one change; they must fit. */
function over(earlier: MachineOp | MachineOp[], ...ops: MachineOp[]): MachineOp[] {
  const rebased = rebaseOps(ops, [change(...[earlier].flat())]);
  assert("ops" in rebased, "conflict" in rebased ? rebased.conflict.reason : "");
  applyPatchOps(applyPatchOps(DEF, [earlier].flat()), rebased.ops);
  return rebased.ops;
}

/** Why the operations do not fit over one change. */
function refusal(earlier: MachineOp | MachineOp[], ...ops: MachineOp[]): string {
  const rebased = rebaseOps(ops, [change(...[earlier].flat())]);
  assert("conflict" in rebased, JSON.stringify(rebased));
  return rebased.conflict.reason;
}

const update = (name: string, patch: Partial<State>): MachineOp => ({ op: "state.update", name, patch });
const note = (name: string) => update(name, { description: "d" });
const add = (state: string, index?: number): MachineOp => ({
  op: "transition.add",
  state,
  transition: T("new"),
  ...(index !== undefined && { index }),
});
const remove = (state: string, index: number): MachineOp => ({ op: "transition.remove", state, index });
const touch = (state: string, index: number): MachineOp => ({
  op: "transition.update",
  state,
  index,
  patch: { description: "d" },
});

Deno.test("rebaseOps() lets names follow renames", () => {
  const rename: MachineOp = { op: "state.rename", name: "A", to: "Z" };
  assertEquals(over(rename, note("A")), [note("Z")]);
  assertEquals(over(rename, touch("A", 1)), [touch("Z", 1)]);
  assertEquals(over(update("A", { name: "Z" }), note("A")), [note("Z")]);
  assertEquals(over({ op: "event.rename", id: "e", to: "g" }, { op: "event.remove", id: "e" }), [{
    op: "event.remove",
    id: "g",
  }]);
  assertEquals(over({ op: "timer.update", id: "t", patch: { id: "g" } }, { op: "timer.remove", id: "t" }), [{
    op: "timer.remove",
    id: "g",
  }]);
});

Deno.test("rebaseOps() lets the texts that an operation brings follow renames", () => {
  const transition = {
    event: "done.state.A",
    nextState: "A",
    condition: 'in_state("A")',
    actions: [{ raise: "e" }],
  };
  const rebased = over(
    [{ op: "state.rename", name: "A", to: "Z" }, { op: "event.rename", id: "e", to: "g" }],
    { op: "transition.add", state: "B", transition },
  );
  assertEquals(rebased, [{
    op: "transition.add",
    state: "B",
    transition: {
      event: "done.state.Z",
      nextState: "Z",
      condition: 'in_state("Z")',
      actions: [{ raise: "g" }],
    },
  }]);
});

Deno.test("rebaseOps() shifts indices by what was added, removed and moved before them", () => {
  assertEquals(over(add("A", 0), touch("A", 1)), [touch("A", 2)]);
  assertEquals(over(add("A"), touch("A", 1)), [touch("A", 1)]);
  assertEquals(over(remove("A", 0), touch("A", 1)), [touch("A", 0)]);
  assertEquals(over({ op: "transition.move", state: "A", index: 0, to: 1 }, touch("A", 1)), [touch("A", 0)]);
  assertEquals(over({ op: "eventSource.move", index: 0, to: 1 }, { op: "eventSource.remove", index: 1 }), [{
    op: "eventSource.remove",
    index: 0,
  }]);
});

Deno.test("rebaseOps() follows an item that was moved elsewhere", () => {
  assertEquals(over({ op: "transition.move", state: "A", index: 0, to: 0, toState: "B" }, touch("A", 0)), [
    touch("B", 0),
  ]);
  assertEquals(
    over({ op: "transition.move", state: "A", index: 0, to: 0, toState: "B" }, {
      op: "transition.move",
      state: "A",
      index: 0,
      to: 1,
    }),
    [{ op: "transition.move", state: "B", index: 0, to: 1, toState: "A" }],
  );
});

Deno.test("rebaseOps() keeps the place of an insertion among states whose siblings changed", () => {
  const insert = (index: number): MachineOp => ({
    op: "state.add",
    parent: "R",
    state: { name: "N" },
    index,
  });
  assertEquals(over({ op: "state.remove", name: "A" }, insert(2)), [insert(1)]);
  assertEquals(over({ op: "state.add", parent: null, state: { name: "M" }, index: 0 }, insert(2)), [
    insert(3),
  ]);
  assertEquals(over({ op: "state.nest", child: "A", newParent: "R" }, insert(2)), [insert(1)]);
  assertEquals(over({ op: "state.nest", child: "A", newParent: "R" }, insert(3)), [insert(3)]);
  const first: MachineOp = { op: "state.add", parent: "R", state: { name: "M" }, index: 0 };
  const atRoot: MachineOp = { op: "state.add", parent: null, state: { name: "N" }, index: 2 };
  assertEquals(over(first, atRoot), [{ ...atRoot, index: 3 }]);
});

Deno.test("rebaseOps() refuses what refers to something that is gone, with the sentence and the culprit", () => {
  const rebased = rebaseOps([note("B"), note("A1")], [change({ op: "state.remove", name: "A" })]);
  assertEquals(rebased, {
    conflict: {
      index: 1,
      with: { op: "state.remove", name: "A" },
      reason:
        'state.update: the state "A1" was removed meanwhile; look at the document as it is now and decide again.',
    },
  });
  refusal({ op: "eventSource.remove", index: 0 }, { op: "event.update", id: "e", patch: {} });
  refusal({ op: "eventSource.remove", index: 0 }, { op: "timer.update", id: "t", patch: {} });
  refusal(remove("A", 0), touch("A", 0));
});

Deno.test("rebaseOps() refuses also when something of that name or index is there again", () => {
  refusal(
    [{ op: "state.remove", name: "B" }, { op: "state.add", parent: "R", state: { name: "B" } }],
    note("B"),
  );
  refusal([remove("A", 0), add("A", 0)], touch("A", 0));
  refusal(update("R", { states: [{ name: "A" }] }), note("A"));
  refusal(update("A", { transitions: [T("e")] }), touch("A", 0));
  refusal(update("B", { onEntry: { actions: [{ code: "x" }] } }), {
    op: "action.remove",
    state: "B",
    hook: "onEntry",
    index: 0,
  });
  refusal({ op: "eventSource.update", index: 0, patch: { events: [{ id: "e" }] } }, {
    op: "event.remove",
    id: "e",
  });
  refusal({ op: "parallel.set", state: "C", parallel: { states: [{ name: "P" }] } }, note("P"));
  refusal({ op: "document.set", document: DEF }, note("A"));
});

Deno.test("rebaseOps() adds to a list that was emptied, or taken away", () => {
  const own: MachineOp[] = [
    { op: "event.add", sourceIndex: 0, event: { id: "a" }, index: 3 },
    { op: "event.add", sourceIndex: 0, event: { id: "b" }, index: 4 },
    { op: "state.add", parent: "Door", state: { name: "Light" }, index: 0, region: true },
  ];
  const over: MachineOp[] = [
    { op: "eventSource.update", index: 0, patch: { events: [] } },
    { op: "state.update", name: "Door", patch: {}, unset: ["parallel"] },
  ];
  assertEquals(rebaseOps(own, [{ ops: over }]), {
    ops: [
      { op: "event.add", sourceIndex: 0, event: { id: "a" } },
      { op: "event.add", sourceIndex: 0, event: { id: "b" } },
      { op: "state.add", parent: "Door", state: { name: "Light" }, region: true },
    ],
  });
});

Deno.test("rebaseOps() refuses to write a whole list over changes in it", () => {
  assertStringIncludes(
    refusal(touch("A", 0), update("A", { transitions: [] })),
    'the transitions of "A" changed',
  );
  refusal(note("A1"), update("A", { states: [] }));
  refusal(note("A"), { op: "document.set", document: DEF });
  refusal(note("P"), { op: "parallel.set", state: "C", parallel: null });
  refusal({ op: "parallel.update", state: "C", patch: { nextState: "A" } }, {
    op: "parallel.set",
    state: "C",
    parallel: null,
  });
  assertEquals(over(note("A"), update("A", { transitions: [] })), [update("A", { transitions: [] })]);
});

Deno.test("rebaseOps() refuses to write a list whole when it cannot tell whether something in it changed", () => {
  const own: MachineOp[] = [
    { op: "eventSource.move", index: 1, to: 3 },
    // What was moved stands here when there are three sources.
    { op: "eventSource.update", index: 2, patch: { events: [{ id: "new" }] } },
  ];
  const result = rebaseOps(own, [{ ops: [{ op: "event.add", sourceIndex: 1, event: { id: "a" } }] }]);
  assert("conflict" in result);
  assertEquals(result.conflict.index, 1);
});

Deno.test("rebaseOps() writes children whole beside changes elsewhere when the author's document is known", () => {
  const ops = [update("A", { states: [] })];
  assert("conflict" in rebaseOps(ops, [change(note("B"))]));
  assertEquals(rebaseOps(ops, [change(note("B"))], change(...ops).gone), { ops });
});

Deno.test("rebaseOps() lets the later value, name and place of the same thing stand", () => {
  assertEquals(over(note("A"), note("A")), [note("A")]);
  assertEquals(over({ op: "state.rename", name: "A", to: "Y" }, { op: "state.rename", name: "A", to: "Z" }), [
    { op: "state.rename", name: "Y", to: "Z" },
  ]);
  const move: MachineOp = { op: "transition.move", state: "A", index: 0, to: 1 };
  assertEquals(over({ op: "transition.move", state: "A", index: 0, to: 0, toState: "B" }, move), [
    { ...move, state: "B", toState: "A" },
  ]);
});

Deno.test("rebaseOps() drops what was done already", () => {
  assertEquals(over({ op: "state.remove", name: "A" }, { op: "state.remove", name: "A" }, note("B")), [
    note("B"),
  ]);
  assertEquals(over({ op: "state.remove", name: "A" }, { op: "state.remove", name: "A1" }), []);
  assertEquals(over(remove("A", 0), remove("A", 0), remove("A", 0)), [remove("A", 0)]);
});

Deno.test("rebaseOps() keeps the name that both gave, against a further one too", () => {
  const rename: MachineOp = { op: "state.rename", name: "A", to: "Z" };
  assertEquals(over(rename, rename, note("Z")), [{ op: "state.rename", name: "Z", to: "Z" }, note("Z")]);
  const timer: MachineOp = { op: "timer.update", id: "t", patch: { id: "g" } };
  assertEquals(over([timer, { op: "event.rename", id: "g", to: "h" }], timer), [{ ...timer, id: "h" }]);
  assertEquals(over([rename, { op: "state.rename", name: "Z", to: "Y" }], rename, note("Z")), [
    { op: "state.rename", name: "Y", to: "Z" },
    note("Z"),
  ]);
});

Deno.test("rebaseOps() refuses a name that was taken", () => {
  const named: MachineOp = { op: "state.add", parent: "A", state: { name: "N" } };
  assertStringIncludes(refusal(named, { ...named, parent: "B" }), 'the name "N" was taken');
  refusal(named, { op: "state.rename", name: "B", to: "N" });
  refusal({ op: "state.rename", name: "B", to: "N" }, named);
  refusal({ op: "event.rename", id: "e", to: "n" }, {
    op: "timer.add",
    sourceIndex: 1,
    timer: { id: "n", name: "n" },
  });
});

Deno.test("rebaseOps() refuses moves that would put two states into each other", () => {
  const nest = (child: string, newParent: string): MachineOp => ({ op: "state.nest", child, newParent });
  assertStringIncludes(refusal(nest("A", "B"), nest("B", "A1")), 'the state "A" was moved');
  assertEquals(over(nest("A", "B"), nest("C", "A1")), [nest("C", "A1")]);
  refusal(nest("A", "B"), nest("B", "C"), nest("C", "A1"));
  refusal(nest("A", "B"), { op: "state.add", parent: "A1", state: { name: "N" } }, nest("B", "N"));
});

Deno.test("rebaseOps() refuses to remove a state into which something was moved", () => {
  const moved = refusal({ op: "state.nest", child: "B", newParent: "A1" }, { op: "state.remove", name: "A" });
  assertStringIncludes(moved, 'the state "B" was moved into the state "A"');
  refusal({ op: "event.move", id: "f", sourceIndex: 0 }, { op: "eventSource.remove", index: 0 });
  assertEquals(
    over({ op: "state.nest", child: "A1", newParent: "A" }, { op: "state.remove", name: "A" }).length,
    1,
  );
});

Deno.test("rebaseOps() refuses to change a `parallel` that went with its last region", () => {
  const join: MachineOp = { op: "parallel.update", state: "C", patch: { nextState: "A" } };
  refusal([{ op: "state.remove", name: "P" }, { op: "state.remove", name: "Q" }], join);
  refusal({ op: "state.remove", name: "Q" }, { op: "state.remove", name: "P" }, join);
  assertEquals(over({ op: "state.remove", name: "P" }, join), [join]);
});

Deno.test("rebaseOps() finds what the list itself made", () => {
  const mine: MachineOp[] = [
    { op: "state.add", parent: "R", state: { name: "N" } },
    add("N"),
    touch("N", 0),
    add("A"),
    touch("A", 2),
    { op: "state.rename", name: "A", to: "Z" },
    touch("Z", 0),
  ];
  assertEquals(
    over(
      [add("A"), { op: "state.rename", name: "A", to: "Y" }, remove("Y", 0)],
      ...mine.slice(0, 5),
    ),
    [
      ...mine.slice(0, 3),
      add("Y"),
      touch("Y", 2),
    ],
  );
  assertEquals(over(add("A", 0), ...mine).slice(4), [touch("A", 3), mine[5], touch("Z", 1)]);
});

Deno.test("rebaseOps() refuses an index that depends on how long a list was when nobody noted that", () => {
  const mine = [add("A"), touch("A", 2)];
  assert("conflict" in rebaseOps(mine, [{ ops: [add("A")] }]));
  assertEquals(rebaseOps(mine, [change(add("A"))]), { ops: [add("A"), touch("A", 3)] });
});

Deno.test("rebaseOps() lets runtime operations pass and follow renames", () => {
  const enter: MachineOp = { op: "runtime.enter", state: "A", from: "B", eventId: "e" };
  assertEquals(
    over([{ op: "state.rename", name: "A", to: "Z" }, { op: "event.rename", id: "e", to: "g" }], enter),
    [{ op: "runtime.enter", state: "Z", from: "B", eventId: "g" }],
  );
  assertEquals(over({ op: "state.remove", name: "A" }, enter), [enter]);
  assertEquals(over(enter, note("A")), [note("A")]);
});

Deno.test("rebaseOps() refuses operations that it does not know unless nothing happened", () => {
  const foreign = { op: "state.paint", name: "A" } as unknown as MachineOp;
  assertEquals(rebaseOps([foreign], []), { ops: [foreign] });
  assert("conflict" in rebaseOps([foreign], [change(note("B"))]));
  assert("conflict" in rebaseOps([note("A")], [{ ops: [foreign] }]));
  assert("conflict" in rebaseOps([{ op: "state.remove" } as unknown as MachineOp], [change(note("B"))]));
});

Deno.test("rebaseOps() is not misled by names of object members", () => {
  const odd: MachineOp[] = [{ op: "state.rename", name: "B", to: "__proto__" }];
  assertEquals(over(odd, note("B")), [note("__proto__")]);
  assert("conflict" in rebaseOps([{ op: "constructor" } as unknown as MachineOp], [change(note("B"))]));
});

Deno.test("rebaseOps() refuses an index in a list whose order can no longer be told", () => {
  refusal(remove("A", 0), add("A", -1), touch("A", 1));
});

Deno.test("rebaseOps() takes a name for the list's own when the list removed its bearer", () => {
  const again: MachineOp = { op: "state.add", parent: "B", state: { name: "A1" } };
  const earlier: MachineOp = { op: "state.remove", name: "A" };
  assertEquals(over(earlier, { op: "state.remove", name: "A1" }, again, note("A1")), [again, note("A1")]);
});

Deno.test("rebaseOps() counts what was moved out of a state that the list removes", () => {
  const earlier: MachineOp = { op: "transition.move", state: "A", index: 0, to: 0, toState: "B" };
  const mine: MachineOp[] = [{ op: "state.remove", name: "A" }, add("B"), touch("B", 0)];
  assertEquals(over(earlier, ...mine), [...mine.slice(0, 2), touch("B", 1)]);
});

Deno.test("rebaseOps() refuses a name that was saved from a state that the list removes", () => {
  const named = (name: string): MachineOp => ({ op: "state.add", parent: "C", state: { name } });
  const save = (name: string): MachineOp => ({ op: "state.nest", child: name, newParent: "C" });
  const remove: MachineOp = { op: "state.remove", name: "A" };
  refusal(save("A1"), remove, named("A1"));
  const inside: State = { name: "N", states: [{ name: "N1" }] };
  refusal([{ op: "state.add", parent: "A", state: inside }, save("N")], remove, named("N1"));
  refusal([update("A", { states: [inside] }), save("N")], remove, named("N1"));
  const mine = [remove, named("Z")];
  const saved = change(save("A1"), { op: "state.rename", name: "A1", to: "Z" });
  assert("conflict" in rebaseOps(mine, [saved], change(...mine).gone));

  const ids: MachineOp[] = [
    { op: "eventSource.remove", index: 0 },
    { op: "event.add", sourceIndex: 0, event: { id: "q" } },
  ];
  const moved = change(
    { op: "event.move", id: "e", sourceIndex: 1 },
    { op: "event.rename", id: "e", to: "q" },
  );
  assert("conflict" in rebaseOps(ids, [moved], change(...ids).gone));
});

Deno.test("rebaseOps() follows the event of a state's completion, be the state removed by the list", () => {
  const named: MachineOp = { op: "event.add", sourceIndex: 1, event: { id: "done.state.A" } };
  const def = applyPatchOps(DEF, [named]);
  const rename: MachineOp = { op: "state.rename", name: "A", to: "Z" };
  const describe = (id: string): MachineOp => ({ op: "event.update", id, patch: { description: "d" } });
  const gone = goneNames(def, applyPatchOps(def, [rename]), [rename]);
  assertEquals(
    rebaseOps([{ op: "state.remove", name: "A" }, describe("done.state.A")], [{ ops: [rename], gone }]),
    {
      ops: [{ op: "state.remove", name: "Z" }, describe("done.state.Z")],
    },
  );
});

Deno.test("edits of declared data by two at once are both kept", () => {
  const before: StateMachineDefinition = {
    ...DEF,
    settings: { ...DEF.settings, data: [{ name: "count", type: "integer" }, { name: "mode", type: "text" }] },
  };
  const after = (earlier: MachineOp[], later: MachineOp[]) => {
    const middle = applyPatchOps(before, earlier);
    const rebased = rebaseOps(later, [{ ops: earlier, gone: goneNames(before, middle, earlier) }]);
    assert("ops" in rebased, JSON.stringify(rebased));
    return applyPatchOps(middle, rebased.ops).settings.data;
  };
  assertEquals(
    after(
      [{ op: "data.rename", name: "count", to: "total" }, {
        op: "data.add",
        data: { name: "a", type: "text" },
      }],
      [
        { op: "data.update", name: "count", patch: { minimum: 0 } },
        { op: "data.remove", name: "mode" },
        { op: "data.add", data: { name: "b", type: "list" } },
      ],
    ),
    [{ name: "total", type: "integer", minimum: 0 }, { name: "a", type: "text" }, {
      name: "b",
      type: "list",
    }],
  );
});
