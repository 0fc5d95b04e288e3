import { type StateMachineDefinition, writeMachineDot } from "@loom/protocol";
import { instance } from "@viz-js/viz";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { trees } from "../protocol/machine/_arbitrary.ts";

Deno.test("Graphviz draws what is written of any machine and of every example", async () => {
  const viz = await instance();
  const draw = (definition: StateMachineDefinition) => viz.render(writeMachineDot(definition).text);
  for await (const { name } of Deno.readDir(new URL("../examples/", import.meta.url))) {
    if (!name.endsWith(".smdf.json")) continue;
    const document = JSON.parse(
      await Deno.readTextFile(new URL(`../examples/${name}`, import.meta.url)),
    );
    assertEquals(draw(document.stateMachine ?? document).errors, [], name);
  }
  fc.assert(
    fc.property(trees(), (definition) => draw(definition).status === "success"),
    { seed: 5, numRuns: 40 },
  );
});
