import { parseMachineOps, PatchError } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { OPERATIONS, operationsText } from "./operations.ts";

Deno.test("every operation that is told of is known, and needs the fields that are told to be needed", () => {
  assert(OPERATIONS.length > 20);
  for (const { name, fields } of OPERATIONS) {
    assertEquals(name.startsWith("runtime."), false);
    const first = fields.find(({ required }) => required);
    if (first === undefined) continue;
    const error = assertThrows(() => parseMachineOps([{ op: name }]), PatchError, `"${first.name}"`);
    assertEquals(error.code, "bad_op");
  }
});

Deno.test("operationsText() has a line for each operation and each field", () => {
  const text = operationsText();
  assertEquals(
    text.split("\n").length,
    OPERATIONS.length + OPERATIONS.reduce((sum, { fields }) => sum + fields.length, 0),
  );
  assertStringIncludes(
    text,
    "- `state.rename`: Renames a state and every reference to it.\n  - `name` (`string`)",
  );
  assertStringIncludes(text, "(`integer`, optional)");
});
