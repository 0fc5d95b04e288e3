import type { SqlDialect } from "./dialect.ts";

/** The words of documents for types of all dialects; `$` is what stands in parentheses. */
const WORDS: Readonly<Record<string, string>> = {
  integer: "int",
  int: "int",
  int4: "int",
  int8: "bigint",
  int2: "smallint",
  bigint: "bigint",
  smallint: "smallint",
  mediumint: "int",
  tinyint: "tinyint",
  serial4: "serial",
  serial8: "bigserial",
  "character varying": "varchar$",
  nvarchar: "varchar$",
  bpchar: "char$",
  character: "char$",
  nchar: "char$",
  ntext: "text",
  longtext: "text",
  mediumtext: "text",
  tinytext: "text",
  "double precision": "double",
  float8: "double",
  float4: "real",
  numeric: "decimal$",
  dec: "decimal$",
  bool: "boolean",
  bytea: "blob",
  longblob: "blob",
  mediumblob: "blob",
  tinyblob: "blob",
  image: "blob",
  jsonb: "json",
  uniqueidentifier: "uuid",
  datetime2: "datetime",
  smalldatetime: "datetime",
  datetimeoffset: "timestamptz",
  "timestamp with time zone": "timestamptz",
  "timestamp without time zone": "datetime",
  "time without time zone": "time",
};

/** Types that one dialect means in another way, in lower case without blanks. */
const OWN: Readonly<Record<SqlDialect, Readonly<Record<string, string>>>> = {
  postgres: { varchar: "string", "character varying": "string", timestamp: "datetime" },
  sqlite: { varchar: "string" },
  mysql: { "varchar(255)": "string", "tinyint(1)": "boolean", "bit(1)": "boolean" },
  tsql: {
    "nvarchar(255)": "string",
    "nvarchar(max)": "text",
    "varchar(max)": "text",
    "varbinary(max)": "blob",
    bit: "boolean",
    float: "double",
    sysname: "string",
  },
};

/**
 * The word of documents for a type of SQL; a type that has none stays as it is.
 *
 * @param word The type without parentheses.
 * @param size What stands in parentheses, with them; empty for none.
 */
export function documentType(word: string, size: string, dialect: SqlDialect): string {
  const lower = word.toLowerCase().replaceAll(/\s+/g, " ");
  const tight = size.replaceAll(/\s+/g, "").toLowerCase();
  const own = OWN[dialect];
  if (Object.hasOwn(own, lower + tight)) return own[lower + tight] ?? lower;
  const known = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
  if (known === undefined) {
    return /^[\w ]+$/.test(word) && word === word.toUpperCase() ? lower + tight : word + tight;
  }
  return known.endsWith("$") ? known.slice(0, -1) + tight : known;
}
