import {
  readSqlExpression,
  type SqlColumnDraft,
  type SqlReader,
  type SqlStatement,
  type SqlTableDraft,
  sqlTypeWord,
} from "@loom/protocol";
import { namesAt, nodeAt, nodesAt, type PgNode, relationAt, textAt, typeAt } from "./pg_tree.ts";

/** Context of the readers of a statement's parts. */
interface Place {
  readonly statement: SqlStatement;
  readonly reader: SqlReader;
  /** The whole script. */
  readonly text: string;
  readonly table: SqlTableDraft;
}

/** Readers of statements by the name of their node. */
const STATEMENTS: Readonly<Record<string, (node: PgNode, place: Omit<Place, "table">) => boolean>> = {
  CreateStmt: readTable,
  AlterTableStmt: readAlter,
  IndexStmt: (_node, { reader, statement }) => reader.read(statement),
  CreateEnumStmt: readEnum,
  CommentStmt: readComment,
};

/**
 * Reads a parsed statement into the tables; false for one that is not about them.
 *
 * @param node The node of the statement, under the name of its type.
 * @param text The script, which the offsets of the statement are about.
 */
export function readPgStatement(
  node: PgNode,
  statement: SqlStatement,
  reader: SqlReader,
  text: string,
): boolean {
  const [name = ""] = Object.keys(node);
  const inner = nodeAt(node, name);
  const read = Object.hasOwn(STATEMENTS, name) ? STATEMENTS[name] : undefined;
  return inner !== undefined && read !== undefined && read(inner, { statement, reader, text });
}

function readTable(node: PgNode, place: Omit<Place, "table">): boolean {
  const { tables } = place.reader;
  const name = relationAt(node, "relation");
  const isOther = nodeAt(node, "relation")?.relpersistence === "t" || node.partbound !== undefined;
  if (isOther || tables.find(name)?.schema === name.schema && tables.find(name) !== undefined) return false;
  const inside = { ...place, table: tables.add(name) };
  for (const element of nodesAt(node, "tableElts")) {
    const column = nodeAt(element, "ColumnDef");
    const constraint = nodeAt(element, "Constraint");
    if (column !== undefined) readColumn(column, inside);
    else if (constraint !== undefined) readConstraint(constraint, undefined, inside);
    else tables.remark(`LIKE in the table "${name.name}" was left out.`, place.statement.start);
  }
  if (nodesAt(node, "inhRelations").length > 0) {
    tables.remark(`The columns that "${name.name}" inherits were left out.`, place.statement.start);
  }
  return true;
}

function readColumn(node: PgNode, place: Place): void {
  const { table } = place;
  const column: SqlColumnDraft = {
    name: textAt(node, "colname") ?? "",
    type: typeOf(nodeAt(node, "typeName")),
    nullable: true,
  };
  table.columns.push(column);
  for (const item of nodesAt(node, "constraints")) {
    const constraint = nodeAt(item, "Constraint");
    if (constraint !== undefined) readConstraint(constraint, column, place);
  }
}

function typeOf(node: PgNode | undefined): string {
  const { word, isBuiltIn, size, brackets } = typeAt(node);
  // Quoted names of types keep their case; the words of PostgreSQL are in lower case.
  return (isBuiltIn || word === word.toLowerCase() ? sqlTypeWord(word, size, "postgres") : word) + brackets;
}

/** Reads a constraint of a column, or of the table where there is none. */
function readConstraint(node: PgNode, column: SqlColumnDraft | undefined, place: Place): void {
  const { table, reader: { tables }, statement } = place;
  const kind = textAt(node, "contype") ?? "";
  const name = textAt(node, "conname");
  const own = column === undefined ? [] : [column.name];
  const keys = namesAt(node, "keys");
  if (kind === "CONSTR_NOTNULL") {
    for (const one of keys.length > 0 ? keys : own) setNullable(table, one, false);
  } else if (kind === "CONSTR_NULL" || ATTRIBUTES.has(kind)) return;
  else if (kind === "CONSTR_PRIMARY") {
    table.keys.unshift({ name, columns: keys.length > 0 ? keys : own, primary: true });
  } else if (kind === "CONSTR_UNIQUE") {
    table.keys.push({ name, columns: keys.length > 0 ? keys : own, primary: false });
  } else if (kind === "CONSTR_FOREIGN") readForeignKey(node, own, place);
  else if (kind === "CONSTR_CHECK") {
    const { text = "", names } = readSqlExpression(place.text, statement, "CHECK", offsetOf(node, statement));
    if (column === undefined) tables.addCheck(table, text, names, statement.start);
    else column.check = column.check === undefined ? text : `(${column.check}) AND (${text})`;
  } else if (kind === "CONSTR_DEFAULT" && column !== undefined) {
    const { text } = readSqlExpression(place.text, statement, "DEFAULT", offsetOf(node, statement));
    setDefault(column, text);
  } else if (kind === "CONSTR_IDENTITY" && column !== undefined) count(column);
  else {
    const what = column === undefined
      ? `A constraint of "${table.name}"`
      : `The expression of "${table.name}.${column.name}"`;
    tables.remark(`${what} was left out.`, statement.start);
  }
}

/** Constraints that say how others are checked. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  "CONSTR_ATTR_DEFERRABLE",
  "CONSTR_ATTR_NOT_DEFERRABLE",
  "CONSTR_ATTR_DEFERRED",
  "CONSTR_ATTR_IMMEDIATE",
  "CONSTR_ATTR_ENFORCED",
]);

function readForeignKey(node: PgNode, own: readonly string[], place: Place): void {
  const { table, reader: { tables }, statement } = place;
  const columns = namesAt(node, "fk_attrs");
  const offset = statement.start;
  table.references.push({
    name: textAt(node, "conname"),
    columns: columns.length > 0 ? columns : own,
    target: relationAt(node, "pktable"),
    to: namesAt(node, "pk_attrs"),
    offset,
  });
  const acts = ["fk_del_action", "fk_upd_action"].some((name) => /^[cnd]$/.test(textAt(node, name) ?? ""));
  if (acts) tables.remark("An action ON DELETE or ON UPDATE of a foreign key was left out.", offset);
}

function setNullable({ columns }: SqlTableDraft, name: string, nullable: boolean): void {
  const column = columns.find((one) => one.name === name);
  if (column !== undefined) column.nullable = nullable;
}

/** Takes a default; one that counts belongs to the type. */
function setDefault(column: SqlColumnDraft, text: string | undefined): void {
  if (text !== undefined && /^nextval\s*\(/i.test(text)) count(column);
  else column.default = text;
}

function count(column: SqlColumnDraft): void {
  column.type = column.type === "bigint" ? "bigserial" : "serial";
}

/** The offset of a node in the script; the parser counts bytes of the statement. */
function offsetOf(node: PgNode, { text, start }: SqlStatement): number {
  const bytes = typeof node.location === "number" ? node.location : 0;
  const encoded = new TextEncoder().encode(text);
  return start +
    (encoded.length === text.length ? bytes : new TextDecoder().decode(encoded.slice(0, bytes)).length);
}

/** Changes of tables that say nothing about their columns and keys. */
const SILENT =
  /^AT_(?:ChangeOwner|ClusterOn|SetStorage|SetStatistics|ReplicaIdentity|SetRelOptions|SetCompression|ValidateConstraint)$/;

function readAlter(node: PgNode, place: Omit<Place, "table">): boolean {
  if (textAt(node, "objtype") !== "OBJECT_TABLE") return false;
  const table = place.reader.tables.find(relationAt(node, "relation"));
  const commands = nodesAt(node, "cmds").map((item) => nodeAt(item, "AlterTableCmd"));
  const isSilent = commands.every((command) => SILENT.test(textAt(command, "subtype") ?? ""));
  if (table === undefined) return isSilent;
  return commands.map((command) => readCommand(command, { ...place, table })).every((isRead) => isRead);
}

function readCommand(command: PgNode | undefined, place: Place): boolean {
  const kind = textAt(command, "subtype") ?? "";
  const { table, statement } = place;
  const name = textAt(command, "name");
  const column = table.columns.find((one) => one.name === name);
  const constraint = nodeAt(command, "def", "Constraint");
  const definition = nodeAt(command, "def", "ColumnDef");
  if (kind === "AT_AddConstraint" && constraint) readConstraint(constraint, undefined, place);
  else if (kind === "AT_AddColumn" && definition) readColumn(definition, place);
  else if (kind === "AT_SetNotNull" && name) setNullable(table, name, false);
  else if (kind === "AT_DropNotNull" && name) setNullable(table, name, true);
  else if (kind === "AT_AddIdentity" && column) count(column);
  else if (kind === "AT_AlterColumnType" && column) column.type = typeOf(nodeAt(definition, "typeName"));
  else if (kind === "AT_ColumnDefault" && column) {
    const isSet = nodeAt(command, "def") !== undefined;
    const read = isSet ? readSqlExpression(place.text, statement, "DEFAULT", statement.start) : undefined;
    setDefault(column, read?.text);
  } else return SILENT.test(kind);
  return true;
}

function readEnum(node: PgNode, { reader }: Omit<Place, "table">): boolean {
  const names = namesAt(node, "typeName");
  const values = namesAt(node, "vals");
  reader.tables.enums.push({ schema: names.at(-2), name: names.at(-1) ?? "", values });
  return true;
}

function readComment(node: PgNode, { reader: { tables } }: Omit<Place, "table">): boolean {
  const text = textAt(node, "comment");
  const kind = textAt(node, "objtype");
  const names = namesAt(nodeAt(node, "object", "List"), "items");
  if (kind === "OBJECT_TYPE") {
    const type = namesAt(nodeAt(node, "object", "TypeName"), "names").at(-1);
    const index = tables.enums.findIndex(({ name }) => name === type);
    const found = tables.enums[index];
    if (found !== undefined && text !== undefined) tables.enums[index] = { ...found, description: text };
    return found !== undefined;
  }
  const isColumn = kind === "OBJECT_COLUMN";
  if (!isColumn && kind !== "OBJECT_TABLE") return false;
  const path = isColumn ? names.slice(0, -1) : names;
  const table = tables.find({ schema: path.at(-2), name: path.at(-1) ?? "" });
  const target = isColumn ? table?.columns.find((column) => column.name === names.at(-1)) : table;
  if (target !== undefined) target.description = text;
  return target !== undefined;
}
