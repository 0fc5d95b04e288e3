import { assert, assertEquals } from "@std/assert";
import { MACHINE_CHANGES } from "../patch.ts";
import type { StateMachineDefinition } from "../types.ts";
import { ADD_DATA_COMMAND, REMOVE_DATA_COMMAND, RENAME_DATA_COMMAND, UPDATE_DATA_COMMAND } from "./data.ts";
import type { MachineCommand } from "./checks.ts";

const COUNTER: StateMachineDefinition = {
  settings: {
    namespace: "Home",
    asynchronous: false,
    objects: [{ instance: "host", class: "Host" }],
    data: [{ name: "count", type: "integer", minimum: 0, description: "How many." }, {
      name: "mode",
      type: "enum",
      values: ["slow"],
    }],
  },
  events: [{
    name: "Hand",
    events: [{ id: "go" }, { id: "set", parameters: [{ name: "count", type: "int" }] }],
  }],
  state: {
    name: "Root",
    onEntry: { actions: [{ code: "count += 1" }, { timerStart: { timer: "T", duration: "count * 2" } }] },
    transitions: [
      { event: "go", condition: "count < 3 and mode == 'count'", actions: [{ code: "log(x.count)" }] },
      { event: "set", condition: "count > 0", actions: [{ code: "count = count" }] },
      {
        event: "go",
        actions: [
          { if: { condition: "count", then: [{ assign: { target: "count", value: "1" } }] } },
          { forEach: { list: "[count]", item: "count", actions: [{ log: "count" }] } },
        ],
      },
    ],
  },
};

/** The settings and the state after an edit. */
function after<Arguments extends object>(command: MachineCommand<Arguments>, values: Arguments) {
  const planned = command.run(COUNTER, values);
  assert(planned.ok, planned.ok ? "" : planned.refusal.message);
  const applied = MACHINE_CHANGES.apply(COUNTER, [...planned.value.ops]);
  assert(applied.ok);
  return { ...planned.value, definition: applied.value };
}

function refusalOf<Arguments extends object>(command: MachineCommand<Arguments>, values: Arguments): string {
  const planned = command.run(COUNTER, values);
  assert(!planned.ok);
  return planned.refusal.code;
}

Deno.test("data.add declares data", () => {
  const { definition } = after(ADD_DATA_COMMAND, { name: "on", type: "boolean", initial: false });
  assertEquals(definition.settings.data?.at(-1), { name: "on", type: "boolean", initial: false });
});

Deno.test("data.add refuses names that are taken or that no guard can use", () => {
  assertEquals(refusalOf(ADD_DATA_COMMAND, { name: "count", type: "text" }), "duplicate");
  assertEquals(refusalOf(ADD_DATA_COMMAND, { name: "host", type: "text" }), "duplicate");
  assertEquals(refusalOf(ADD_DATA_COMMAND, { name: "two words", type: "text" }), "bad_name");
  assertEquals(refusalOf(ADD_DATA_COMMAND, { name: "not", type: "text" }), "bad_name");
});

Deno.test("data.update sets and clears fields", () => {
  const { definition } = after(UPDATE_DATA_COMMAND, { name: "count", maximum: 9, description: "" });
  assertEquals(definition.settings.data?.[0], { name: "count", type: "integer", minimum: 0, maximum: 9 });
  assertEquals(refusalOf(UPDATE_DATA_COMMAND, { name: "count" }), "nothing_given");
  assertEquals(refusalOf(UPDATE_DATA_COMMAND, { name: "coutn", maximum: 9 }), "unknown_name");
});

Deno.test("data.rename renames what means the data, and nothing that only looks like it", () => {
  const { definition, summary } = after(RENAME_DATA_COMMAND, { name: "count", newName: "total" });
  assertEquals(summary, 'Renamed data "count" to "total", in 4 places that use it.');
  assertEquals(definition.settings.data?.map(({ name }) => name), ["total", "mode"]);
  assertEquals(definition.state.onEntry, {
    actions: [{ code: "total += 1" }, { timerStart: { timer: "T", duration: "total * 2" } }],
  });
  assertEquals(definition.state.transitions, [
    { event: "go", condition: "total < 3 and mode == 'count'", actions: [{ code: "log(x.count)" }] },
    { event: "set", condition: "count > 0", actions: [{ code: "total = count" }] },
    {
      event: "go",
      actions: [
        { if: { condition: "total", then: [{ assign: { target: "total", value: "1" } }] } },
        { forEach: { list: "[total]", item: "count", actions: [{ log: "count" }] } },
      ],
    },
  ]);
});

Deno.test("data.rename refuses a name that a payload would hide", () => {
  assertEquals(refusalOf(RENAME_DATA_COMMAND, { name: "mode", newName: "count" }), "duplicate");
});

Deno.test("data.remove tells what still uses it", () => {
  const { definition, notes } = after(REMOVE_DATA_COMMAND, { name: "count" });
  assertEquals(definition.settings.data?.map(({ name }) => name), ["mode"]);
  assertEquals(notes?.map((note) => typeof note === "string" ? note : note.brief), [
    "4 places still use it.",
  ]);
});
