/**
 * Generated code of machines with declared data under strict compilers; `tests/soak/typed_code_soak.ts` does it at full size.
 *
 * @module
 */
import { compileMachine, parseJson, readScxml } from "@loom/engine";
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
/** A machine whose output is an object, and one that invokes it. */
const PAY: StateMachineDefinition = {
  settings: {
    namespace: "Tests",
    name: "Pay",
    asynchronous: false,
    data: [
      { name: "amount", type: "number" },
      { name: "by", type: "enum", values: ["card", "cash"] },
      { name: "lines", type: "list", items: { type: "object" } },
    ],
  },
  events: [],
  state: {
    name: "Root",
    states: [{ name: "Paid", kind: "final", output: "{ amount, by, lines, ok: true }" }],
  },
};
const BUYER: StateMachineDefinition = {
  settings: {
    namespace: "Tests",
    name: "Buyer",
    asynchronous: false,
    data: [{ name: "sum", type: "number" }],
  },
  events: [],
  state: {
    name: "Root",
    invoke: [{ id: "pay", machine: "pay" }],
    transitions: [{
      event: "done.invoke.pay",
      condition: "output.ok and allowed(output.by)",
      actions: [{ code: "sum = output.amount; note(output)" }],
    }],
  },
};
const LOOSE: StateMachineDefinition = {
  ...BUYER,
  settings: { namespace: "Tests", name: "Loose", asynchronous: false },
};
const CHILDREN = { pay: { program: compileMachine(PAY), machines: {} } };
const MACHINES = [
  ...fc.sample(arbitraryTypedMachine, { seed: 19, numRuns: 20 }),
  WORKER,
  BUYER,
  LOOSE,
  ...IMPORTED,
];

function examples(): StateMachineDefinition[] {
  const folder = new URL("../examples/", import.meta.url);
  return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".smdf.json"))
    .map(({ name }) => parseJson(Deno.readTextFileSync(new URL(name, folder))));
}

Deno.test("generateTypeScript() gives code of examples and of machines with data that type-checks strictly", async () => {
  const { success, text } = await checkTypeScript([...examples(), ...MACHINES], CHILDREN);
  assert(success, text.slice(0, 4000));
});

Deno.test({
  name: "generatePython() gives code of examples and of machines with data that mypy --strict accepts",
  ignore: !HAS_MYPY,
  fn: async () => {
    const { success, text } = await checkPython([...examples(), ...MACHINES], CHILDREN);
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
