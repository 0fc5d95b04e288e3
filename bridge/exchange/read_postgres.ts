import {
  type EntityRelationshipDefinition,
  LoomError,
  positionAt,
  type SqlReader,
  sqlReader,
  type SqlStatement,
  type TextDocument,
} from "@loom/protocol";
import { nodesAt, type PgNode } from "./pg_tree.ts";
import { readPgStatement } from "./read_pg_statement.ts";

/** The longest script that is read, in characters. */
const LONGEST = 64_000_000;

type Parse = (text: string) => unknown;

/**
 * Reads the tables of a script of PostgreSQL with PostgreSQL's own parser. Everything else is passed over, each with a
 * remark; so are commands of psql and rows of `COPY`.
 *
 * @param name The name of the diagram.
 * @throws {LoomError} `invalid_sql` with the line for a statement about tables that PostgreSQL would refuse.
 */
export async function readPostgres(
  text: string,
  name: string,
): Promise<TextDocument<EntityRelationshipDefinition>> {
  if (text.length > LONGEST) {
    throw new LoomError(
      "too_large",
      `The script has more than ${LONGEST} characters: take the schema without data.`,
    );
  }
  // Lazy import: the parser is 1.7 MB of WebAssembly.
  const { loadModule, parseSync } = await import("libpg-query");
  await loadModule();
  const reader = sqlReader(text, "postgres");
  for (const statement of reader.statements) {
    const isRead = "tokens" in statement && isAboutTables(statement) &&
      readWith(parseSync, statement, reader, text);
    if (!isRead) reader.passOver(statement);
  }
  return reader.finish(name);
}

/** True for statements that may make, change or describe a table. */
function isAboutTables({ tokens }: SqlStatement): boolean {
  const [first, ...rest] = tokens.map(({ word }) => word);
  if (first === "COMMENT") return true;
  if (first === "ALTER") return rest[0] === "TABLE";
  if (first !== "CREATE") return false;
  const kind = rest.find((word) =>
    !["UNLOGGED", "GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNIQUE"].includes(word)
  );
  return kind === "TABLE" || kind === "TYPE" || kind === "INDEX";
}

function readWith(parse: Parse, statement: SqlStatement, reader: SqlReader, text: string): boolean {
  const [tree] = nodesAt(parsed(parse, statement, text), "stmts");
  const node = tree?.stmt as PgNode | undefined;
  return node !== undefined && readPgStatement(node, statement, reader, text);
}

function parsed(parse: Parse, { text: source, start }: SqlStatement, text: string): unknown {
  try {
    return parse(source);
  } catch (cause) {
    const { line } = positionAt(text, start);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LoomError("invalid_sql", `The statement in line ${line} was refused: ${why}.`, { cause });
  }
}
