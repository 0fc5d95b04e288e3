import type { Node } from "jsonc-parser";
import type { LineIndents } from "./line_indents.ts";
import { type FindFragment, ValuePrinter } from "./print_value.ts";
import { learnStyle, type TextStyle } from "./text_style.ts";

/** Inputs of rewriting a text: the text, its style, and a printer of new values. */
export class Workshop {
  /** The text to change. */
  readonly text: string;
  /** The indentation of its lines. */
  readonly indents: LineIndents;
  /** Writes new values. */
  readonly printer: ValuePrinter;
  readonly #root: Node;
  #style: TextStyle | undefined;

  constructor(text: string, root: Node, indents: LineIndents, find: FindFragment) {
    this.text = text;
    this.indents = indents;
    this.printer = new ValuePrinter(this, find);
    this.#root = root;
  }

  /** Style of the text; computed on first use, since most edits only change words. */
  get style(): TextStyle {
    return this.#style ??= learnStyle(this.text, this.#root, this.indents);
  }

  /** True when characters outside ASCII are written as escapes. */
  get ascii(): boolean {
    return this.#ascii ??= writesAscii(this.text);
  }
  #ascii: boolean | undefined;
}

function writesAscii(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return /\\u(?!00[01])/.test(text) && !/[^\x00-\x7f]/.test(text);
}
