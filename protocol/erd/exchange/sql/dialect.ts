/** The databases whose SQL is read and written. */
export type SqlDialect = "postgres" | "sqlite" | "mysql" | "tsql";

/** One database: what its SQL does in its own way. */
export interface DialectRow {
  /** Its name for people. */
  readonly title: string;
  /** Opening and closing marks of a quoted name. */
  readonly quotes: readonly [string, string];
  /** Columns of enums: a type of their own, a type in place, or a condition. */
  readonly enums: "type" | "inline" | "check";
  /** Descriptions: statements of their own, clauses, calls of a procedure, or comments that no reader finds. */
  readonly descriptions: "comment on" | "clause" | "procedure" | "remark";
  /** True when foreign keys can be added to a table that is there. */
  readonly altersKeys: boolean;
  /** True when a default that is no constant stands in parentheses. */
  readonly wrapsDefaults: boolean;
  /** The most characters of a name. */
  readonly longestName: number;
  /** Opens a text. */
  readonly textPrefix: string;
  /** Types by the word that documents have for them; `$` is what stands in parentheses. */
  readonly types: Readonly<Record<string, string>>;
  /** Types that cannot be in a key or an index. */
  readonly large: RegExp;
  /** Words behind the type of a column that counts. */
  readonly counting: string;
}

const NEVER = /^(?!)/;

/** The dialects. */
export const SQL_DIALECTS: Readonly<Record<SqlDialect, DialectRow>> = {
  postgres: {
    title: "PostgreSQL",
    quotes: ['"', '"'],
    enums: "type",
    descriptions: "comment on",
    altersKeys: true,
    wrapsDefaults: false,
    longestName: 63,
    textPrefix: "",
    types: {
      string: "varchar$",
      int: "integer",
      integer: "integer",
      tinyint: "smallint",
      long: "bigint",
      float: "double precision",
      double: "double precision",
      number: "numeric$",
      decimal: "numeric$",
      bool: "boolean",
      bit: "boolean",
      datetime: "timestamp",
      json: "jsonb",
      bytes: "bytea",
      binary: "bytea",
      blob: "bytea",
    },
    large: NEVER,
    counting: "",
  },
  sqlite: {
    title: "SQLite",
    quotes: ['"', '"'],
    enums: "check",
    descriptions: "remark",
    altersKeys: false,
    wrapsDefaults: true,
    longestName: Infinity,
    textPrefix: "",
    types: {
      string: "varchar$",
      int: "integer",
      bool: "boolean",
      serial: "integer",
      bigserial: "integer",
      bytes: "blob",
      binary: "blob",
    },
    large: NEVER,
    counting: " PRIMARY KEY AUTOINCREMENT",
  },
  mysql: {
    title: "MySQL",
    quotes: ["`", "`"],
    enums: "inline",
    descriptions: "clause",
    altersKeys: true,
    wrapsDefaults: true,
    longestName: 64,
    textPrefix: "",
    types: {
      string: "varchar$255",
      varchar: "varchar$255",
      text: "longtext",
      integer: "int",
      long: "bigint",
      float: "double",
      number: "decimal$",
      bool: "boolean",
      timestamptz: "timestamp",
      uuid: "char(36)",
      jsonb: "json",
      bytes: "longblob",
      blob: "longblob",
      binary: "longblob",
      bytea: "longblob",
      serial: "int",
      bigserial: "bigint",
    },
    large: /^(?:\w*text|\w*blob|json)\b/i,
    counting: " AUTO_INCREMENT",
  },
  tsql: {
    title: "SQL Server",
    quotes: ["[", "]"],
    enums: "check",
    descriptions: "procedure",
    altersKeys: true,
    wrapsDefaults: false,
    longestName: 128,
    textPrefix: "N",
    types: {
      string: "nvarchar$255",
      varchar: "nvarchar$255",
      text: "nvarchar(max)",
      integer: "int",
      long: "bigint",
      double: "float",
      number: "decimal$",
      bool: "bit",
      boolean: "bit",
      datetime: "datetime2",
      timestamp: "datetime2",
      timestamptz: "datetimeoffset",
      uuid: "uniqueidentifier",
      json: "nvarchar(max)",
      jsonb: "nvarchar(max)",
      bytes: "varbinary(max)",
      blob: "varbinary(max)",
      binary: "varbinary(max)",
      bytea: "varbinary(max)",
      serial: "int",
      bigserial: "bigint",
    },
    large: /\(max\)$/i,
    counting: " IDENTITY(1,1)",
  },
};

/** The words for the dialects. */
export const SQL_DIALECT_NAMES = Object.keys(SQL_DIALECTS) as readonly SqlDialect[];

/** Signs of the dialects, in the order of their weight. */
const SIGNS: readonly (readonly [SqlDialect, RegExp])[] = [
  ["mysql", /`\w+`\s*\(|\bENGINE\s*=|\bAUTO_INCREMENT\b|^DELIMITER\b/im],
  ["tsql", /^\s*GO\s*$|\bIDENTITY\s*\(|\[dbo\]|\bdbo\.|\bNVARCHAR\b|^CREATE TABLE \[/im],
  ["sqlite", /\bAUTOINCREMENT\b|\bWITHOUT\s+ROWID\b|^PRAGMA\b|\bsqlite_/im],
];

/** The dialect that a script looks like; PostgreSQL where nothing says another. */
export function guessDialect(text: string): SqlDialect {
  const beginning = text.slice(0, 200_000);
  const [, title] = /^-- .* for (\w[\w ]*)$/m.exec(beginning.slice(0, 1_000)) ?? [];
  const named = Object.entries(SQL_DIALECTS).find(([, row]) => row.title === title);
  if (named !== undefined) return named[0] as SqlDialect;
  return SIGNS.find(([, sign]) => sign.test(beginning))?.[0] ?? "postgres";
}
