import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type EdgeLabel, readEdgeLabel, readStateLabel, writeEdgeLabel, writeStateLabel } from "./label.ts";
import { oneLine } from "../../text/terminal_text.ts";

Deno.test("readEdgeLabel() takes a label apart", async (t) => {
  const cases: [label: string, parts: Partial<EdgeLabel>][] = [
    ["", {}],
    ["go", { event: "go" }],
    ["user clicks", { event: "user clicks" }],
    ["go [ready]", { event: "go", guard: "ready" }],
    ["go[ready]", { event: "go", guard: "ready" }],
    ["[ready]", { guard: "ready" }],
    ["go / log()", { event: "go", action: "log()" }],
    ["/ log()", { action: "log()" }],
    ["go [ready] / log(a[0])", { event: "go", guard: "ready", action: "log(a[0])" }],
    ["go [ready]/log()", { event: "go", guard: "ready", action: "log()" }],
    ["[x in [1, 2]]", { guard: "x in [1, 2]" }],
    ["tap (stays)", { event: "tap", stays: true }],
    ["tap [ready] (stays)", { event: "tap", guard: "ready", stays: true }],
    ["(stays)", { stays: true }],
    ["GET /users", { event: "GET /users" }],
    ["and/or", { event: "and/or" }],
    ["item [1] changes", { event: "item [1] changes" }],
    ["half [open", { event: "half [open" }],
    ["a#58;b [x #lt; 1]", { event: "a:b", guard: "x < 1" }],
    ["two<br/>lines", { event: "two lines" }],
  ];
  for (const [label, parts] of cases) {
    await t.step(JSON.stringify(label), () => {
      assertEquals(readEdgeLabel(label), { event: "", guard: "", action: "", stays: false, ...parts });
    });
  }
});

const text = fc.array(
  fc.constantFrom(..."ab []()/;:#&\\*_<\"'%$~-".split(""), "(stays)", "(H)", "(H*)", "1.", "\n"),
  {
    maxLength: 8,
  },
).map((parts) => oneLine(parts.join("")));

Deno.test("readEdgeLabel() gives back what writeEdgeLabel() was given", () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (event, guard, stays) => {
      const parts = { event, guard, stays };
      assertEquals(readEdgeLabel(writeEdgeLabel(parts)), { ...parts, action: "" });
    }),
    { seed: 1, numRuns: 1000 },
  );
});

Deno.test("readStateLabel() gives back what writeStateLabel() was given", () => {
  const name = text.filter((one) => one !== "");
  fc.assert(
    fc.property(name, fc.constantFrom("shallow" as const, "deep" as const, undefined), (name, history) => {
      assertEquals(readStateLabel(writeStateLabel({ name, history })), { name, history });
    }),
    { seed: 1, numRuns: 1000 },
  );
});

Deno.test("readStateLabel() knows a history state by its mark", () => {
  assertEquals(readStateLabel("Was open (H)"), { name: "Was open", history: "shallow" });
  assertEquals(readStateLabel("Was open (H*)"), { name: "Was open", history: "deep" });
  assertEquals(readStateLabel("Was open (I)"), { name: "Was open (I)", history: undefined });
});
