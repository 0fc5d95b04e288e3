import {
  type EntityRelationshipDefinition,
  ERD_KIND,
  guessDialect,
  isErDiagram,
  type JsonObject,
  readDbml,
  readDdl,
  readErdMermaid,
  SQL_DIALECT_NAMES,
  type SqlDialect,
  writeDbml,
  writeErdJsonSchema,
  writeErdMermaid,
  writeErdTypeScript,
  writeSql,
} from "@loom/protocol";
import { parseTextOf } from "../document/text_format.ts";
import { diagramFormats, type Exchange, type ExchangeFormat, type ExchangeReadOptions } from "./format.ts";

/** Readers of SQL by dialect; what they need is loaded with the first script. */
const SQL_READERS: Readonly<
  Record<SqlDialect, (text: string, name: string) => ReturnType<NonNullable<ExchangeFormat["read"]>>>
> = {
  sqlite: async (text, name) => (await import("./read_sqlite.ts")).readSqlite(text, name),
  mysql: (text, name) => Promise.resolve(readDdl(text, "mysql", name)),
  tsql: (text, name) => Promise.resolve(readDdl(text, "tsql", name)),
  postgres: async (text, name) => (await import("./read_postgres.ts")).readPostgres(text, name),
};

const FORMATS: readonly ExchangeFormat[] = [
  {
    name: "erdf",
    endings: [".erdf.json", ".json"],
    isDocument: true,
    matches: (text) =>
      /^[\s\uFEFF]*\{/.test(text) && /"entities"\s*:/.test(text) && !/"state"\s*:/.test(text),
    read: async (text, { path }) => {
      const source = { path, realPath: "", text, revision: "", mtime: 0 };
      return await parseTextOf(source, { kind: ERD_KIND.kind, format: "json" });
    },
    write: (definition) => ({ text: JSON.stringify(definition, null, 2) + "\n", leftOut: [] }),
  },
  {
    name: "sql",
    endings: [".sql"],
    dialects: SQL_DIALECT_NAMES,
    matches: (text) => /^\s*create\s+(?:\w+\s+){0,3}table\b/im.test(text),
    read: (text, { name, dialect }: ExchangeReadOptions) =>
      SQL_READERS[SQL_DIALECT_NAMES.find((one) => one === dialect) ?? guessDialect(text)](text, name),
    write: (definition, { dialect }) =>
      writeSql(erdIn(definition), SQL_DIALECT_NAMES.find((one) => one === dialect) ?? "postgres"),
  },
  {
    name: "dbml",
    endings: [".dbml"],
    matches: (text) => /^\s*(?:table|project|enum)\s+[^\s{][^{\n]*\{/im.test(text),
    read: (text, { name }) => Promise.resolve().then(() => readDbml(text, name)),
    write: (definition) => writeDbml(erdIn(definition)),
  },
  {
    name: "mermaid",
    endings: [".mmd", ".mermaid"],
    matches: isErDiagram,
    read: (text, { name }) => Promise.resolve().then(() => readErdMermaid(text, name)),
    write: (definition) => writeErdMermaid(erdIn(definition)),
  },
  {
    name: "json-schema",
    endings: [".schema.json"],
    write: (definition) => writeErdJsonSchema(erdIn(definition)),
  },
  {
    name: "typescript",
    endings: [".ts"],
    write: (definition) => writeErdTypeScript(erdIn(definition)),
  },
  ...diagramFormats(ERD_KIND),
];

/** The formats of entity-relationship diagrams. */
export const ERD_EXCHANGE: Exchange = { row: ERD_KIND, formats: FORMATS };

/** The writers take any document, valid or not. */
function erdIn(definition: JsonObject): EntityRelationshipDefinition {
  return definition as EntityRelationshipDefinition;
}
