import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryErd, SQL_HOLDS } from "../testing/arbitrary_erd.ts";
import { readDbml } from "./read_dbml.ts";
import { writeDbml } from "./write_dbml.ts";

Deno.test("readDbml() gives back what writeDbml() wrote", () => {
  const holds = {
    ...SQL_HOLDS,
    types: [...SQL_HOLDS.types, "dict[str, int]", "string[]", "unknown type", "serial"],
    enums: "named",
    labels: true,
    emptyTables: true,
    foreignNames: false,
  } as const;
  fc.assert(
    fc.property(arbitraryErd(holds), (erd) => {
      const { text, leftOut } = writeDbml(erd);
      assertEquals(leftOut, []);
      const { definition, remarks } = readDbml(text, "Other");
      assertEquals(definition, erd, text);
      assertEquals(remarks, []);
    }),
    { seed: 5 },
  );
});
