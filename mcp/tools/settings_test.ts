import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { assertDryThenDone, assertRefused, done } from "../testing/edits.ts";
import { openToolBench } from "../testing/tool_calls.ts";
import { SETTINGS_TOOLS } from "./settings.ts";

Deno.test("add_object declares a host object", async () => {
  const { definition } = await assertDryThenDone(SETTINGS_TOOLS, ["add_object", {
    instance: "bell",
    class: "Bell",
  }]);
  const { settings } = definition as unknown as StateMachineDefinition;
  assertEquals(settings.objects, [{ instance: "bell", class: "Bell" }]);
});

Deno.test("add_object refuses a taken instance and blank words", async () => {
  await using bench = await openToolBench(SETTINGS_TOOLS);
  await done(bench, "add_object", { instance: "bell", class: "Bell" });
  await assertRefused(bench, ["add_object", { instance: "bell", class: "Other" }], "duplicate", "(Bell)");
  await assertRefused(bench, ["add_object", { instance: " ", class: "Bell" }], "bad_parameter");
  await assertRefused(bench, ["add_object", { instance: "a", class: "" }], "bad_parameter");
});
