import { ExpressionError } from "./errors.ts";
import { MAX_NESTING } from "./limits.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Replacements for syntax of other languages. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["=", 'compare with "=="'],
  ["++", 'add with "+= 1" in an action'],
  ["--", 'subtract with "-= 1" in an action, put a space between two signs'],
  ["if", "there is no conditional expression, use two transitions with a guard each"],
  [";", "a guard is one expression"],
]);

/** Walks over the tokens of one text, knows how deep it is nested, and words what is wrong. */
export class TokenReader {
  /** True when a new line outside brackets ends what is being read. */
  readonly #linesMatter: boolean;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;
  #brackets = 0;

  /** Cuts the text into tokens; see {@linkcode tokenize} for what it throws. */
  constructor(text: string, linesMatter: boolean) {
    this.#tokens = tokenize(text);
    this.#linesMatter = linesMatter;
  }

  /** The token to read next. */
  get next(): Token {
    return this.#peek(0);
  }

  /** The text of the token to read next when it is a word or a symbol; a string literal is neither. */
  get nextText(): string {
    return textOf(this.next);
  }

  /** The same, or nothing when a new line ends the statement before it. */
  get continuation(): string {
    return this.#linesMatter && this.#brackets === 0 && this.next.startsLine ? "" : this.nextText;
  }

  /** The text of the token after the next one. */
  get secondText(): string {
    return textOf(this.#peek(1));
  }

  /** True when everything is read. */
  isAtEnd(): boolean {
    return this.next.type === "end";
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.next;
    if (token.type !== "end") this.#at++;
    return token;
  }

  /** Takes the next token if it is the given word or symbol. */
  takeIf(text: string): boolean {
    if (this.nextText !== text) return false;
    this.take();
    return true;
  }

  /** Takes the next token, which must be the given symbol. */
  expect(text: string): void {
    if (!this.takeIf(text)) throw this.unexpected(`Expected "${text}" but found`);
  }

  /** Reads what stands inside a pair of brackets, where new lines do not matter. */
  inBrackets<T>(close: string, read: () => T): T {
    this.take();
    this.#brackets++;
    const result = this.nested(read);
    this.#brackets--;
    this.expect(close);
    return result;
  }

  /** Reads something one level deeper. */
  nested<T>(read: () => T): T {
    this.checkDepth(1);
    this.#nesting++;
    const result = read();
    this.#nesting--;
    return result;
  }

  /** Refuses to go more than the allowed number of levels deep. */
  checkDepth(levels: number): void {
    if (this.#nesting + levels <= MAX_NESTING) return;
    const advice = "split it, for example into registered functions";
    throw new ExpressionError(`More than ${MAX_NESTING} levels of nesting`, this.next.offset, advice);
  }

  /** The error for a next token that cannot stand here. */
  unexpected(problem: string, advice: string | undefined = ADVICE.get(this.nextText)): ExpressionError {
    const { type, text, offset } = this.next;
    const shown = text.length > 40 ? text.slice(0, 40) + "..." : text;
    const found = type === "end" ? "the end of the text" : type === "value" ? shown : `"${shown}"`;
    return new ExpressionError(`${problem} ${found}`, offset, advice);
  }

  #peek(ahead: number): Token {
    const last = this.#tokens.length - 1;
    // The tokens always end with "end", so that some token exists.
    return this.#tokens[Math.min(this.#at + ahead, last)] as Token;
  }
}

function textOf(token: Token): string {
  return token.type === "word" || token.type === "symbol" ? token.text : "";
}
