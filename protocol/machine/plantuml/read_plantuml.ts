import {
  type PlantumlLine,
  plantumlLines,
  textUntil,
  unquoted,
  withoutMarks,
} from "../../diagram/plantuml_lines.ts";
import { LoomError } from "../../error.ts";
import { positionAt } from "../../json/position.ts";
import type { TextDocument } from "../../kind.ts";
import { RemarkList } from "../../remark_list.ts";
import { type Diagram, MARK, type Shape, type Statement } from "../mermaid/import/diagram.ts";
import { machineOfDiagram } from "../mermaid/import/parse_mermaid.ts";
import type { StateMachineDefinition } from "../types.ts";

const ID = String.raw`[\p{L}\p{N}_.]+`;
const END = String.raw`\[\*\]|\[H\*?\]|${ID}(?:\[H\*?\])?|"[^"]*"`;
/** `-->`, `-down->`, `-[#red,dashed]->`, `<--`: what stands between the dashes is about the looks. */
const DASHES = String.raw`-(?:-|\[[^\]]*\]|(?:left|right|up|down|le?|ri?|up?|do?)(?=[-\[]))*`;
const ARROW = new RegExp(
  String
    .raw`^(${END})\s*(?:x?(${DASHES})-?>{1,2}[xo]?|[xo]?<{1,2}(${DASHES})-?)\s*(${END})\s*(?:#\S+\s*)?(?::\s*(.*))?$`,
  "iu",
);
const STATE = new RegExp(
  String
    .raw`^(?:state|frame)\s+(?:"([^"]*)"\s+as\s+(${ID})|(${ID})\s+as\s+"([^"]*)"|"([^"]*)"|(${ID}))\s*(.*)$`,
  "iu",
);
/** A stereotype, a link, colours and line styles, in any order. */
const LOOKS = /^(?:<<([^>]*)>>|\[\[[^\]]*\]\]|##?\S*)\s*/;
const DESCRIPTION = new RegExp(String.raw`^(${ID})\s*:\s*(.*)$`, "u");
const NOTE = /^note\s+(?:left|right|top|bottom)\s+of\s+("[^"]*"|[^\s:#]+)\s*(?:#\S+\s*)?(?::\s*(.*))?$/i;
const LONE_NOTE = /^note\s+(?:left|right|top|bottom)?\s*(?:#\S+\s*)?(?::\s*(.*))?$/i;
const NAMED_NOTE = /^note\s+"([^"]*)"\s+as\s+\S+$/i;
/** Lines without a place in a machine, by what remarks call them. */
const PASSED: readonly (readonly [RegExp, string])[] = [
  [/^(?:skinparam|hide|show|scale|skin|style|page)\b/i, "a setting of the drawing"],
  [/^!/, "a directive"],
  [/^(?:left to right direction|top to bottom direction)$/i, "a direction"],
  [/^(?:caption|header|footer|legend)\b/i, "a caption"],
  [/^newpage\b/i, "a page break"],
  [/^(?:json|yaml)\s.*\}$/i, "data"],
];
/** Blocks of lines that are passed over whole, with the line that ends them. */
const SKIPPED: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^(?:skinparam\b.*\{|<style>)$/i, /^(?:\}|<\/style>)$/i, "a setting of the drawing"],
  [
    /^(?:legend|header|footer)(?:\s+(?:left|right|top|bottom|center))?$/i,
    /^end\s*(?:legend|header|footer)$/i,
    "a caption",
  ],
  [/^(?:json|yaml)\s.*\{$/i, /^\}$/, "data"],
  [/^note\s+(?:(?:left|right|top|bottom)\s+)?on\s+link\b[^:]*$/i, /^end\s*note$/i, "a note on an arrow"],
];
const SHAPES: Readonly<Record<string, Shape>> = {
  choice: "choice",
  fork: "fork",
  join: "join",
  end: "end",
  history: "history",
  "history*": "history*",
};
const MAX_DEPTH = 200;
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Reads a machine from a PlantUML state diagram. Labels are read as `event [guard] / action`, `--` and `||` divide
 * regions, `[H]` and `[H*]` are histories, `<<choice>>`, `<<fork>>` and `<<join>>` what they are in Mermaid.
 *
 * @param name The machine's name where the text has no title.
 * @throws {LoomError} `plantuml_syntax` with the line of what is no line of a state diagram; `too_deep`, `too_large`.
 *
 * @example
 * ```ts
 * import { readMachinePlantUml } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { definition } = readMachinePlantUml("@startuml\n[*] --> Off\nOff -> On : press\n@enduml");
 * assertEquals(definition.state.states?.[0]?.transitions, [{ event: "press", nextState: "On" }]);
 * ```
 */
export function readMachinePlantUml(text: string, name?: string): TextDocument<StateMachineDefinition> {
  if (text.length > MAX_LENGTH) {
    throw new LoomError(
      "too_large",
      `The diagram is ${text.length} characters long and at most ${MAX_LENGTH} are read: split it.`,
    );
  }
  return new Reader(text).read(name);
}

/** A block whose end has not been read. */
interface OpenBlock {
  readonly id: string;
  readonly line: PlantumlLine;
  readonly sections: Statement[][];
}

class Reader {
  readonly #source: string;
  readonly #remarks: RemarkList;
  readonly #outermost: Statement[][] = [[]];
  readonly #open: OpenBlock[] = [];
  /** The statements among which each state stands. */
  readonly #places = new Map<string, Statement[]>();
  #title: string | undefined;
  #last: string | undefined;

  constructor(text: string) {
    this.#source = text;
    this.#remarks = new RemarkList(text);
  }

  read(name: string | undefined): TextDocument<StateMachineDefinition> {
    const lines = plantumlLines(this.#source);
    for (let line = lines.next(); !line.done; line = lines.next()) this.#readLine(line.value, lines);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw this.#fault(unclosed.line, `the block of ${unclosed.id} has no end`);
    const { definition, remarks } = machineOfDiagram(this.#diagram(), this.#source, {
      name,
      namespace: "PlantUml",
      source: "plantuml",
      maxDepth: MAX_DEPTH,
      tooDeep: (at) => {
        const place = `line ${positionAt(this.#source, at).line}`;
        throw new LoomError(
          "too_deep",
          `States nest more than ${MAX_DEPTH} levels deep at ${place}: make the diagram flatter.`,
        );
      },
    });
    return {
      definition,
      remarks: [...this.#remarks.lines, ...remarks].sort((one, other) => one.line - other.line),
    };
  }

  /** The statements; of several sections at the outermost level a state with regions. */
  #diagram(): Diagram {
    const filled = this.#outermost.filter((section) => section.length > 0);
    const [only = []] = filled;
    const statements: Statement[] = filled.length < 2 ? only : [
      { kind: "edge", from: MARK, to: "Regions", label: "", at: 0 },
      { kind: "block", id: "Regions", sections: filled, at: 0 },
    ];
    return { title: this.#title, accTitle: undefined, accDescr: undefined, statements, looks: [] };
  }

  get #sections(): Statement[][] {
    return this.#open.at(-1)?.sections ?? this.#outermost;
  }

  get #here(): Statement[] {
    return this.#sections.at(-1) ?? [];
  }

  #readLine(line: PlantumlLine, lines: Generator<PlantumlLine, void>): void {
    const { text, at } = line;
    if (text === "}") return this.#close(line);
    if (/^(?:-{2,}|\|{2,})$/.test(text)) return void this.#sections.push([]);
    const arrow = ARROW.exec(text);
    if (arrow) return this.#arrow(arrow, at);
    const state = STATE.exec(text);
    if (state) return this.#state(line, state);
    if (this.#note(line, lines)) return;
    const skipped = SKIPPED.find(([begin]) => begin.test(text));
    if (skipped) {
      textUntil(lines, skipped[1]);
      return this.#remarks.add(`Passed over: ${skipped[2]}.`, at);
    }
    const passed = PASSED.find(([pattern]) => pattern.test(text));
    if (passed) return this.#remarks.add(`Passed over: ${passed[1]}.`, at);
    const title = /^title(?:\s+(.*))?$/i.exec(text);
    if (title) {
      this.#title = withoutMarks(title[1] ?? textUntil(lines, /^end\s*title$/i)).replaceAll("\n", " ");
      return;
    }
    const description = DESCRIPTION.exec(text);
    if (description) return this.#describe(description[1] ?? "", description[2] ?? "", at);
    if (new RegExp(`^${ID}$`, "u").test(text)) return this.#mention(text, at);
    throw this.#fault(line, "this is no line of a state diagram");
  }

  #arrow([, left = "", , back, right = "", label = ""]: RegExpExecArray, at: number): void {
    const [from, to] = (back === undefined ? [left, right] : [right, left]).map((end) => unquoted(end));
    if (from === undefined || to === undefined) return;
    for (const id of [from, to]) this.#mention(stateOf(id), at);
    const isHere = [from, to].every((id) =>
      stateOf(id) === "" || this.#places.get(stateOf(id)) === this.#here
    );
    const place = isHere ? this.#here : this.#outermost.at(-1) ?? this.#here;
    place.push({ kind: "edge", from, to, label: withoutMarks(label), at });
    this.#last = stateOf(from) || stateOf(to);
  }

  #state(line: PlantumlLine, [, long1, id1, id2, long2, quoted, id3, rest = ""]: RegExpExecArray): void {
    const { at } = line;
    const id = id1 ?? id2 ?? quoted ?? id3 ?? "";
    const long = long1 ?? long2;
    this.#mention(id, at);
    if (long !== undefined && withoutMarks(long) !== id) this.#describe(id, long, at);
    let words = rest;
    for (let looks = LOOKS.exec(words); looks; looks = LOOKS.exec(words)) {
      this.#stereotype(id, looks[1], at);
      words = words.slice(looks[0].length);
    }
    if (words.startsWith(":")) return this.#describe(id, words.slice(1), at);
    if (words === "{" || words === "begin") this.#begin(id, line);
    else if (words !== "") throw this.#fault(line, `${JSON.stringify(words)} means nothing behind a state`);
  }

  #begin(id: string, line: PlantumlLine): void {
    if (this.#open.length >= MAX_DEPTH) {
      throw new LoomError(
        "too_deep",
        `States nest more than ${MAX_DEPTH} levels deep at line ${
          this.#lineOf(line)
        }: make the diagram flatter.`,
      );
    }
    const sections: Statement[][] = [[]];
    this.#here.push({ kind: "block", id, sections, at: line.at });
    this.#open.push({ id, line, sections });
  }

  #close(line: PlantumlLine): void {
    if (this.#open.pop() === undefined) throw this.#fault(line, "this brace closes nothing");
  }

  #stereotype(id: string, word: string | undefined, at: number): void {
    if (word === undefined) return;
    const shape = SHAPES[word.trim().toLowerCase()];
    if (shape !== undefined) this.#here.push({ kind: "shape", id, shape, at });
    else this.#remarks.add(`Passed over: the stereotype <<${word.trim()}>>.`, at);
  }

  #describe(id: string, text: string, at: number): void {
    this.#mention(id, at);
    for (const part of text.split("\\n").map(withoutMarks)) {
      if (part !== "") this.#here.push({ kind: "state", id, text: part, at });
    }
  }

  /** Puts a state where it is mentioned first. */
  #mention(id: string, at: number): void {
    if (id === "") return;
    this.#last = id;
    if (this.#places.has(id)) return;
    this.#places.set(id, this.#here);
    this.#here.push({ kind: "state", id, text: undefined, at });
  }

  #note({ text, at }: PlantumlLine, lines: Generator<PlantumlLine, void>): boolean {
    const named = NAMED_NOTE.exec(text);
    const note = NOTE.exec(text);
    const lone = LONE_NOTE.exec(text);
    if (named) this.#here.push({ kind: "note", id: undefined, text: withoutMarks(named[1] ?? ""), at });
    else if (note || lone) {
      const words = withoutMarks((note ? note[2] : lone?.[1]) ?? textUntil(lines, /^end\s*note$/i));
      const id = note ? unquoted(note[1] ?? "") : this.#last;
      if (id !== undefined) this.#mention(id, at);
      this.#here.push({ kind: "note", id, text: words, at });
    } else return false;
    return true;
  }

  #lineOf({ at }: PlantumlLine): number {
    return positionAt(this.#source, at).line;
  }

  #fault(line: PlantumlLine, reason: string): LoomError {
    return new LoomError(
      "plantuml_syntax",
      `Line ${
        this.#lineOf(line)
      } of the PlantUML text cannot be read: ${reason}. Correct it, or leave it out.`,
    );
  }
}

/** The state of an arrow's end; `""` for marks. */
function stateOf(end: string): string {
  return end === MARK ? "" : end.replace(/\[H\*?\]$/, "");
}
