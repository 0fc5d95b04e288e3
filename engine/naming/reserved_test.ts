import { assertEquals } from "@std/assert";
import { Chart, ContextAsync, State, StateKind } from "../runtime/mod.ts";
import { CONTEXT_MEMBERS } from "./reserved.ts";

function membersOf(value: object): Set<string> {
  const names = new Set<string>();
  for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) names.add(name);
  }
  return names;
}

Deno.test("CONTEXT_MEMBERS has every member of a context but those that no identifier is spelled like", () => {
  const context = new ContextAsync(
    "C",
    new Chart("M", [new State("Root", StateKind.ROOT)], { events: [], handlers: {} }),
  );
  const unknown = [...membersOf(context)].filter((name) =>
    !name.startsWith("__") && !CONTEXT_MEMBERS.has(name)
  );
  assertEquals(unknown.toSorted(), []);
});
