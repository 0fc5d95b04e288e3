import { readPostgres } from "../bridge/exchange/read_postgres.ts";
import { readSqlite } from "../bridge/exchange/read_sqlite.ts";
import { writeSql } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryErd, SQL_HOLDS } from "../protocol/erd/exchange/_arbitrary.ts";

Deno.test("SQLite gives back what writeSql() wrote", async () => {
  const holds = { ...SQL_HOLDS, descriptions: false, types: [...SQL_HOLDS.types, "json", "uuid"] };
  await fc.assert(fc.asyncProperty(arbitraryErd(holds), async (erd) => {
    const { text, leftOut } = writeSql(erd, "sqlite");
    assertEquals(leftOut, []);
    const { definition, remarks } = await readSqlite(text, "Law");
    assertEquals(definition, erd, text);
    assertEquals(remarks, []);
  }));
});

Deno.test("PostgreSQL's parser gives back what writeSql() wrote", async () => {
  const holds = {
    ...SQL_HOLDS,
    enums: "named",
    emptyTables: true,
    types: [...SQL_HOLDS.types, "json", "uuid", "serial", "string[]", "timestamptz", "double"],
  } as const;
  await fc.assert(fc.asyncProperty(arbitraryErd(holds), async (erd) => {
    const { text, leftOut } = writeSql(erd, "postgres");
    assertEquals(leftOut, []);
    const { definition, remarks } = await readPostgres(text, "Law");
    assertEquals(definition, erd, text);
    assertEquals(remarks, []);
  }));
});
