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
      { numRuns: 15, seed: 7, endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
        await database.load(writeSql(erd, "postgres").text);
      }),
      { numRuns: 15, seed: 7, endOnFailure: true },
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
      { numRuns: 10, seed: 7, endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(CONCEPTUAL_ERD, async (erd) => {
        const { text } = writeSql(erd, "mysql");
        // A key has at most 3,072 bytes there, which is three columns of varchar(255).
        fc.pre(!/(?:KEY|UNIQUE) \((?:[^()]*,){3}/.test(text));
        await database.load(text);
      }),
      { numRuns: 10, seed: 7, endOnFailure: true },
    );
  },
});

const SCRIPTS = [
  [
    "mysql",
    `CREATE TABLE \`Member\` (
  \`id\` int unsigned NOT NULL AUTO_INCREMENT,
  \`Age\` int NOT NULL DEFAULT 1 CHECK (\`Age\` >= 0),
  \`active\` tinyint(1) NOT NULL DEFAULT 1,
  \`stage\` enum('new','old') NOT NULL DEFAULT 'new',
  \`seen\` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
CREATE TABLE \`loan\` (\`member_id\` int unsigned NOT NULL, FOREIGN KEY (\`member_id\`) REFERENCES \`Member\` (\`id\`));`,
  ],
  [
    "tsql",
    `CREATE TABLE [dbo].[Order Line]([Id] [int] IDENTITY(1,1) NOT NULL PRIMARY KEY, [Price] [money] NOT NULL,
  [Done] [bit] NOT NULL DEFAULT ((0)), [Key] [uniqueidentifier] NOT NULL DEFAULT (newid()), CHECK ([Id] > 0))
GO
`.replace("[money]", "[decimal](10, 2)"),
  ],
] as const;

Deno.test({
  name: "PostgreSQL and MariaDB take scripts of others, converted",
  ignore: !HAS_POSTGRES || !HAS_MARIADB,
  async fn() {
    await using postgres = await startPostgres();
    await using mariadb = await startMariadb();
    for (const [dialect, script] of SCRIPTS) {
      const definition = await read(script, dialect) as EntityRelationshipDefinition;
      await postgres.load(writeSql(definition, "postgres").text);
      await mariadb.load(writeSql(definition, "mysql").text);
    }
  },
});
