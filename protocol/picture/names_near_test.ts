import { assert, assertEquals, assertThrows } from "@std/assert";
import { LoomError } from "../error.ts";
import type { JsonObject } from "../json/value.ts";
import { KINDS } from "../kinds.ts";
import { namesNear } from "./names_near.ts";

const CHAIN = [["A", "B"], ["B", "C"], ["D", "C"]] as const;

Deno.test("namesNear() finds the names so many steps away, in both directions", () => {
  const names = ["A", "B", "C", "D"];
  const near = (focus: string, depth?: number) => [...namesNear(names, CHAIN, { focus, depth }) ?? []].sort();
  assertEquals(near("B", 0), ["B"]);
  assertEquals(near("B"), ["A", "B", "C"]);
  assertEquals(near("A", 9), names);
  assertEquals(namesNear(names, CHAIN, {}), undefined);
  assertThrows(() => near("E"), LoomError, '"E"');
});

Deno.test("namesNear() finds a file by the first part of its name, if there is only one", () => {
  const names = ["a/order.erdf.json", "order.smdf.json", "a/parcel.smdf.json"];
  const near = (focus: string) => [...namesNear(names, [], { focus }) ?? []];
  assertEquals(near("parcel"), ["a/parcel.smdf.json"]);
  assertThrows(() => near("order"), LoomError, "order");
});

Deno.test("namesNear() refuses to collapse, and says what draws a part", () => {
  assertThrows(() => namesNear(["A"], [], { collapse: ["A"] }), LoomError, "focus and depth");
});

Deno.test("Pictures.svg() draws the entities and members near the one in focus", () => {
  const shop: JsonObject = {
    settings: {},
    entities: ["A", "B", "C", "D"].map((name) => ({ name })),
    relationships: CHAIN.map(([from, to]) => ({ from, to, cardinality: "1:N" })),
  };
  const system: JsonObject = { settings: {}, members: ["A", "B", "C", "D"].map((path) => ({ path })) };
  const links = CHAIN.map(([from, to]) => ({ from, to, text: "1 event" }));
  for (
    const [kind, document, attribute] of [["erd", shop, "entity"], ["system", system, "member"]] as const
  ) {
    const svg = KINDS.named(kind)?.content?.pictures.svg(document, {
      theme: "light",
      title: "",
      active: new Set(),
      actions: false,
      view: "tree",
      columns: undefined,
      links,
      part: { focus: "A", depth: 1 },
    });
    assert(svg);
    const shown = [...svg.matchAll(new RegExp(`data-${attribute}="(.)"`, "g"))].map(([, name]) => name);
    assertEquals(shown, ["A", "B"], kind);
  }
});
