import { errorAt, type MermaidErrorCode } from "./error.ts";

/** Spaces, comments and directives between the words of a diagram; `#` begins a comment unless it begins a code. */
const BETWEEN = /(?:\s+|%%\{(?:(?!\}%%|%%\{)[\s\S])*\}%%|%%[^\r\n]*|#(?!\w+;)[^\r\n]*)+/y;

/** Walks through the text of a diagram. */
export class Scanner {
  readonly #text: string;
  #at: number;

  /** Begins at an offset and ends at another one. */
  constructor(text: string, from: number, to: number) {
    this.#text = text.slice(0, to);
    this.#at = from;
  }

  /** The offset in the text. */
  get at(): number {
    return this.#at;
  }

  /** Consumes and returns the match of a sticky pattern at the offset. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  /** Checks whether a sticky pattern matches at the offset. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  /** Skips spaces, comments and directives. */
  skip(): void {
    this.take(BETWEEN);
  }

  /** Skips spaces on the line. */
  skipBlanks(): void {
    this.take(/[^\S\r\n]*/y);
  }

  /** Checks whether all has been read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /**
   * Ends reading.
   *
   * @param problem What is wrong, as the beginning of a sentence.
   * @param remedy What to do, as the end of it.
   * @param at Where; default: here.
   */
  fail(
    problem: string,
    remedy: string,
    at: number = this.#at,
    code: MermaidErrorCode = "mermaid_syntax",
  ): never {
    throw errorAt(code, this.#text, at, problem, remedy);
  }

  /** The text at the offset, for errors. */
  get found(): string {
    if (this.isAtEnd) return "the end of the text";
    const word = /[^\s]{1,20}/uy;
    word.lastIndex = this.#at;
    const match = word.exec(this.#text);
    return match ? `"${match[0]}"` : "the end of the line";
  }
}
