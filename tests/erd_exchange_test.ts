import { readPostgres } from "../bridge/exchange/read_postgres.ts";
import { readSqlite } from "../bridge/exchange/read_sqlite.ts";
import { writeSql } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryErd, SQL_HOLDS } from "../protocol/erd/exchange/testing/arbitrary_erd.ts";
import { CONCEPTUAL_ERD } from "../protocol/erd/exchange/testing/conceptual_erd.ts";

Deno.test("SQLite gives back what writeSql() wrote", async () => {
  const holds = { ...SQL_HOLDS, descriptions: false, types: [...SQL_HOLDS.types, "json", "uuid"] };
  await fc.assert(
    fc.asyncProperty(arbitraryErd(holds), async (erd) => {
      const { text, leftOut } = writeSql(erd, "sqlite");
      assertEquals(leftOut, []);
      const { definition, remarks } = await readSqlite(text, "Law");
      assertEquals(definition, erd, text);
      assertEquals(remarks, []);
    }),
    { seed: 5 },
  );
});

Deno.test("PostgreSQL's parser gives back what writeSql() wrote", async () => {
  const holds = {
    ...SQL_HOLDS,
    enums: "named",
    emptyTables: true,
    types: [...SQL_HOLDS.types, "json", "uuid", "serial", "string[]", "timestamptz", "double"],
  } as const;
  await fc.assert(
    fc.asyncProperty(arbitraryErd(holds), async (erd) => {
      const { text, leftOut } = writeSql(erd, "postgres");
      assertEquals(leftOut, []);
      const { definition, remarks } = await readPostgres(text, "Law");
      assertEquals(definition, erd, text);
      assertEquals(remarks, []);
    }),
    { seed: 5 },
  );
});

Deno.test("SQLite runs what writeSql() writes of any diagram, and writing what was read changes nothing more", async () => {
  await fc.assert(
    fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
      const { text } = writeSql(erd, "sqlite");
      const { definition } = await readSqlite(text, "Law");
      const again = writeSql(definition, "sqlite").text;
      const { definition: same } = await readSqlite(again, "Law");
      assertEquals(same, definition, text);
    }),
    { seed: 5 },
  );
});

Deno.test("PostgreSQL's parser takes what writeSql() writes of any diagram", async () => {
  await fc.assert(
    fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
      const { definition } = await readPostgres(writeSql(erd, "postgres").text, "Law");
      const again = await readPostgres(writeSql(definition, "postgres").text, "Law");
      assertEquals(again.definition, definition);
    }),
    { seed: 5 },
  );
});
