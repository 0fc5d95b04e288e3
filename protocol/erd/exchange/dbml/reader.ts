import { LoomError } from "../../../error.ts";
import { positionAt } from "../../../json/position.ts";
import { isSameSet } from "../schema.ts";
import type { SchemaBuilder, SqlName } from "../sql/schema_builder.ts";
import type { DbmlToken } from "./tokens.ts";

/** The end of a reference. */
export interface ReadEnd {
  readonly table: SqlName;
  readonly columns: readonly string[];
}

/** A setting between brackets. */
export interface DbmlSetting {
  /** Its words in lower case, such as `not null`. */
  readonly name: string;
  /** The tokens behind the colon. */
  readonly value: readonly DbmlToken[];
}

/** Reads the tokens of a DBML text one after the other. */
export class DbmlReader {
  /** Takes what is read. */
  readonly builder: SchemaBuilder;
  /** References between many and many. */
  readonly many: { readonly from: ReadEnd; readonly to: ReadEnd; readonly label: string | undefined }[] = [];
  /** Tables by the short names that the text gives them. */
  readonly aliases: Map<string, SqlName> = new Map();
  readonly #text: string;
  readonly #tokens: readonly DbmlToken[];
  readonly #pending: {
    from: ReadEnd;
    mark: string;
    to: ReadEnd;
    label: string | undefined;
    offset: number;
  }[] = [];
  #at = 0;

  /** Makes a reader at the first token. */
  constructor(text: string, tokens: readonly DbmlToken[], builder: SchemaBuilder) {
    this.#text = text;
    this.#tokens = tokens;
    this.builder = builder;
  }

  /** The next token. */
  get token(): DbmlToken | undefined {
    return this.#tokens[this.#at];
  }

  /** The offset of the next token. */
  get offset(): number {
    return this.token?.start ?? this.#text.length;
  }

  /** True when the next token is a symbol. */
  isSymbol(symbol: string): boolean {
    return this.token?.type === "symbol" && this.token.value === symbol;
  }

  /** Takes a symbol. */
  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#at++;
    return true;
  }

  /** Takes a keyword, in upper or lower case. */
  takeWord(word: string): boolean {
    if (this.token?.type !== "word" || this.token.value.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  /** Takes the brackets of a list type. */
  takeArray(): boolean {
    const next = this.#tokens[this.#at + 1];
    if (!this.isSymbol("[") || next?.type !== "symbol" || next.value !== "]") return false;
    this.#at += 2;
    return true;
  }

  /** Takes a symbol that must be there. */
  expect(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.fault(`"${symbol}"`);
  }

  /** Takes a name that must be there. */
  name(what: string): string {
    const { token } = this;
    if (token?.type !== "word" && token?.type !== "name") throw this.fault(what);
    this.#at++;
    return token.value;
  }

  /** Takes any token. */
  next(what: string): DbmlToken {
    const { token } = this;
    if (token === undefined) throw this.fault(what);
    this.#at++;
    return token;
  }

  /** Takes a name with the schema before it. */
  qualified(): SqlName {
    let name = this.name("a name");
    let schema: string | undefined;
    while (this.takeSymbol(".")) [schema, name] = [name, this.name("a name")];
    return { schema, name };
  }

  /** The error about the next token. */
  fault(wanted: string): LoomError {
    const { line, column } = positionAt(this.#text, this.offset);
    const found = this.token === undefined ? "the text ends" : `there is "${this.token.value}"`;
    return new LoomError("invalid_dbml", `Line ${line}, column ${column}: ${wanted} is missing; ${found}.`);
  }

  /** The text of the tokens from an offset to here. */
  textFrom(start: number): string {
    return this.#text.slice(start, this.#tokens[this.#at - 1]?.end ?? start);
  }

  /** Takes the text of a note: behind a colon, or in braces. */
  noteText(): string | undefined {
    const isBlock = this.takeSymbol("{");
    if (!isBlock) this.expect(":");
    const { type, value } = this.next("a text");
    if (isBlock) this.expect("}");
    return type === "text" ? value : undefined;
  }

  /** Takes settings in brackets. */
  settings(): DbmlSetting[] {
    this.expect("[");
    const settings: DbmlSetting[] = [];
    while (!this.takeSymbol("]")) {
      const words: string[] = [];
      const value: DbmlToken[] = [];
      while (!this.isSymbol(",") && !this.isSymbol("]") && !this.isSymbol(":")) {
        words.push(this.next('"]"').value.toLowerCase());
      }
      if (this.takeSymbol(":")) {
        for (let depth = 0; depth > 0 || (!this.isSymbol(",") && !this.isSymbol("]"));) {
          if (this.isSymbol("(")) depth++;
          if (this.isSymbol(")")) depth--;
          value.push(this.next('"]"'));
        }
      }
      settings.push({ name: words.join(" "), value });
      this.takeSymbol(",");
    }
    return settings;
  }

  /** Passes over tokens up to a symbol. */
  skipTo(symbol: string): void {
    while (this.token !== undefined && !this.isSymbol(symbol)) this.#at++;
  }

  /** Passes over a block in braces. */
  skipBlock(): void {
    this.expect("{");
    for (let depth = 1; depth > 0;) {
      if (this.isSymbol("{")) depth++;
      if (this.isSymbol("}")) depth--;
      this.next('"}"');
    }
  }

  /** Takes the mark of a reference: `<`, `>`, `-` or `<>`. */
  mark(): string {
    const mark = this.next("<, >, - or <>").value;
    if (mark === "<" && this.takeSymbol(">")) return "<>";
    if (!["<", ">", "-"].includes(mark)) throw this.fault("<, >, - or <>");
    return mark;
  }

  /** Adds a reference: the end that is many, or the first of two ones that is no primary key, refers to the other. */
  refer(from: ReadEnd, mark: string, to: ReadEnd, label: string | undefined, offset: number): void {
    if (mark === "<>") {
      this.many.push({ from, to, label });
      return;
    }
    this.#pending.push({ from, mark, to, label, offset });
  }

  /** Adds the references, when all tables are known. */
  join(): void {
    const named = (end: ReadEnd): ReadEnd => ({
      ...end,
      table: this.aliases.get(end.table.name) ?? end.table,
    });
    for (const { label, mark, offset, ...ends } of this.#pending) {
      const [from, to] = [named(ends.from), named(ends.to)];
      const isPrimary = ({ table, columns }: ReadEnd) =>
        this.builder.find(table)?.keys.some((key) => key.primary && isSameSet(key.columns, columns)) ??
          false;
      const isBackwards = mark === "<" || (mark === "-" && isPrimary(from) && !isPrimary(to));
      const [referring, target] = isBackwards ? [to, from] : [from, to];
      const table = this.builder.find(referring.table);
      if (table === undefined) {
        this.builder.remarks.add(
          `A reference was left out: the text has no table "${referring.table.name}".`,
          offset,
        );
        continue;
      }
      table.references.push({
        columns: referring.columns,
        target: target.table,
        to: target.columns,
        offset,
        label,
      });
      const { columns } = referring;
      const isKey = table.keys.some((key) => isSameSet(key.columns, columns));
      if (mark === "-" && !isKey) table.keys.push({ columns, primary: false });
    }
  }
}
