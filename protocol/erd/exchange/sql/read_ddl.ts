import type { TextDocument } from "../../../kind.ts";
import type { EntityRelationshipDefinition } from "../../types.ts";
import type { SqlDialect } from "./dialect.ts";
import { sqlReader } from "./reader.ts";

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
