import { readMachine, writeAsl } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import validator from "asl-validator";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { trees } from "../protocol/machine/_arbitrary.ts";

/** What the validator of Step Functions says of a machine. */
function faults(definition: StateMachineDefinition): string[] {
  const { errors }: { errors: readonly unknown[] } = validator(JSON.parse(writeAsl(definition).text));
  return errors.map((error) => JSON.stringify(error).slice(0, 400));
}

Deno.test("Step Functions accept what is written of every example", async () => {
  for await (const { name } of Deno.readDir(new URL("../examples/", import.meta.url))) {
    if (!name.endsWith(".smdf.json")) continue;
    const text = await Deno.readTextFile(new URL(`../examples/${name}`, import.meta.url));
    assertEquals(faults((await readMachine(text, { path: name })).definition), [], name);
  }
});

Deno.test("Step Functions accept what is written of any tree of states", () => {
  fc.assert(fc.property(trees(), (definition) => assertEquals(faults(definition), [])), {
    seed: 5,
    numRuns: 60,
  });
});

Deno.test("guards, delays, tasks, regions and actions become states of Step Functions", () => {
  const { text, leftOut } = writeAsl({
    settings: {
      namespace: "Shop",
      name: "Order",
      asynchronous: false,
      data: [{ name: "total", type: "number", initial: 10 }],
    },
    events: [{ name: "E", events: [{ id: "pay", parameters: [{ name: "sum", type: "float" }] }] }],
    state: {
      name: "Order",
      states: [
        {
          name: "Open",
          transitions: [
            {
              event: "pay",
              nextState: "Charging",
              condition: "sum >= total and not blocked",
              actions: [{ code: "paid = sum" }],
            },
            { after: 3_600_000, nextState: "Gone" },
          ],
        },
        {
          name: "Charging",
          invoke: [{ id: "charge", task: "ChargeCard", input: "{amount: paid}" }],
          transitions: [
            { event: "done.invoke.charge", nextState: "Packing" },
            { event: "error.invoke.charge", nextState: "Gone" },
          ],
        },
        {
          name: "Packing",
          parallel: {
            nextState: "Sent",
            states: [{ name: "Box", kind: "final" }, { name: "Label", kind: "final" }],
          },
        },
        { name: "Sent", onEntry: { actions: [{ code: "mail.send(total)" }] }, kind: "final" },
        { name: "Gone", kind: "final" },
      ],
    },
  });
  const { States, StartAt } = JSON.parse(text);
  assertEquals(leftOut, []);
  assertEquals(States[StartAt].Assign, {
    blocked: null,
    paid: null,
    total: 10,
    queueUrl: "{% $states.input.queueUrl %}",
  });
  assertEquals([States.Open.TimeoutSeconds, States.Open.Next], [3600, "Open event"]);
  assertEquals(States["Open event"], {
    Type: "Choice",
    Choices: [{
      Condition:
        '{% $states.input.event in ["pay"] and ($states.input.payload.sum >= $total and $not($blocked)) %}',
      Next: "Open pay",
    }],
    Default: "Open",
  });
  assertEquals(States["Open pay"], {
    Type: "Pass",
    Assign: { paid: "{% $states.input.payload.sum %}" },
    Next: "Charging",
  });
  assertEquals(States.Charging.Arguments, { FunctionName: "ChargeCard", Payload: '{% {"amount": $paid} %}' });
  assertEquals([States.Charging.Next, States.Charging.Catch[0].Next], ["Packing", "Gone"]);
  assertEquals(States.Packing.Branches.length, 2);
  assertEquals(States.Sent.Arguments, { FunctionName: "mail.send", Payload: ["{% $total %}"] });
});
