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
import { emptySequence } from "../templates.ts";
import type { SequenceDefinition, SqdFragment, SqdMessage, SqdParticipant } from "../types.ts";
import { addBlock, type DraftOperand, type DraftPath, emptyPath, endedPath, moveInto } from "./draft_path.ts";

const PARTICIPANT =
  /^(?:create\s+)?(participant|actor|boundary|control|entity|database|collections|queue)\s+("[^"]*"|[^\s"]+)(?:\s+as\s+("[^"]*"|[^\s"]+))?(?:\s+(?:order\s+\d+|<<[^>]*>>|#\S+))*$/i;
const END = String.raw`"[^"]*"|:[^:]+:|[\p{L}\p{N}_.@]+|[\[\]?]`;
const ARROW = String
  .raw`(?:[ox](?=[<\-\\/]))?<{0,2}[\\/]{0,2}-(?:\[[^\]]*\])?-*(?:\[[^\]]*\])?[\\/]{0,2}>{0,2}(?:\(\d+\))?(?:[ox](?=\s))?`;
const MESSAGE = new RegExp(
  String
    .raw`^(${END})?\s*(${ARROW})\s*(${END})?(?:\s+as\s+\S+)?\s*((?:(?:\+\+|--|\*\*|!!)\s*(?:#\S+)?\s*)*)(?::\s*(.*))?$`,
  "u",
);
const BLOCK = /^(alt|opt|loop|par|break|critical|group|box)\b\s*(?:#\S+\s*)?(.*)$/i;
const NOTE = /^[hr]?note\s+(?:left|right|over)(?:\s+of)?\s*([^:#]*?)\s*(?:#\S+\s*)?(?::\s*(.*))?$/i;
const TITLED = /^(?:title|mainframe)\s+(.+)$/i;
/** Lines without a place in a scenario, by what remarks call them. */
const PASSED: readonly (readonly [RegExp, string])[] = [
  [/^(?:activate|deactivate|destroy|autoactivate)\b/i, "an activation"],
  [/^autonumber\b/i, "autonumber"],
  [/^(?:skinparam|hide|show|scale|skin|style)\b/i, "a setting of the drawing"],
  [/^!/, "a directive"],
  [/^==.*==$/, "a divider"],
  [/^(?:\.\.\..*|\|\|.*\|\||\|\|\||newpage\b.*)$/, "a gap"],
  [/^(?:left to right direction|top to bottom direction)$/i, "a direction"],
];
/** Blocks of lines that are passed over whole, with the line that ends them. */
const SKIPPED: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^ref\s+over\b[^:]*$/i, /^end\s*ref$/i, "a reference to another diagram"],
  [
    /^(?:legend|header|footer|skinparam\b.*\{)/i,
    /^(?:end\s*(?:legend|header|footer)|\})$/i,
    "a setting of the drawing",
  ],
];

/** True for a PlantUML text with a sequence diagram. */
export function isPlantUmlSequence(text: string): boolean {
  if (!/^\s*@startuml\b/m.test(text)) return false;
  // Other diagrams have arrows too.
  if (/^\s*(?:class|interface|state|usecase|component|object|\[\*\])(?:\s|-)/m.test(text)) return false;
  return text.split("\n").some((line) =>
    messageIn(line.trim()) !== undefined || PARTICIPANT.test(line.trim())
  );
}

/**
 * Reads a scenario from a PlantUML sequence diagram.
 *
 * @param name The name of the scenario, where the text has no title.
 * @throws {LoomError} `plantuml_syntax` with the line of what is no line of a sequence diagram.
 */
export function readSequencePlantUml(text: string, name: string): TextDocument<SequenceDefinition> {
  return new Reader(text, name).read();
}

interface Block {
  readonly word: string;
  readonly line: PlantumlLine;
  readonly operands: DraftOperand[];
}

class Reader {
  readonly #source: string;
  readonly #remarks: RemarkList;
  readonly #participants = new Map<string, SqdParticipant>();
  readonly #open: Block[] = [];
  readonly #path = emptyPath();
  readonly #calls: SqdMessage[] = [];
  readonly #notes: string[] = [];
  #name: string;

  constructor(text: string, name: string) {
    this.#source = text;
    this.#remarks = new RemarkList(text);
    this.#name = name;
  }

  read(): TextDocument<SequenceDefinition> {
    const lines = plantumlLines(this.#source);
    for (let line = lines.next(); !line.done; line = lines.next()) this.#readLine(line.value, lines);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw this.#fault(unclosed.line, `${unclosed.word} has no end`);
    const { messages, fragments } = endedPath(this.#path);
    const { settings } = emptySequence(this.#name);
    return {
      definition: {
        settings: { ...settings, ...(this.#notes.length > 0 ? { notes: this.#notes.join("\n") } : {}) },
        participants: [...this.#participants.values()],
        messages,
        ...(fragments.length > 0 ? { fragments } : {}),
      },
      remarks: this.#remarks.lines,
    };
  }

  #readLine(line: PlantumlLine, lines: Generator<PlantumlLine, void>): void {
    const { text, at } = line;
    const participant = PARTICIPANT.exec(text);
    if (participant) return this.#declare(participant[1] ?? "", participant[2] ?? "", participant[3]);
    if (/^end(?:\s*box)?$/i.test(text)) return this.#close(line);
    const divider = /^(?:else|also)\b\s*(?:#\S+\s*)?(.*)$/i.exec(text);
    if (divider) return this.#divide(line, divider[1] ?? "");
    const note = NOTE.exec(text);
    if (note) return this.#note(note[2] ?? textUntil(lines, /^end\s*[hr]?note$/i));
    const skipped = SKIPPED.find(([begin]) => begin.test(text));
    if (skipped) {
      textUntil(lines, skipped[1]);
      return this.#remarks.add(`Passed over: ${skipped[2]}.`, at);
    }
    const passed = PASSED.find(([pattern]) => pattern.test(text));
    if (passed) return this.#remarks.add(`Passed over: ${passed[1]}.`, at);
    if (/^ref\s+over\b/i.test(text)) {
      return this.#remarks.add("Passed over: a reference to another diagram.", at);
    }
    const block = BLOCK.exec(text);
    if (block) {
      const operand = { label: plain(block[2] ?? ""), path: emptyPath() };
      this.#open.push({ word: (block[1] ?? "").toLowerCase(), line, operands: [operand] });
      return;
    }
    const title = TITLED.exec(text)?.[1];
    if (title !== undefined) this.#name = plain(title);
    else if (/^return\b/i.test(text)) this.#return(line, plain(text.slice("return".length)));
    else this.#message(line);
  }

  get #here(): DraftPath {
    return this.#open.at(-1)?.operands.at(-1)?.path ?? this.#path;
  }

  #divide(line: PlantumlLine, label: string): void {
    const block = this.#open.at(-1);
    if (block === undefined) throw this.#fault(line, "this else is in no block");
    block.operands.push({ label: plain(label), path: emptyPath() });
  }

  #close(line: PlantumlLine): void {
    const block = this.#open.pop();
    if (block === undefined) throw this.#fault(line, "this end closes nothing");
    const { word, operands, line: begin } = block;
    if (word === "group" || word === "box") {
      this.#remarks.add(`Passed over: the frame of ${word}.`, begin.at);
      for (const { path } of operands) moveInto(this.#here, path);
      return;
    }
    const lost = addBlock(this.#here, word as SqdFragment["kind"], operands);
    if (lost !== undefined) this.#remarks.add(lost, begin.at);
  }

  #declare(word: string, first: string, second: string | undefined): void {
    const isSecondName = second?.startsWith('"') === true;
    const [shown, id] = second === undefined
      ? [first, first]
      : isSecondName
      ? [second, first]
      : [first, second];
    const name = plain(unquoted(shown));
    const isActor = word.toLowerCase() === "actor";
    this.#participants.set(unquoted(id), { name, ...(isActor ? { actor: name } : {}) });
  }

  #named(end: string): string {
    const isActor = /^:.+:$/.test(end);
    const id = isActor ? end.slice(1, -1) : unquoted(end);
    if (!this.#participants.has(id)) this.#declare(isActor ? "actor" : "participant", id, undefined);
    return this.#participants.get(id)?.name ?? id;
  }

  #message(line: PlantumlLine): void {
    const parts = messageIn(line.text);
    if (parts === undefined) throw this.#fault(line, "this is no line of a sequence diagram");
    const { left, arrow, right, marks, label } = parts;
    const isBack = /^[ox]?<|^[\\/]/.test(arrow) && !/>/.test(arrow);
    if (/</.test(arrow) && />/.test(arrow)) {
      this.#remarks.add("An arrow in both directions was read as one.", line.at);
    }
    const ends = [left, right].map((end) => /^[[\]?]?$/.test(end) ? "Outside" : end);
    if (ends.includes("Outside")) {
      this.#remarks.add("The end of an arrow from or to nobody is the participant Outside.", line.at);
    }
    const [from = "", to = ""] = (isBack ? ends.toReversed() : ends).map((end) => this.#named(end));
    const isReply = /--/.test(arrow.replace(/\[[^\]]*\]/g, ""));
    const message: SqdMessage = { from, to, label: label || "-", ...(isReply ? { reply: true } : {}) };
    this.#here.messages.push(message);
    if (marks.includes("++") || (this.#calls.length === 0 && !isReply)) this.#calls.push(message);
    if (marks.includes("--")) this.#calls.pop();
  }

  #return(line: PlantumlLine, label: string): void {
    const call = this.#calls.pop() ?? this.#here.messages.findLast(({ reply }) => reply !== true);
    if (call === undefined) throw this.#fault(line, "there is no message to return from");
    this.#here.messages.push({ from: call.to, to: call.from, label: label || "-", reply: true });
  }

  #note(text: string): void {
    const { messages } = this.#here;
    const last = messages.at(-1);
    if (last === undefined) this.#notes.push(plain(text));
    else {
      const notes = last.notes === undefined ? plain(text) : `${last.notes}\n${plain(text)}`;
      messages[messages.length - 1] = { ...last, notes };
    }
  }

  #fault({ at }: PlantumlLine, reason: string): LoomError {
    const { line } = positionAt(this.#source, at);
    return new LoomError(
      "plantuml_syntax",
      `Line ${line} of the PlantUML text cannot be read: ${reason}. Correct it, or leave it out.`,
    );
  }
}

/** The parts of a message line. */
interface MessageText {
  readonly left: string;
  readonly arrow: string;
  readonly right: string;
  readonly marks: string;
  readonly label: string;
}

function messageIn(text: string): MessageText | undefined {
  const [, left = "", arrow = "", right = "", marks = "", label = ""] = MESSAGE.exec(text) ?? [];
  if (!/[<>\\/]/.test(arrow) || (left === "" && right === "")) return undefined;
  return { left, arrow, right, marks, label: plain(label) };
}

/** A text without PlantUML's line breaks and marks. */
function plain(text: string): string {
  return withoutMarks(text.replaceAll("\\n", " "));
}
