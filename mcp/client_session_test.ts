import { assertEquals } from "@std/assert";
import type { KindName } from "@loom/protocol";
import { loomParts } from "./client_session.ts";

/** The names of what is offered for some kinds. */
function offeredFor(...kinds: KindName[]) {
  const { resources, templates, prompts } = loomParts(undefined, undefined, new Set(kinds));
  return [resources, templates, prompts].map((rows) => rows?.map(({ name }) => name));
}

Deno.test("loomParts() offers the resources and prompts of the kinds that are asked for", () => {
  assertEquals(offeredFor("erd"), [["definition", "erd", "findings", "diagram", "rispec"], [], []]);
  assertEquals(offeredFor("machine", "system"), [
    ["definition", "machine", "system", "findings", "diagram", "rispec", "operations"],
    ["state", "event"],
    ["design-state-machine"],
  ]);
});
