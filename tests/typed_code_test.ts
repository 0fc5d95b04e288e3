/**
 * Generated code of machines with declared data under strict compilers; `tests/soak/typed_code_soak.ts` does it at full size.
 *
 * @module
 */
import { parseJson } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert } from "@std/assert";
import fc from "fast-check";
import { arbitraryTypedMachine, checkPython, checkTypeScript, HAS_MYPY } from "./codegen/typed_machines.ts";

const MACHINES = fc.sample(arbitraryTypedMachine, { seed: 19, numRuns: 20 });

function examples(): StateMachineDefinition[] {
  const folder = new URL("../examples/", import.meta.url);
  return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".smdf.json"))
    .map(({ name }) => parseJson(Deno.readTextFileSync(new URL(name, folder))));
}

Deno.test("generateTypeScript() gives code of machines with data that type-checks strictly", async () => {
  const { success, text } = await checkTypeScript(MACHINES);
  assert(success, text.slice(0, 4000));
});

Deno.test({
  name: "generatePython() gives code of examples and of machines with data that mypy --strict accepts",
  ignore: !HAS_MYPY,
  fn: async () => {
    const { success, text } = await checkPython([...examples(), ...MACHINES]);
    assert(success, text.slice(0, 4000));
  },
});
