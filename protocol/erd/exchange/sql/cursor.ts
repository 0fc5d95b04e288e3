import type { SqlName } from "./schema_builder.ts";
import { SQL_DIALECTS, type SqlDialect } from "./dialect.ts";
import { quoteName } from "./names.ts";
import { type SqlToken, sqlTokens } from "./tokens.ts";

/** Reads tokens one after the other. */
export class SqlCursor {
  readonly #source: string;
  readonly #tokens: readonly SqlToken[];
  #at = 0;

  /**
   * Makes a cursor at the first token.
   *
   * @param source The text that the offsets of the tokens are about.
   */
  constructor(source: string, tokens: readonly SqlToken[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** The next token. */
  get token(): SqlToken | undefined {
    return this.#tokens[this.#at];
  }

  /** Offset of the next token. */
  get offset(): number {
    return this.token?.start ?? this.#tokens.at(-1)?.end ?? 0;
  }

  /** The token before the next. */
  get before(): SqlToken | undefined {
    return this.#tokens[this.#at - 1];
  }

  /** Takes the next token. */
  next(): SqlToken | undefined {
    return this.#tokens[this.#at++];
  }

  /** True when the next tokens are these words. */
  isAt(...words: readonly string[]): boolean {
    return words.every((word, index) => this.#tokens[this.#at + index]?.word === word);
  }

  /** Takes the next tokens when they are these words. */
  take(...words: readonly string[]): boolean {
    if (!this.isAt(...words)) return false;
    this.#at += words.length;
    return true;
  }

  /** True when the next token is a symbol. */
  isSymbol(symbol: string): boolean {
    return this.token?.type === "symbol" && this.token.value === symbol;
  }

  /** Takes the next token when it is a symbol. */
  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#at++;
    return true;
  }

  /** Takes a name, quoted or not. */
  name(): string | undefined {
    const { token } = this;
    if (token === undefined || (token.type !== "word" && token.type !== "name" && token.type !== "text")) {
      return undefined;
    }
    this.#at++;
    return token.value;
  }

  /** Takes a name with the schema before it; of `a.b.c` the last two count. */
  qualified(): SqlName | undefined {
    let name = this.name();
    let schema: string | undefined;
    while (name !== undefined && this.takeSymbol(".")) [schema, name] = [name, this.name()];
    return name === undefined ? undefined : { schema, name };
  }

  /** Takes a group in parentheses and returns a cursor inside it. */
  group(): SqlCursor | undefined {
    if (!this.isSymbol("(")) return undefined;
    const start = ++this.#at;
    for (let depth = 1; this.#at < this.#tokens.length; this.#at++) {
      if (this.isSymbol("(")) depth++;
      if (this.isSymbol(")") && --depth === 0) break;
    }
    return new SqlCursor(this.#source, this.#tokens.slice(start, this.#at++));
  }

  /** Cursors for the parts between the commas that are left. */
  parts(): SqlCursor[] {
    const parts: SqlToken[][] = [[]];
    let depth = 0;
    for (let token = this.next(); token; token = this.next()) {
      if (token.type === "symbol" && token.value === "(") depth++;
      if (token.type === "symbol" && token.value === ")") depth--;
      if (token.type === "symbol" && token.value === "," && depth === 0) parts.push([]);
      else parts.at(-1)?.push(token);
    }
    return parts.filter((part) => part.length > 0).map((part) => new SqlCursor(this.#source, part));
  }

  /** The text of the tokens that are left. */
  get rest(): string {
    return this.#source.slice(this.offset, this.#tokens.at(-1)?.end ?? 0);
  }

  /** The names among the tokens that are left. */
  get names(): string[] {
    return this.#tokens.slice(this.#at).flatMap(({ type, value }) =>
      type === "word" || type === "name" ? [value] : []
    );
  }

  /** Takes an expression: one token at least, then up to a word that ends it or a comma; the text of it. */
  expression(ends: ReadonlySet<string>): string {
    const start = this.offset;
    let end = start;
    let brackets = 0;
    while (this.token !== undefined && !this.isSymbol(")") && (brackets > 0 || !this.isSymbol(","))) {
      if (end > start && ends.has(this.token.word)) break;
      if (this.isSymbol("[")) brackets++;
      if (this.isSymbol("]")) brackets--;
      if (this.isSymbol("(")) this.group();
      else this.next();
      end = this.before?.end ?? end;
    }
    return this.#source.slice(start, end);
  }
}

/** An expression without the parentheses around all of it. */
export function withoutParentheses(text: string): string {
  const closers = closersIn(text);
  let [start, end] = [0, text.length];
  while (true) {
    while (start < end && /\s/.test(text[start] ?? "")) start++;
    while (start < end && /\s/.test(text[end - 1] ?? "")) end--;
    if (text[start] !== "(" || closers.get(start) !== end - 1) return text.slice(start, end);
    start++;
    end--;
  }
}

/** The offset of the closing parenthesis of each opening one, outside of quotes. */
function closersIn(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"' || character === "`") quote = character;
    else if (character === "(") open.push(at);
    else if (character === ")") closers.set(open.pop() ?? -1, at);
  }
  return closers;
}

/** An expression with names quoted in no way of one database alone. */
export function portableNames(text: string, dialect: SqlDialect): string {
  let portable = "";
  let at = 0;
  for (const { type, start, end, value } of sqlTokens(text, dialect)) {
    if (type !== "name" || text[start] === '"') continue;
    portable += text.slice(at, start) +
      quoteName(value, SQL_DIALECTS.postgres);
    at = end;
  }
  return portable + text.slice(at);
}
