import { LoomError, type State, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { machineFormatOf, machineFormatOfPath, readMachineText, writeMachineText } from "./machine_text.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Lamp", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "press" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
      { name: "On", transitions: [{ event: "press", nextState: "Off" }] },
    ],
  },
};

Deno.test("machineFormatOf() goes by the ending, then by the text", () => {
  assertEquals(machineFormatOf("<", "a.json"), "json");
  assertEquals(machineFormatOf("{}", "a.md"), "mermaid");
  assertEquals(machineFormatOf(" \uFEFF<machine/>"), "xml");
  assertEquals(machineFormatOf("stateDiagram-v2\n a --> b"), "mermaid");
  assertEquals(machineFormatOf("neither"), "json");
});

Deno.test("machineFormatOfPath() knows the endings that a machine is written with", () => {
  assertEquals(["a.JSON", "a.fsm", "a.mmd", "a.md"].map(machineFormatOfPath), [
    "json",
    "xml",
    "mermaid",
    undefined,
  ]);
});

for (const format of ["json", "xml", "mermaid"] as const) {
  Deno.test(`readMachineText() reads what writeMachineText() wrote as ${format}`, () => {
    const text = writeMachineText(LAMP, format);
    assertEquals(text.endsWith("\n") && !text.endsWith("\n\n"), true);
    const read = readMachineText(text);
    assertEquals(read.format, format);
    assertEquals(read.definition.state.states?.map((state) => state.name), ["Off", "On"]);
  });
}

Deno.test("readMachineText() takes the format that it is told, and fails where the text is another", () => {
  assertThrows(() => readMachineText("{}", { format: "xml" }));
});

Deno.test("writeMachineText() leaves the wrapper out when asked to", () => {
  assertEquals(JSON.parse(writeMachineText(LAMP, "json", { bare: true })), LAMP);
});

Deno.test("writeMachineText() refuses what nests too deep for JSON with a sentence", () => {
  let state: State = { name: "Leaf" };
  for (let level = 0; level < 20_000; level++) state = { name: `S${level}`, states: [state] };
  const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state };
  const error = assertThrows(() => writeMachineText(definition, "json"), LoomError, "make it flatter");
  assertEquals(error.code, "too_deep");
});
