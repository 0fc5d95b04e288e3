import { assertEquals } from "@std/assert";
import { guardCompletions, guardNames } from "./guard_names.ts";

Deno.test("guardNames() gives what the event brings, then declared data, each once", () => {
  const definition = {
    settings: {
      namespace: "Shop",
      data: [{ name: "stock", type: "integer" as const }, { name: "sum", type: "number" as const }],
    },
    events: [{ name: "Web", events: [{ id: "pay", parameters: [{ name: "sum", type: "number" }] }] }],
    state: { name: "Shop" },
  };
  assertEquals(guardNames(definition, "pay"), ["sum", "stock", "in_state("]);
  assertEquals(guardNames(definition, "go"), ["stock", "sum", "in_state("]);
});

Deno.test("guardNames() gives what there is of a broken document", () => {
  const definition = JSON.parse(
    '{"settings":{"data":[null,{"name":1},{"name":"n"}]},"events":[3,{"events":{}}]}',
  );
  assertEquals(guardNames(definition, "go"), ["n", "in_state("]);
});

Deno.test("guardCompletions() completes the last word", () => {
  const names = ["stock", "sum", "in_state("];
  const rows: Record<string, string[]> = {
    "": names,
    "s": ["stock", "sum"],
    "sum > st": ["sum > stock"],
    "sum > ": ["sum > stock", "sum > sum", "sum > in_state("],
    "not (s": ["not (stock", "not (sum"],
    "sum ": [],
    "order.s": [],
    "kind == 's": [],
    "kind == 'x' and i": ["kind == 'x' and in_state("],
    "stock": [],
  };
  for (const [text, expected] of Object.entries(rows)) {
    assertEquals(guardCompletions(text, names), expected, text);
  }
});
