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
