/**
 * Generated code of machines with declared data under strict compilers; `tests/soak/typed_code_soak.ts` does it at full size.
 *
 * @module
 */
import { parseJson, readScxml } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert } from "@std/assert";
import fc from "fast-check";
import {
  arbitraryTypedMachine,
  checkPython,
  checkPythonPackage,
  checkTypeScript,
  HAS_MYPY,
} from "./codegen/typed_machines.ts";
import { ASSERTIONS } from "./scxml/assertions.ts";

/** Every fifth machine of SCXML's assertions: what an import declares has to be true of its code. */
const IMPORTED = Object.values(ASSERTIONS).filter((_, index) => index % 5 === 0).map((body, index) =>
  readScxml(
    `<scxml version="1.0" initial="s0">${body}<final id="pass"/><final id="fail"/></scxml>`,
    `Imported${index}`,
  )
    .definition
);
/** A machine whose tasks give what its events declare. */
const WORKER: StateMachineDefinition = {
  settings: {
    namespace: "Tests",
    name: "Worker",
    asynchronous: false,
    data: [{ name: "count", type: "integer", initial: 0 }, { name: "words", type: "list" }],
  },
  events: [{
    name: "Work",
    events: [
      { id: "done.invoke.add", parameters: [{ name: "output", type: "integer" }] },
      { id: "done.invoke.read", parameters: [{ name: "output", type: "list" }] },
    ],
  }],
  state: {
    name: "Root",
    invoke: [{ id: "add", task: "add", input: "{ to: count }" }, { id: "read", task: "read" }],
    transitions: [
      { event: "done.invoke.add", condition: "output > 3", actions: [{ code: "count = output" }] },
      { event: "done.invoke.read", actions: [{ code: "words = output" }] },
    ],
  },
};
const MACHINES = [...fc.sample(arbitraryTypedMachine, { seed: 19, numRuns: 20 }), WORKER, ...IMPORTED];

function examples(): StateMachineDefinition[] {
  const folder = new URL("../examples/", import.meta.url);
  return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".smdf.json"))
    .map(({ name }) => parseJson(Deno.readTextFileSync(new URL(name, folder))));
}

Deno.test("generateTypeScript() gives code of examples and of machines with data that type-checks strictly", async () => {
  const { success, text } = await checkTypeScript([...examples(), ...MACHINES]);
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

Deno.test({
  name: "loom_engine passes mypy --strict",
  ignore: !HAS_MYPY,
  fn: async () => {
    const { success, text } = await checkPythonPackage();
    assert(success, text.slice(0, 4000));
  },
});
