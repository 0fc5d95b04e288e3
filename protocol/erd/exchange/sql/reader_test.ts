import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryErd, SQL_HOLDS } from "../testing/arbitrary_erd.ts";
import { readDdl } from "./reader.ts";
import { writeSql } from "./write_sql.ts";

for (
  const [dialect, holds] of [
    ["mysql", { ...SQL_HOLDS, enums: "by column" }],
    ["tsql", SQL_HOLDS],
  ] as const
) {
  Deno.test(`readDdl() gives back what writeSql() wrote for ${dialect}`, () => {
    fc.assert(
      fc.property(arbitraryErd(holds), (erd) => {
        const { text, leftOut } = writeSql(erd, dialect);
        const { definition, remarks } = readDdl(text, dialect, "Law");
        assertEquals(leftOut.filter(({ part }) => part !== "enum"), []);
        assertEquals(definition, erd, text);
        assertEquals(remarks, []);
      }),
      { seed: 5 },
    );
  });
}
