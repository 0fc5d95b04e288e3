import { type Diagram, MARK, type Shape, type Statement } from "./diagram.ts";
import { errorAt, type MermaidErrorCode } from "./error.ts";
import type { DiagramPlace } from "./find_diagram.ts";

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

/** A name: one word without `:`, `-` and braces; two percent signs begin a comment. */
const NAME = /(?:[^:\s\-{}%"]|%(?!%))+/y;
/** A name after `state`, which may contain `-`. */
const BLOCK_NAME = /(?:[^:\s{}%"]|%(?!%))+/y;
/** A name after `as`: everything up to the tokens that may follow it. */
const ALIAS_NAME = /(?:[^:\r\n{}%<]|%(?!%)|<(?!<))*/y;
const STYLE_CLASS = /[^\S\r\n]*:::[^\S\r\n]*[^:\s\-{}]+/y;
const DESCRIPTION = /[^\S\r\n]*:(?!::)([^\r\n]*)/y;
/** A description after `state id`, where a block may follow. */
const BLOCK_DESCRIPTION = /[^\S\r\n]*:(?!::)((?:[^\r\n{]|\{(?![^\S\r\n]*(?:$|[\r\n])))*)/y;
/** The brace of a block, which may be on its own line. */
const BLOCK_OPENING = /(?:\s|%%[^\r\n]*(?![^\r\n]))*\{/y;
const ARROW = /-->/y;
const OTHER_ARROW = /-+(?:\.+-*)?>|=+>|[→⇒➜⟶]/y;
const SHAPE = /<<(fork|join|choice|end|history\*?)>>/iy;
const SHAPED = /([^\r\n"{]*?)(?:<<(fork|join|choice|end|history\*?)>>|\[\[(fork|join|choice)\]\])/iy;

/** Lines that are about the looks alone. */
const LOOKS: readonly RegExp[] = [
  /direction\s+(?:TB|TD|BT|RL|LR)\b[^\r\n]*/iy,
  /(?:classDef|class|style|click)[^\S\r\n]+(?![^\S\r\n]|-->|:)[^\r\n]*/iy,
  /scale[^\S\r\n]+\d+[^\S\r\n]+width\b/iy,
  /hide[^\S\r\n]+empty[^\S\r\n]+description\b/iy,
];

/** A block whose end has not been read. */
interface OpenBlock {
  readonly id: string;
  readonly at: number;
  readonly sections: Statement[][];
}

/**
 * Reads the statements of a state diagram.
 *
 * @param maxDepth How deep blocks may nest.
 * @throws {MermaidSyntaxError} At the first place that cannot be read.
 */
export function readStatements(text: string, place: DiagramPlace, maxDepth: number): Diagram {
  return new StatementReader(new Scanner(text, place.from, place.to), maxDepth).read(place.title);
}

class StatementReader {
  readonly #scanner: Scanner;
  readonly #maxDepth: number;
  readonly #outermost: Statement[] = [];
  readonly #open: OpenBlock[] = [];
  readonly #looks: number[] = [];
  #accTitle: string | undefined;
  #accDescr: string | undefined;

  constructor(scanner: Scanner, maxDepth: number) {
    this.#scanner = scanner;
    this.#maxDepth = maxDepth;
  }

  read(title: string | undefined): Diagram {
    const scanner = this.#scanner;
    for (this.#skip(); !scanner.isAtEnd; this.#skip()) this.#readStatement();
    const block = this.#open.at(-1);
    if (block) {
      scanner.fail(`No } closes the block of "${block.id}"`, "add one", block.at);
    }
    return {
      title,
      accTitle: this.#accTitle,
      accDescr: this.#accDescr,
      statements: this.#outermost,
      looks: this.#looks,
    };
  }

  /** A semicolon may end a statement. */
  #skip(): void {
    do this.#scanner.skip(); while (this.#scanner.take(/;+/y));
  }

  get #statements(): Statement[] {
    return this.#open.at(-1)?.sections.at(-1) ?? this.#outermost;
  }

  #readStatement(): void {
    const scanner = this.#scanner;
    const at = scanner.at;
    if (LOOKS.some((pattern) => scanner.take(pattern))) this.#looks.push(at);
    else if (scanner.take(/\}/y)) this.#closeBlock(at);
    else if (scanner.take(/--(?!>)-*/y)) this.#divide(at);
    else if (scanner.take(/state\s+(?![\s:]|-->)/iy)) this.#readState(at);
    else if (scanner.take(/note\s+(?![\s:]|-->)/iy)) this.#readNote(at);
    else if (!this.#readAccessibility()) this.#readEdgeOrState(at);
  }

  #readAccessibility(): boolean {
    const title = this.#scanner.take(/accTitle[^\S\r\n]*:[^\S\r\n]*([^\r\n]*)/iy);
    if (title) this.#accTitle = title[1]?.trim();
    const line = this.#scanner.take(/accDescr[^\S\r\n]*:[^\S\r\n]*([^\r\n]*)/iy);
    const lines = this.#scanner.take(/accDescr\s*\{([^}]*)\}/iy);
    const text = (line ?? lines)?.[1];
    if (text !== undefined) this.#accDescr = text.split(/[\r\n]+/).map((one) => one.trim()).join("\n").trim();
    return (title ?? line ?? lines) !== undefined;
  }

  #readEdgeOrState(at: number): void {
    const scanner = this.#scanner;
    const from = this.#readReference("a statement was expected");
    scanner.skip();
    if (!scanner.take(ARROW)) {
      if (scanner.sees(OTHER_ARROW)) scanner.fail("Another arrow than --> stands", "write -->");
      const text = scanner.take(DESCRIPTION)?.[1];
      this.#statements.push({ kind: "state", id: from, text: text === undefined ? text : lineOf(text), at });
      return;
    }
    const to = this.#readTarget();
    const label = lineOf(scanner.take(DESCRIPTION)?.[1] ?? "");
    this.#statements.push({ kind: "edge", from, to, label, at });
    scanner.skipBlanks();
    if (scanner.sees(ARROW)) scanner.fail("A second arrow stands", "write one arrow a line");
  }

  #readTarget(): string {
    const scanner = this.#scanner;
    const { at } = scanner;
    scanner.skip();
    const expected = "a state was expected behind the arrow";
    if (scanner.isAtEnd) {
      scanner.fail(`Instead of ${scanner.found} ${expected}`, "name a state, or write [*]", at);
    }
    return this.#readReference(expected);
  }

  /** A state's name or the start and end mark, with a style class if one is given. */
  #readReference(expected: string): string {
    const scanner = this.#scanner;
    const id = scanner.take(/\[\*\]/y) ? MARK : this.#readName(NAME, expected);
    scanner.take(STYLE_CLASS);
    if (scanner.sees(/-\w/y)) {
      const remedy = 'declare it as a text, as in state "with-hyphen" as withHyphen';
      scanner.fail(`The name "${id}" is followed by a hyphen, which no name has,`, remedy);
    }
    return id;
  }

  #readName(pattern: RegExp, expected: string): string {
    const scanner = this.#scanner;
    const { at } = scanner;
    const name = withoutSemicolon(scanner.take(pattern)?.[0].trim() ?? "");
    if (name !== "") return name;
    const remedy = scanner.sees(/"/y)
      ? 'declare the text first, as in state "two words" as s1'
      : scanner.sees(/\{/y)
      ? "put state and a name before the brace"
      : "name a state, or write [*]";
    return scanner.fail(`Instead of ${scanner.found} ${expected}`, remedy, at);
  }

  #readState(at: number): void {
    const scanner = this.#scanner;
    if (scanner.take(/"/y)) return this.#readAlias(at);
    const shaped = scanner.take(SHAPED);
    if (shaped) {
      const shape = (shaped[2] ?? shaped[3] ?? "").toLowerCase() as Shape;
      const id = (shaped[1] ?? "").trim();
      if (id === "") scanner.fail(`<<${shape}>> has no name`, "put one before it", at);
      this.#statements.push({ kind: "shape", id, shape, at });
      return;
    }
    const id = this.#readName(BLOCK_NAME, "a name was expected behind state");
    scanner.take(STYLE_CLASS);
    const text = scanner.take(BLOCK_DESCRIPTION)?.[1];
    if (text !== undefined) this.#statements.push({ kind: "state", id, text: lineOf(text), at });
    scanner.skipBlanks();
    if (scanner.sees(/[^\r\n{}%#;]/y)) {
      scanner.fail(
        `The name "${id}" is followed by ${scanner.found}`,
        'a name is one word: for more, write state "two words" as s1',
      );
    }
    if (!this.#openBlock(id, at) && text === undefined) {
      this.#statements.push({ kind: "state", id, text, at });
    }
  }

  #readAlias(at: number): void {
    const scanner = this.#scanner;
    const text = scanner.take(/([^"]*)"/y)?.[1];
    if (text === undefined) {
      return scanner.fail('No " closes the text of the state', "add one", scanner.at - 1);
    }
    if (!scanner.take(/\s*as[^\S\r\n]+/iy)) {
      scanner.skipBlanks();
      scanner.fail(
        `Instead of ${scanner.found} the name of the state was expected`,
        `write as and a name behind the text, as in state "${text.slice(0, 20)}" as s1`,
      );
    }
    const id = this.#readName(ALIAS_NAME, "a name was expected behind as");
    this.#statements.push({ kind: "alias", id, text, at });
    scanner.take(STYLE_CLASS);
    const shape = scanner.take(SHAPE)?.[1]?.toLowerCase();
    if (shape !== undefined) this.#statements.push({ kind: "shape", id, shape: shape as Shape, at });
    const more = scanner.take(BLOCK_DESCRIPTION)?.[1];
    if (more !== undefined) this.#statements.push({ kind: "state", id, text: lineOf(more), at });
    this.#openBlock(id, at);
  }

  /** Opens the block of a state; `false` when it has none. */
  #openBlock(id: string, at: number): boolean {
    const scanner = this.#scanner;
    if (!scanner.take(BLOCK_OPENING)) return false;
    if (this.#open.length >= this.#maxDepth) {
      scanner.fail(
        `Blocks nest more than ${this.#maxDepth} levels deep`,
        "make the diagram flatter",
        at,
        "too_deep",
      );
    }
    const block: OpenBlock = { id, at, sections: [[]] };
    this.#statements.push({ kind: "block", ...block });
    this.#open.push(block);
    return true;
  }

  #closeBlock(at: number): void {
    if (this.#open.pop()) return;
    this.#scanner.fail("A } closes nothing", "take it out, or open a block with state X {", at);
  }

  #divide(at: number): void {
    const block = this.#open.at(-1);
    if (block) return void block.sections.push([]);
    this.#scanner.fail(
      "A -- stands outside of every block",
      "put what is concurrent into a state, as in state X { ... -- ... }",
      at,
    );
  }

  #readNote(at: number): void {
    const scanner = this.#scanner;
    const floating = scanner.take(/"([^"]*)"\s*as[^\S\r\n]*[^\r\n]*/iy);
    if (floating) {
      this.#statements.push({ kind: "note", id: undefined, text: floating[1] ?? "", at });
      return;
    }
    if (!scanner.take(/(?:left|right)\s+of\b\s*/iy)) {
      scanner.fail(
        `Instead of ${scanner.found} the place of a note was expected`,
        "write note right of, or note left of, and a state",
      );
    }
    const id = this.#readName(NAME, "the state of the note was expected");
    const line = scanner.take(DESCRIPTION)?.[1];
    const lines = line === undefined ? scanner.take(/[\s\S]*?[\r\n][^\S\r\n]*end note\b/iy)?.[0] : undefined;
    const text = line ?? lines?.replace(/[^\S\r\n]*end note$/i, "");
    if (text === undefined) {
      return scanner.fail("No end note closes the note", "add a line that says so", at);
    }
    this.#statements.push({ kind: "note", id, text, at });
  }
}

/** A text at the end of a line, without the semicolon that may end the statement. */
function lineOf(text: string): string {
  return withoutSemicolon(text.trim());
}

function withoutSemicolon(text: string): string {
  let end = text.length;
  while (text[end - 1] === ";" && (text[end - 2] === ";" || !/[#&]#?\w+;$/.test(text.slice(-40)))) end--;
  return text.slice(0, end).trimEnd();
}
