import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Action } from "@loom/protocol";
import { actionsOf, effectOf } from "./actions.ts";

Deno.test("actionsOf() gives the list itself when all its entries are objects", () => {
  const actions: Action[] = [{ code: "f()" }, { raise: "e" }];
  assertStrictEquals(actionsOf({ actions }), actions);
  assertStrictEquals(actionsOf(actions), actions);
});

Deno.test("actionsOf() keeps indices when entries are text or nothing", () => {
  assertEquals(actionsOf(["f()", null, 5, { raise: "e" }]), [{ code: "f()" }, {}, {}, { raise: "e" }]);
});

for (const block of [undefined, null, {}, { actions: null }, { actions: "f()" }, "f()", 5]) {
  Deno.test(`actionsOf() gives no actions for ${JSON.stringify(block)}`, () => {
    assertEquals(actionsOf(block as never), []);
  });
}

const EFFECTS: [string, unknown, unknown][] = [
  ["code", { code: "f()" }, { kind: "code", code: "f()" }],
  ["code before all else", { raise: "e", timerStop: "T", code: "f()" }, { kind: "code", code: "f()" }],
  ["timerStop before raise", { raise: "e", timerStop: "T" }, { kind: "timerStop", timer: "T" }],
  ["nothing for blank code", { code: "  " }, { kind: "none" }],
  ["what stands beside blank code", { code: "", raise: "e" }, { kind: "raise", event: "e" }],
  ["nothing for members of other types", { code: 5, raise: {}, timerStop: null }, { kind: "none" }],
  ["nothing for a timer without a name", { timerStart: { duration: 5 } }, { kind: "none" }],
  ["a timer without a duration", { timerStart: { timer: "T" } }, {
    kind: "timerStart",
    timer: "T",
    duration: "",
  }],
  [
    "a timer that repeats",
    { timerStart: { timer: "T", duration: 5, repeat: "9" } },
    { kind: "timerStart", timer: "T", duration: 5, repeat: "9" },
  ],
  [
    "no repetition for an empty one",
    { timerStart: { timer: "T", duration: 5, repeat: "" } },
    { kind: "timerStart", timer: "T", duration: 5 },
  ],
];

for (const [what, action, effect] of EFFECTS) {
  Deno.test(`effectOf() gives ${what}`, () => {
    assertEquals<unknown>(effectOf(action as Action), effect);
  });
}
