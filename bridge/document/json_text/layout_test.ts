import { assertEquals } from "@std/assert";
import { type Layout, LayoutTable, type LayoutTraits } from "./layout.ts";

const TRAITS: LayoutTraits = { role: "states[]", type: "object", signature: "name", tall: false, width: 30 };

function table(...learned: [Partial<LayoutTraits>, Layout][]): LayoutTable {
  const layouts = new LayoutTable();
  for (const [traits, layout] of learned) layouts.learn({ ...TRAITS, ...traits }, layout);
  return layouts;
}

function guess(layouts: LayoutTable, traits: Partial<LayoutTraits> = {}): Layout {
  return layouts.guess({ ...TRAITS, ...traits }).layout;
}

Deno.test("LayoutTable guesses what all containers alike do", () => {
  assertEquals(table([{}, "inline"]).guess(TRAITS), { layout: "inline", sure: true });
  assertEquals(table([{}, "multi"]).guess(TRAITS), { layout: "multi", sure: true });
});

Deno.test("LayoutTable guesses multi when it knows nothing", () => {
  assertEquals(guess(table()), "multi");
});

Deno.test("LayoutTable prefers the same role to the same kind", () => {
  const layouts = table([{ role: "events[]" }, "inline"], [{ signature: "name\0kind" }, "multi"]);
  assertEquals(guess(layouts), "multi");
});

Deno.test("LayoutTable decides by width when containers alike differ by it", () => {
  const layouts = table([{ width: 40 }, "inline"], [{ width: 100 }, "multi"]);
  assertEquals([guess(layouts, { width: 45 }), guess(layouts, { width: 95 })], ["inline", "multi"]);
});

Deno.test("LayoutTable breaks what would be much wider than anything on one line", () => {
  const layouts = table([{}, "inline"], [{ type: "array" }, "multi"]);
  assertEquals(guess(layouts, { width: 200 }), "multi");
});

Deno.test("LayoutTable keeps a wide one on one line where the text does so", () => {
  assertEquals(guess(table([{ width: 150 }, "inline"]), { width: 400 }), "inline");
});

Deno.test("LayoutTable asks only the others when told the container's own layout", () => {
  const layouts = table([{}, "inline"]);
  assertEquals(layouts.guess(TRAITS, "inline").sure, false);
});
