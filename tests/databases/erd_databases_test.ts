import { ERD_EXCHANGE, readExchange, type TextRequest } from "@loom/bridge/exchange";
import { type EntityRelationshipDefinition, type SqlDialect, writeSql } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryErd, SQL_HOLDS } from "../../protocol/erd/exchange/testing/arbitrary_erd.ts";
import { CONCEPTUAL_ERD } from "../../protocol/erd/exchange/testing/conceptual_erd.ts";
import { HAS_MARIADB, startMariadb } from "./mariadb.ts";
import { HAS_POSTGRES, startPostgres } from "./postgres.ts";

/** A diagram with its parts, and the members of each, in an order that does not depend on the database. */
function ordered(definition: object): unknown {
  const { entities, relationships, enums = [] } = definition as EntityRelationshipDefinition;
  const parts = (list: readonly object[] | undefined) => list?.map(text).sort() ?? [];
  return {
    entities: entities.map(({ attributes = [], keys, indexes, foreignKeys, ...entity }) => ({
      ...entity,
      attributes: attributes.map(text),
      keys: parts(keys),
      indexes: parts(indexes),
      foreignKeys: parts(foreignKeys),
    })).sort((one, other) => one.name < other.name ? -1 : 1),
    relationships: parts(relationships),
    enums: parts(enums),
  };
}

function text(part: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(part).sort(([one], [other]) => one < other ? -1 : 1)),
  );
}

async function read(text: string, dialect: SqlDialect): Promise<object> {
  const request: TextRequest = { text, path: "dump.sql", name: "Law", format: "sql", dialect };
  return (await readExchange(ERD_EXCHANGE, request)).definition;
}

Deno.test({
  name: "PostgreSQL takes what writeSql() wrote, and its dump gives the same diagram",
  ignore: !HAS_POSTGRES,
  async fn() {
    await using database = await startPostgres();
    const holds = {
      ...SQL_HOLDS,
      enums: "named",
      emptyTables: true,
      types: [...SQL_HOLDS.types, "json", "uuid", "string[]", "timestamptz", "double"],
    } as const;
    await fc.assert(
      fc.asyncProperty(arbitraryErd(holds), async (erd) => {
        const dump = await database.load(writeSql(erd, "postgres").text);
        assertEquals(ordered(await read(dump, "postgres")), ordered(erd), dump);
      }),
      { numRuns: 15, endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
        await database.load(writeSql(erd, "postgres").text);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  },
});

Deno.test({
  name: "MariaDB takes what writeSql() wrote, and shows the same diagram",
  ignore: !HAS_MARIADB,
  async fn() {
    await using database = await startMariadb();
    const holds = { ...SQL_HOLDS, enums: "by column", uniqueIndexes: false } as const;
    await fc.assert(
      fc.asyncProperty(arbitraryErd(holds), async (erd) => {
        const shown = await database.load(writeSql(erd, "mysql").text);
        assertEquals(ordered(await read(shown, "mysql")), ordered(erd), shown);
      }),
      { numRuns: 10, endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
        await database.load(writeSql(erd, "mysql").text);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  },
});
