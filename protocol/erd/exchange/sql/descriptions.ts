import type { Schema } from "../schema.ts";
import type { DialectRow } from "./dialect.ts";
import { quoteName, quoteText } from "./names.ts";

/** Statements that describe tables, columns and enums, for dialects that have such statements. */
export function descriptionLines({ tables, enums }: Schema, dialect: DialectRow): string[] {
  if (dialect.descriptions === "comment on") {
    const on = (what: string, names: readonly string[], text: string | undefined) =>
      text === undefined ? [] : [
        `COMMENT ON ${what} ${names.map((name) => quoteName(name, dialect)).join(".")} IS ${
          quoteText(text, dialect)
        };`,
      ];
    return [
      ...enums.flatMap((one) => on("TYPE", [one.name], one.description)),
      ...tables.flatMap(({ name, description, columns }) => [
        ...on("TABLE", [name], description),
        ...columns.flatMap((column) => on("COLUMN", [name, column.name], column.description)),
      ]),
    ];
  }
  if (dialect.descriptions !== "procedure") return [];
  const property = (text: string | undefined, table: string, column?: string) =>
    text === undefined ? [] : [
      `EXEC sp_addextendedproperty ${
        [
          "MS_Description",
          text,
          "SCHEMA",
          "dbo",
          "TABLE",
          table,
          ...(column === undefined ? [] : ["COLUMN", column]),
        ]
          .map((word) => quoteText(word, dialect)).join(", ")
      };`,
    ];
  return tables.flatMap(({ name, description, columns }) => [
    ...property(description, name),
    ...columns.flatMap((column) => property(column.description, name, column.name)),
  ]);
}
