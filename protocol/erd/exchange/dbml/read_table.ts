import type { ColumnDraft, TableDraft } from "../sql/schema_builder.ts";
import type { DbmlReader, DbmlSetting } from "./reader.ts";
import type { DbmlToken } from "./tokens.ts";

/** Reads a table behind its word. */
export function readTable(reader: DbmlReader): void {
  const table = reader.builder.add(reader.qualified());
  if (reader.takeWord("as")) reader.aliases.set(reader.name("an alias"), table);
  if (reader.isSymbol("[")) {
    for (const { name, value } of reader.settings()) {
      if (name === "note") table.description = valueText(value);
    }
  }
  reader.expect("{");
  while (!reader.takeSymbol("}")) readMember(reader, table);
}

function readMember(reader: DbmlReader, table: TableDraft): void {
  const { offset } = reader;
  if (reader.isSymbol("~")) {
    reader.next("a partial");
    const partial = reader.name("a partial");
    reader.builder.remarks.add(`Passed over: the partial ${partial} in "${table.name}".`, offset);
    return;
  }
  const isQuoted = reader.token?.type === "name";
  const name = reader.name("a column");
  const word = isQuoted ? "" : name.toLowerCase();
  if (word === "note" && (reader.isSymbol(":") || reader.isSymbol("{"))) {
    table.description = reader.noteText();
  } else if (reader.isSymbol("{")) {
    if (word === "indexes") readIndexes(reader, table);
    else {
      reader.skipBlock();
      reader.builder.remarks.add(`Passed over: ${name} of "${table.name}".`, offset);
    }
  } else readColumn(reader, table, name, offset);
}

function readColumn(reader: DbmlReader, table: TableDraft, name: string, offset: number): void {
  const column: ColumnDraft = { name, type: readType(reader), nullable: true };
  table.columns.push(column);
  const settings = reader.isSymbol("[") ? reader.settings() : [];
  for (const setting of settings) readSetting(reader, setting, { table, column, offset });
}

function readType(reader: DbmlReader): string {
  const { type, value } = reader.next("a type");
  if (type !== "word" && type !== "name") throw reader.fault("a type");
  let text = value;
  while (reader.takeSymbol(".")) text = reader.name("a type");
  const start = reader.offset;
  if (reader.takeSymbol("(")) {
    while (!reader.takeSymbol(")")) reader.next('")"');
    text += reader.textFrom(start);
  }
  while (reader.takeArray()) text += "[]";
  return text;
}

interface ColumnPlace {
  readonly table: TableDraft;
  readonly column: ColumnDraft;
  readonly offset: number;
}

function readSetting(reader: DbmlReader, { name, value }: DbmlSetting, place: ColumnPlace): void {
  const { table, column, offset } = place;
  if (name === "pk" || name === "primary key") table.keys.unshift({ columns: [column.name], primary: true });
  else if (name === "unique") table.keys.push({ columns: [column.name], primary: false });
  else if (name === "not null") column.nullable = false;
  else if (name === "null") column.nullable = true;
  else if (name === "increment") column.type = /^bigint/i.test(column.type) ? "bigserial" : "serial";
  else if (name === "default") column.default = defaultOf(value);
  else if (name === "check") column.check = valueText(value);
  else if (name === "note") column.description = valueText(value);
  else if (name === "ref") {
    const [mark, ...rest] = value;
    const isMany = rest[0]?.value === ">" && mark?.value === "<";
    const words = rest.filter(({ type }) => type !== "symbol").map((token) => token.value);
    const from = { table, columns: [column.name] };
    const to = { table: { schema: words.at(-3), name: words.at(-2) ?? "" }, columns: words.slice(-1) };
    reader.refer(from, isMany ? "<>" : mark?.value ?? ">", to, undefined, offset);
  } else reader.builder.remarks.add(`Passed over: "${name}" of "${table.name}.${column.name}".`, offset);
}

/** A default as SQL writes it. */
function defaultOf(value: readonly DbmlToken[]): string | undefined {
  const text = valueText(value);
  if (value[0]?.type === "text") return `'${text.replaceAll("'", "''")}'`;
  return text === "null" ? undefined : text;
}

function valueText(value: readonly DbmlToken[]): string {
  return value.map((token) => token.value).join("");
}

function readIndexes(reader: DbmlReader, table: TableDraft): void {
  reader.expect("{");
  while (!reader.takeSymbol("}")) {
    const attributes: string[] = [];
    if (reader.takeSymbol("(")) {
      do attributes.push(reader.next("a column").value); while (reader.takeSymbol(","));
      reader.expect(")");
    } else attributes.push(reader.next("a column").value);
    const settings = reader.isSymbol("[") ? reader.settings() : [];
    const has = (word: string) => settings.some(({ name }) => name === word);
    const given = settings.find(({ name }) => name === "name");
    const own = given === undefined ? {} : { name: valueText(given.value) };
    if (has("pk") || has("primary key")) {
      table.keys.unshift({ ...own, columns: attributes, primary: true });
    } else if (has("unique") && !has("type")) {
      table.keys.push({ ...own, columns: attributes, primary: false });
    } else table.indexes.push({ ...own, attributes, ...(has("unique") ? { unique: true } : {}) });
  }
}
