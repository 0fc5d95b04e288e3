import type { TextDocument } from "../../../kind.ts";
import { RemarkList } from "../../../remark_list.ts";
import type { EntityRelationshipDefinition } from "../../types.ts";
import { erdOfSchema } from "../erd_of_schema.ts";
import type { SqlDialect } from "./dialect.ts";
import { passOver, readStatement } from "./read_statement.ts";
import { SchemaBuilder, type SqlTables, type TableDraft } from "./schema_builder.ts";
import { type SqlAside, type SqlStatement, sqlStatements } from "./statements.ts";
import { sqlTokens } from "./tokens.ts";

/** Reads a script of SQL with the help of a database or another parser. */
export interface SqlReader {
  /** The statements of the script, and what is between them. */
  readonly statements: Iterable<SqlStatement | SqlAside>;
  /** The tables that were read. */
  readonly tables: SqlTables;
  /** Notes that a statement was passed over. */
  passOver(statement: SqlStatement | SqlAside): void;
  /**
   * Reads a statement about tables; false for one that was not understood.
   *
   * @param statement One of the script.
   */
  read(statement: SqlStatement): boolean;
  /**
   * Reads a statement that makes a table or an index, from a catalog for example.
   *
   * @param sql Its text.
   * @param offset The place in the script for remarks about it.
   * @returns The last table.
   */
  table(sql: string, offset: number): TableDraft | undefined;
  /** The diagram of all tables. */
  finish(name: string): TextDocument<EntityRelationshipDefinition>;
}

/** Begins to read a script. */
export function sqlReader(text: string, dialect: SqlDialect): SqlReader {
  const remarks = new RemarkList(text);
  let shift: number | undefined;
  const builder = new SchemaBuilder({
    add: (message, offset) => remarks.add(message, shift ?? offset),
  });
  return {
    statements: sqlStatements(text, dialect),
    tables: builder,
    passOver: (statement) => passOver(statement, builder),
    read: ({ tokens }) => readStatement(text, tokens, dialect, builder),
    table(sql, offset) {
      shift = offset;
      readStatement(sql, sqlTokens(sql, dialect), dialect, builder);
      shift = undefined;
      return builder.tables.at(-1);
    },
    finish(name) {
      if (builder.tables.length === 0) {
        remarks.add("No table was found. If the script makes one, give its dialect.", 0);
      }
      return { definition: erdOfSchema(builder.build(), name), remarks: remarks.lines };
    },
  };
}

/**
 * Reads the tables of a script of MySQL, MariaDB or SQL Server. Views, routines and data are passed over, each with a
 * remark.
 *
 * @param name The name of the diagram.
 *
 * @example
 * ```ts
 * import { readDdl } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const text = "CREATE TABLE `member` (`id` int NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;";
 * const { definition } = readDdl(text, "mysql", "Lending");
 * assertEquals(definition.entities, [{ name: "member", attributes: [{ name: "id", type: "serial", key: "pk" }] }]);
 * ```
 */
export function readDdl(
  text: string,
  dialect: SqlDialect,
  name: string,
): TextDocument<EntityRelationshipDefinition> {
  const reader = sqlReader(text, dialect);
  for (const statement of reader.statements) {
    const isRead = "tokens" in statement && reader.read(statement);
    if (!isRead) reader.passOver(statement);
  }
  return reader.finish(name);
}
