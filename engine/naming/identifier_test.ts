import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { identifierOf } from "./identifier.ts";

const ROWS: Record<string, string> = {
  door: "door",
  "état": "état",
  "状態": "状態",
  "price-update": "price_update",
  "a b\tc": "a_b_c",
  "9lives": "_9lives",
  "": "_0",
  "__class__": "_class__",
  "ﬁ": "_0",
  "𝒳y": "_y",
  "e\u0301": "e_",
};

for (const [name, identifier] of Object.entries(ROWS)) {
  Deno.test(`identifierOf() gives ${identifier} for ${JSON.stringify(name)}`, () => {
    assertEquals(identifierOf(name), identifier);
  });
}

Deno.test("identifierOf() gives identifiers that it leaves alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const identifier = identifierOf(name);
      assertMatch(identifier, /^[\p{ID_Start}_]\p{ID_Continue}*$/u);
      assertEquals(identifierOf(identifier), identifier);
      assertEquals(identifier.normalize("NFKC"), identifier);
    }),
    { seed: 1 },
  );
});
