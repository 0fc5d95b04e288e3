import { assertEquals } from "@std/assert";
import { Chart } from "../chart/chart.ts";
import { State, StateKind } from "../chart/state.ts";
import { readingsOf } from "./state_names.ts";

function readings(names: readonly string[], name: string): string[][] {
  const root = new State("Root", StateKind.ROOT);
  const states = [root, ...names.map((one) => new State(one, StateKind.LEAF, root))];
  const { tables } = new Chart("M", states, { events: [], handlers: {} });
  return readingsOf(tables, name).map((nodes) => nodes.map((node) => node.name));
}

Deno.test("readingsOf() divides a name at its bars", () => {
  assertEquals(readings(["a", "b"], "a|b"), [["a", "b"]]);
  assertEquals(readings(["a", "b"], "a"), [["a"]]);
  assertEquals(readings(["a", "b"], "a|c"), []);
});

Deno.test("readingsOf() takes bars that belong to names, the whole name first", () => {
  assertEquals(readings(["a", "b", "a|b"], "a|b"), [["a|b"], ["a", "b"]]);
  assertEquals(readings(["a|", "|b"], "a|||b"), [["a|", "|b"]]);
  assertEquals(readings(["|"], "|||||"), [["|", "|", "|"]]);
});

Deno.test("readingsOf() looks at a bounded number of readings", () => {
  assertEquals(readings(["a", "a|a"], Array(200).fill("a").join("|")).length, 1000);
});

Deno.test("readingsOf() does not look for what cannot be read to the end", () => {
  assertEquals(readings(["a", "a|a"], `${Array(2000).fill("a").join("|")}|b`), []);
});
