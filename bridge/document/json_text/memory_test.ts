import { assertEquals } from "@std/assert";
import { JsonTextMemory } from "./memory.ts";
import { applyEdits } from "./text_edit.ts";

const EDIT = { offset: 1, length: 1, text: "" };

Deno.test("JsonTextMemory gives the step back from a text", () => {
  const memory = new JsonTextMemory();
  memory.rememberStep("[1]", [EDIT], "[]");
  assertEquals(applyEdits("[]", memory.stepBack("[]") ?? []), "[1]");
});

Deno.test("JsonTextMemory gives no step back from a text it did not see", () => {
  const memory = new JsonTextMemory();
  memory.rememberStep("[1]", [EDIT], "[]");
  assertEquals(memory.stepBack("[ ]"), undefined);
});

Deno.test("JsonTextMemory forgets the oldest steps and parts", () => {
  const memory = new JsonTextMemory();
  for (let step = 0; step <= 200; step++) {
    memory.rememberStep(`[1,${step}]`, [EDIT], `[,${step}]`);
    memory.rememberFragment("", { text: `[${step}]`, indent: "" });
  }
  assertEquals(memory.stepBack("[,0]"), undefined);
  assertEquals(memory.stepBack("[,1]") === undefined, false);
  assertEquals(memory.fragmentsFor("").length, 200);
});

Deno.test("JsonTextMemory holds back parts that are indented otherwise", () => {
  const memory = new JsonTextMemory();
  memory.rememberFragment("{\n  1", { text: "[\n    1\n  ]", indent: "  " });
  assertEquals(memory.fragmentsFor("{\n\t1"), []);
  assertEquals(memory.fragmentsFor("{\n  2").length, 1);
});
