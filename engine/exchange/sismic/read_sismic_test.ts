import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LoomError } from "@loom/protocol";
import { readMachine } from "../convert.ts";
import { readSismic } from "./read_sismic.ts";

const ELEVATOR = `
statechart:
  name: Elevator
  description: Goes up and down.
  preamble: |
    current = 0
    destination = 0
  root state:
    name: active
    parallel states:
      - name: movement
        initial: doorsOpen
        states:
          - name: moving
            on exit: steps = 0
          - name: doorsOpen
            transitions:
              - target: moving
                guard: destination != current and after(10)
                action: |
                  send('left', floor=current)
                  notify('seen')
              - event: stop
                priority: low
                guard: active('moving') or event.hard
                target: moving
              - event: stop
                guard: "[x for x in y]"
                target: gone
          - name: last
            type: deep history
            memory: moving
          - name: gone
            type: final
      - name: floors
        contract:
          - always: current >= 0
        transitions:
          - event: floorSelected
            action: destination = event.floor
`;

Deno.test("a statechart of Sismic becomes states, regions, delays and raised events", () => {
  const { definition, remarks } = readSismic(ELEVATOR);
  assertEquals(definition.settings.name, "Elevator");
  assertEquals(definition.events[0]?.events?.map(({ id }) => id), ["left", "stop", "floorSelected"]);
  assertEquals(definition.settings.data, [
    { name: "current", type: "any", initial: 0 },
    { name: "destination", type: "any", initial: 0 },
    { name: "steps", type: "any" },
  ]);
  assertEquals(definition.events[0]?.events?.[2]?.parameters, [{ name: "floor", type: "any" }]);
  const [movement, floors] = definition.state.parallel?.states ?? [];
  assertEquals(movement?.initial, "doorsOpen");
  const [moving, open, last, gone] = movement?.states ?? [];
  assertEquals(moving, { name: "moving", onExit: { actions: [{ code: "steps = 0" }] } });
  assertEquals(open?.transitions, [
    {
      after: 10_000,
      nextState: "moving",
      condition: "destination != current",
      actions: [{ raise: "left", data: "{floor: current}" }],
    },
    { event: "stop", nextState: "gone", condition: "[x for x in y]" },
    { event: "stop", nextState: "moving", condition: 'in_state("moving") or hard' },
  ]);
  assertEquals(last, {
    name: "last",
    kind: "history",
    history: "deep",
    transitions: [{ nextState: "moving" }],
  });
  assertEquals(gone?.kind, "final");
  assertEquals(floors?.transitions, [
    { event: "floorSelected", actions: [{ code: "destination = floor" }] },
  ]);
  assertEquals(remarks.map(({ line, message }) => `${line}: ${message.slice(0, 50)}`), [
    '20: The call notify("seen") was left out.',
    '28: The text "[x for x in y]" was taken over and canno',
    "37: The contract was left out.",
  ]);
});

Deno.test("YAML that is no statechart is refused with its line", () => {
  assertThrows(() => readSismic("statechart: [1, 2"), LoomError, "The YAML breaks off at line 1");
  assertThrows(() => readSismic("a: 1"), LoomError, "no statechart with a root state");
  const nested = (depth: number): string => {
    let text = "statechart:\n  root state:\n    name: s0\n";
    let indent = "    ";
    for (let at = 1; at <= depth; at++) {
      text += `${indent}states:\n${indent}  - name: s${at}\n`;
      indent += "    ";
    }
    return text;
  };
  assertEquals(readSismic(nested(20)).definition.state.name, "s0");
  assertThrows(() => readSismic(nested(210)), LoomError, "more than 200 levels");
});

Deno.test("any YAML is read or refused with a sentence", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      try {
        readSismic(`statechart:\n  root state: ${json}`);
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
      }
    }),
    { seed: 5 },
  );
});

const actionsOf = (code: string) => {
  const lines = code.split("\n").map((line) => `      ${line}`).join("\n");
  const { definition, remarks } = readSismic(
    `statechart:\n  name: M\n  root state:\n    name: a\n    on entry: |\n${lines}\n`,
  );
  return { actions: definition.state.onEntry?.actions, remarks: remarks.map(({ message }) => message) };
};

Deno.test("Python's if, for and delays of Sismic become structured actions", () => {
  const { actions, remarks } = actionsOf(
    `# counts down
n -= 1  # by one
if n > 3 and mode == 'a:b':
    send('high', value=n)
elif n == 0: send('done', delay=1.5)
else:
    for i, x in enumerate(items):
        total += x
    pass
best = n if n > best else (
    best)`,
  );
  assertEquals(remarks, []);
  assertEquals(actions, [
    { code: "n -= 1" },
    {
      if: {
        condition: 'n > 3 and mode == "a:b"',
        then: [{ raise: "high", data: "{value: n}" }],
        else: [{
          if: {
            condition: "n == 0",
            then: [{ send: { event: "done", delay: 1500 } }],
            else: [{ forEach: { list: "items", item: "x", index: "i", actions: [{ code: "total += x" }] } }],
          },
        }],
      },
    },
    { if: { condition: "n > best", then: [{ code: "best = n" }], else: [{ code: "best = best" }] } },
  ]);
});

Deno.test("Python that the language of machines does not have is kept and listed", () => {
  const { actions, remarks } = actionsOf("while True:\n    n += 1\nn = [x for x in y]\nm = idle(3)");
  assertEquals(actions, [
    { code: "while True:\n    n += 1" },
    { code: "n = [x for x in y]" },
    { code: "m = idle(3)" },
  ]);
  assertEquals(remarks.length, 3);
  assertEquals(remarks[2], "There is no idle here: what uses it fails.");
});

Deno.test("readMachine() takes the format of the ending when no format knows the text", async () => {
  await assertRejects(
    () => readMachine("a: [1\n", { path: "a.yaml" }),
    LoomError,
    "The YAML breaks off at line 2",
  );
  await assertRejects(
    () => readMachine("class A\n", { path: "a.puml" }),
    LoomError,
    "line of a state diagram",
  );
});
