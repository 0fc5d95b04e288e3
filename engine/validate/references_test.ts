import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { enrich } from "../model.ts";
import { machine } from "./testing.ts";
import { validate } from "./validate.ts";

/** Whether each finding of the rule ends with a suggestion, by its pointer. */
function suggestions(
  definition: StateMachineDefinition,
  rule: string,
): [path: string, isSuggested: boolean][] {
  return validate(enrich(definition), { only: new Set([rule]) })
    .map(({ path, message }) => [path, message.includes("Did you mean")]);
}

Deno.test("V005 gives its suggestions to transitions before raised events, wherever they stand", () => {
  const transitions = Array.from({ length: 20 }, (_, i) => ({ event: `go${String.fromCharCode(97 + i)}` }));
  const found = suggestions(machine({ onEntry: { actions: [{ raise: "goo!" }] }, transitions }), "V005");
  assertEquals(found.filter(([, isSuggested]) => !isSuggested), [["/state/onEntry/actions/0/raise", false]]);
});

Deno.test("V006 gives its suggestions to transitions before joins, wherever they stand", () => {
  const transitions = Array.from(
    { length: 20 },
    (_, i) => ({ event: "go", nextState: `Root${String.fromCharCode(97 + i)}` }),
  );
  const found = suggestions(machine({ parallel: { nextState: "Root!", states: [] }, transitions }), "V006");
  assertEquals(found.filter(([, isSuggested]) => !isSuggested), [["/state/parallel/nextState", false]]);
});
