import { enrich, type EnrichedModel, validate } from "@loom/engine";
import { CodeGenerationError, generatePython, generateTypeScript } from "@loom/engine/codegen";
import { ContextAsync } from "@loom/engine/runtime";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ModuleFolder } from "./codegen/modules.ts";
import { CODE_ROWS, NAME_ROWS } from "./codegen/rows.ts";
import { GENERATED_PYTHON } from "./conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT, typeScriptOf } from "./conformance/generated_typescript.ts";
import { type ConformanceTarget, runVector } from "./conformance/runner.ts";
import { HAS_PYTHON } from "./python.ts";

const RUNTIME = import.meta.resolve("@loom/engine/runtime");
const ROWS = [...CODE_ROWS, ...NAME_ROWS];
const TARGETS: readonly [ConformanceTarget, boolean][] = [[GENERATED_TYPESCRIPT, false], [
  GENERATED_PYTHON,
  !HAS_PYTHON,
]];

for (const [target, ignore] of TARGETS) {
  Deno.test({
    name: `${target.name} is right where it once was wrong`,
    ignore,
    fn: async (t) => {
      await target.open?.();
      try {
        for (const vector of ROWS) {
          await t.step(`${vector.name}: ${vector.about}`, () => runVector(target, vector));
        }
      } finally {
        await target.close?.();
      }
    },
  });
}

Deno.test("generateTypeScript() gives modules that type-check and lint without an edit", async () => {
  await using folder = await ModuleFolder.make();
  for (const { definition } of ROWS) await folder.add(typeScriptOf(definition));
  const [check, lint] = [await folder.check(), await folder.lint()];
  assert(check.success, check.text);
  assert(lint.success, lint.text);
});

Deno.test("validate() tells of every name that generated code changes, and of no other", () => {
  const told = NAME_ROWS.map(({ definition }) =>
    validate(enrich(definition)).filter(({ ruleId }) => ruleId === "W107").map(({ element }) => element)
  );
  assertEquals(told.map((names) => names.toSorted()), [
    ["A-B", "AB", "Kind", "Row", "ab_c"],
    // Of "delete" it is the parameter.
    [
      "RowContext",
      "StateA",
      "constructor",
      "context",
      "delete",
      "end",
      "entry",
      "exit",
      "import",
      "order_placed",
    ],
    ["class", "data", "name", "observer", "options", "timers"],
    ["_active", "_context", "_lock", "_tables", "_visited"],
  ]);
});

const DOOR: StateMachineDefinition = {
  settings: {
    namespace: "Home",
    name: "Door",
    asynchronous: false,
    objects: [{ instance: "lock", class: "Lock" }],
  },
  events: [{
    name: "Hand",
    feeder: "Hand",
    events: [{ id: "open", parameters: [{ name: "key", type: "Key" }] }],
  }],
  state: {
    name: "Root",
    states: [
      {
        name: "Closed",
        transitions: [{
          event: "open",
          nextState: "Open",
          condition: "lock.fits(key) and lock.tries < 3",
          actions: [{ code: "lock.turn(key, times=2); lock.tries += 1" }],
        }],
      },
      { name: "Open" },
    ],
  },
};

function model(change: Partial<StateMachineDefinition> = {}): EnrichedModel {
  return enrich({ ...DOOR, ...change });
}

Deno.test("generateTypeScript() imports the runtime library from where it is told (B15)", () => {
  assertStringIncludes(generateTypeScript(model()), `from "@loom/engine/runtime";`);
  assertStringIncludes(generateTypeScript(model(), { runtime: "npm:@x/y" }), `from "npm:@x/y";`);
});

const TYPES = `
export interface Key { teeth: number }
export class Lock {
  tries = 0;
  fits(key: Key): boolean { return key.teeth > 2; }
  turn(_key: Key, _options: { times: number }): void {}
}
`;

Deno.test("generateTypeScript() type-checks against classes of the host (B16)", async () => {
  await using folder = await ModuleFolder.make();
  const types = await folder.add(TYPES, "types.ts");
  const code = await folder.add(generateTypeScript(model(), { runtime: RUNTIME, types: "./types.ts" }));
  await folder.add(generateTypeScript(model(), { runtime: RUNTIME }));
  const { success, text } = await folder.check();
  assert(success, text);
  const { DoorContext, Hand } = await import(code);
  const { Lock } = await import(types);
  const lock = new Lock();
  const door = new DoorContext(lock);
  door.enterInitialState();
  assertEquals(new Hand(door).open({ teeth: 1 }), false);
  assertEquals(new Hand(door).open({ teeth: 3 }), true);
  assertEquals([door.state, lock.tries], ["Open", 1]);
});

for (const generate of [generateTypeScript, generatePython]) {
  Deno.test(`${generate.name}() refuses a definition with errors and names the first (B18)`, () => {
    const broken = model({
      state: { name: "Root", states: [{ name: "A", transitions: [{ event: "open", nextState: "Z" }] }] },
    });
    const error = assertThrows(
      () => generate(broken),
      CodeGenerationError,
      'V006 at "/state/states/0/transitions/0',
    );
    assertEquals(error.findings.map(({ ruleId }) => ruleId), ["V006"]);
    assertStringIncludes(generate(broken, { force: true }), "which does not exist");
  });
}

Deno.test("generateTypeScript() gives an asynchronous context whose errors can be seen (B20)", async () => {
  await using folder = await ModuleFolder.make();
  const settings = { ...DOOR.settings, asynchronous: true };
  const code = await folder.add(generateTypeScript(model({ settings }), { runtime: RUNTIME }));
  const { DoorContext, Hand } = await import(code);
  const lock = { tries: 0, fits: () => true, turn: () => {} };
  const door = new DoorContext(lock);
  assert(door instanceof ContextAsync);
  door.enterInitialState();
  const posted = new Hand(door).open({ teeth: 3 });
  assertEquals(door.state, "Closed");
  assertEquals([(await posted).handled, door.state], [true, "Open"]);
  door.scheduleEvent(() => {
    throw new Error("seen");
  });
  await assertRejects(() => door.idle(), Error, "seen");
});
