/** A statement of Python, or a compound one with those inside. */
export type PythonBlock =
  | { readonly kind: "line"; readonly text: string }
  | {
    readonly kind: "if";
    readonly condition: string;
    readonly then: readonly PythonBlock[];
    readonly else: readonly PythonBlock[];
  }
  | {
    readonly kind: "for";
    readonly item: string;
    readonly index: string;
    readonly list: string;
    readonly body: readonly PythonBlock[];
  };

/** A line of code, without its comment and with the lines that its brackets hold. */
interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The statements of a text of Python. Compound statements other than `if` and `for` stay one text. */
export function pythonBlocks(text: string): PythonBlock[] {
  return new BlockReader(linesOf(text)).read(-1);
}

/** A text, a comment, or a character. */
const PIECE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|\\\n|[\s\S]/g;

/** A compound statement: the text before its colon, and the rest of its line. */
const HEAD = String.raw`((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^\]]*\]|\{[^}]*\}|[^:"'[{])+):\s*(.*)$`;
const IF = new RegExp(String.raw`^if\b${HEAD}`, "s");
const ELIF = new RegExp(String.raw`^elif\b${HEAD}`, "s");
const FOR = new RegExp(String.raw`^for\s+(?:(\w+)\s*,\s*)?(\w+)\s+in\s+${HEAD}`, "s");

function linesOf(text: string): Line[] {
  const lines = [""];
  let depth = 0;
  for (const [piece] of text.replaceAll("\r", "").matchAll(PIECE)) {
    if (piece.startsWith("#") || piece === "\\\n") continue;
    if (/^[([{]$/.test(piece)) depth++;
    else if (/^[)\]}]$/.test(piece)) depth--;
    if (piece === "\n" && depth <= 0) lines.push("");
    else lines[lines.length - 1] += piece;
  }
  return lines.filter((line) => line.trim() !== "").map((line) => ({
    indent: line.length - line.trimStart().length,
    text: line.trim(),
  }));
}

class BlockReader {
  readonly #lines: readonly Line[];
  #next = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** The statements that stand further in than a compound statement. */
  read(indent: number): PythonBlock[] {
    const blocks: PythonBlock[] = [];
    for (let line = this.#lines[this.#next]; line && line.indent > indent; line = this.#lines[this.#next]) {
      this.#next++;
      blocks.push(...this.#statement(line));
    }
    return blocks;
  }

  #statement(line: Line): PythonBlock[] {
    if (line.text === "pass" || /^global\s/.test(line.text)) return [];
    const test = IF.exec(line.text);
    if (test) return [this.#if(line, test)];
    const loop = FOR.exec(line.text);
    if (loop) {
      const [, first = "", item = "", source = "", inline = ""] = loop;
      const list = first === "" ? source : /^enumerate\((.+)\)$/.exec(source)?.[1];
      if (list !== undefined) {
        return [{ kind: "for", item, index: first, list, body: this.#body(line, inline) }];
      }
    }
    // A compound statement keeps its lines together, so that it is one text that does not parse.
    if (!line.text.endsWith(":")) return [{ kind: "line", text: line.text }];
    const inside: string[] = [line.text];
    for (let one = this.#lines[this.#next]; one && one.indent > line.indent; one = this.#lines[this.#next]) {
      this.#next++;
      inside.push(`${" ".repeat(one.indent - line.indent)}${one.text}`);
    }
    return [{ kind: "line", text: inside.join("\n") }];
  }

  #if(line: Line, [, condition = "", inline = ""]: RegExpExecArray): PythonBlock {
    const then = this.#body(line, inline);
    const next = this.#lines[this.#next];
    if (next?.indent !== line.indent) return { kind: "if", condition: condition.trim(), then, else: [] };
    const other = ELIF.exec(next.text);
    const last = /^else\s*:\s*(.*)$/.exec(next.text);
    if (other === null && last === null) return { kind: "if", condition: condition.trim(), then, else: [] };
    this.#next++;
    const otherwise = other ? [this.#if(next, other)] : this.#body(next, last?.[1] ?? "");
    return { kind: "if", condition: condition.trim(), then, else: otherwise };
  }

  #body({ indent }: Line, inline: string): PythonBlock[] {
    if (inline === "") return this.read(indent);
    return inline.split(";").flatMap((text) => this.#statement({ indent, text: text.trim() }));
  }
}
