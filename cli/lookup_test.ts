import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { actionOf, parameterIndex, sourceIndex, stateCalled, timerId, transitionIndex } from "./lookup.ts";
import { DOOR, LAMP } from "./testing/loom.ts";
import { NameError } from "./usage_error.ts";

const refusal = (find: () => unknown) => assertThrows(find, NameError).message;

Deno.test("stateCalled() names the state that was probably meant", () => {
  assertEquals(refusal(() => stateCalled(DOOR, "Opne")), 'There is no state "Opne". Did you mean "Open"?');
});

const CHOICE = {
  name: "A",
  transitions: [{ event: "go", condition: "x" }, { event: "go" }, { event: "stop" }, {}],
};

Deno.test("transitionIndex() finds a transition by its event, its number, or no event", () => {
  assertEquals(["stop", "1", "-"].map((which) => transitionIndex(CHOICE, which)), [2, 1, 3]);
});

Deno.test("transitionIndex() asks for the number when several have the event", () => {
  assertEquals(
    refusal(() => transitionIndex(CHOICE, "go")),
    '"A" has 2 transitions on "go": say which by its number, 0 or 1.',
  );
});

Deno.test("transitionIndex() says what there is", () => {
  assertEquals(
    refusal(() => transitionIndex(CHOICE, "stp")),
    '"A" has no transition on "stp". Did you mean "stop"?',
  );
  assertEquals(
    refusal(() => transitionIndex(CHOICE, "4")),
    '"A" has no transition 4: they are numbered from 0 to 3.',
  );
  assertEquals(refusal(() => transitionIndex({ name: "B" }, "go")), '"B" has no transitions.');
});

Deno.test("sourceIndex() prefers a name to a number", () => {
  const definition: StateMachineDefinition = { ...DOOR, events: [{ name: "Hand" }, { name: "0" }] };
  assertEquals(["Hand", "0", "1"].map((which) => sourceIndex(definition, which)), [0, 1, 1]);
  assertEquals(
    refusal(() => sourceIndex(definition, "2")),
    'There is no event source "2": "loom list events" shows all.',
  );
});

Deno.test("timerId() finds a timer by its id or its name", () => {
  assertEquals([timerId(LAMP, "time_up"), timerId(LAMP, "Countdown")], ["time_up", "time_up"]);
});

Deno.test("parameterIndex() names the event and the parameter", () => {
  const events = [{ name: "S", events: [{ id: "pay", parameters: [{ name: "sum", type: "int" }] }] }];
  assertEquals(parameterIndex({ ...DOOR, events }, "pay", "sum"), 0);
  assertEquals(
    refusal(() => parameterIndex({ ...DOOR, events }, "pay", "smu")),
    'The event "pay" has no parameter "smu". Did you mean "sum"?',
  );
  assertEquals(
    refusal(() => parameterIndex({ ...DOOR, events }, "pya", "sum")),
    'There is no event "pya". Did you mean "pay"?',
  );
});

Deno.test("actionOf() takes JSON as an action and everything else as code", () => {
  assertEquals(actionOf('{"raise": "done"}'), { raise: "done" });
  assertEquals(actionOf("count += 1"), { code: "count += 1" });
  assertEquals(actionOf("{not json"), { code: "{not json" });
});
