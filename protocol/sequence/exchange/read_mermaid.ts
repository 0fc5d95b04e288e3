import { LoomError } from "../../error.ts";
import { positionAt } from "../../json/position.ts";
import type { TextDocument } from "../../kind.ts";
import { RemarkList } from "../../remark_list.ts";
import { emptySequence } from "../templates.ts";
import type { SequenceDefinition, SqdFragment, SqdMessage, SqdParticipant } from "../types.ts";
import { addBlock, type DraftOperand, type DraftPath, emptyPath, endedPath, moveInto } from "./draft_path.ts";

const HEADER = /^[ \t]*sequenceDiagram\b/m;

/** True for a text with a `sequenceDiagram`, alone or in Markdown. */
export function isSequenceDiagram(text: string): boolean {
  return HEADER.test(text) && !/^[\s\uFEFF]*[{<]/.test(text);
}

/** A line of the text. */
interface Line {
  readonly text: string;
  readonly offset: number;
}

/** A block that is not closed yet. */
interface Block {
  readonly word: string;
  readonly line: Line;
  readonly operands: DraftOperand[];
}

/** The arrows, the longer ones first, and what a message cannot hold of them. */
const ARROW = /<<-->>|<<->>|-->>|->>|-->|--x|--\)|->|-x|-\)/;
const PLAIN_ARROWS: ReadonlySet<string> = new Set(["->>", "-->>", "->", "-->"]);
const BLOCK = /^(loop|opt|alt|par_over|par|critical|break|rect|box)\b\s*(.*)$/i;
const DIVIDER = /^(else|and|option)\b\s*(.*)$/i;
const PARTICIPANT = /^(?:create\s+)?(participant|actor)\s+(.+?)(?:@\{.*\})?(?:\s+as\s+(.+))?$/i;
const NOTE = /^note\s+(left of|right of|over)\s+([^:]+):\s*(.*)$/i;
const PASSED =
  /^(activate|deactivate|autonumber|destroy|links?|properties|details|accDescr|accTitle|title)\b\s*:?\s*(.*)$/i;
/** The divider of each block. */
const DIVIDERS: Readonly<Record<string, string>> = { else: "alt", and: "par", option: "critical" };

/**
 * Reads a scenario from a Mermaid `sequenceDiagram`, alone or in Markdown. What `renderMermaidSequence` writes (addresses,
 * events, entities, states) is read back.
 *
 * @param name The name of the scenario, where the text has no title.
 * @throws {LoomError} `mermaid_syntax` with the line of what is no line of a `sequenceDiagram`, `mermaid_kind` for another
 * diagram.
 */
export function readSequenceMermaid(text: string, name: string): TextDocument<SequenceDefinition> {
  return new Reader(text, name).read();
}

class Reader {
  readonly #source: string;
  readonly #remarks: RemarkList;
  readonly #participants = new Map<string, SqdParticipant>();
  readonly #open: Block[] = [];
  readonly #path: DraftPath = emptyPath();
  readonly #fromLoom: boolean;
  #name: string;
  #description = "";
  readonly #notes: string[] = [];

  constructor(text: string, name: string) {
    this.#source = text;
    this.#remarks = new RemarkList(text);
    this.#name = /^---\s*\n(?:[^\n]*\n)*?title:\s*(.+?)\s*\n/.exec(text)?.[1] ?? name;
    const messages = [...linesOf(text)].flatMap((line) => messageIn(line.text) ?? []);
    this.#fromLoom = messages.length > 0 &&
      messages.every(({ label }) => /^(?:f\d+\.)*\d+(?: |$)/.test(label));
  }

  read(): TextDocument<SequenceDefinition> {
    for (const line of linesOf(this.#source)) this.#readLine(line);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw this.#fault(unclosed.line, `${unclosed.word} has no end`);
    const { messages, fragments } = endedPath(this.#path);
    const { settings } = emptySequence(this.#name, undefined, this.#description);
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

  #readLine(line: Line): void {
    const { text } = line;
    if (/^end$/i.test(text)) return this.#close(line);
    const block = BLOCK.exec(text);
    const divider = DIVIDER.exec(text);
    const message = messageIn(text);
    if (message === undefined && block) return this.#begin(line, block[1] ?? "", block[2] ?? "");
    if (message === undefined && divider) return this.#divide(line, divider[1] ?? "", divider[2] ?? "");
    const participant = PARTICIPANT.exec(text);
    if (message === undefined && participant) {
      return this.#declare(participant[1] ?? "", participant[2] ?? "", participant[3]);
    }
    const note = NOTE.exec(text);
    if (note) return this.#note(note[2] ?? "", decoded(note[3] ?? ""));
    if (message) return this.#message(line, message);
    const passed = PASSED.exec(text);
    if (!passed) throw this.#fault(line, "this is no line of a sequenceDiagram");
    const [, word = "", rest = ""] = passed;
    if (/^(?:title|accTitle)$/i.test(word) && rest !== "") this.#name = decoded(rest);
    else if (/^accDescr$/i.test(word)) this.#description = decoded(rest);
    else this.#remarks.add(`Passed over: ${word}.`, line.offset);
  }

  get #here(): DraftPath {
    return this.#open.at(-1)?.operands.at(-1)?.path ?? this.#path;
  }

  #begin(line: Line, word: string, label: string): void {
    const kind = word.toLowerCase();
    this.#open.push({ word: kind, line, operands: [{ label: decoded(label), path: emptyPath() }] });
    if (kind === "rect" || kind === "box") {
      this.#remarks.add(`Passed over: the frame of ${kind}.`, line.offset);
    }
  }

  #divide(line: Line, word: string, label: string): void {
    const block = this.#open.at(-1);
    const kind = DIVIDERS[word.toLowerCase()];
    if (block === undefined || kind === undefined || !block.word.startsWith(kind)) {
      throw this.#fault(line, `${word} has no ${kind} before it`);
    }
    block.operands.push({ label: decoded(label), path: emptyPath() });
  }

  #close(line: Line): void {
    const block = this.#open.pop();
    if (block === undefined) throw this.#fault(line, "this end closes nothing");
    const { word, operands, line: begin } = block;
    const [first] = operands;
    const into = this.#here;
    if (word === "rect" || word === "box") return moveInto(into, first?.path ?? emptyPath());
    const only = first?.path;
    if (this.#fromLoom && word === "opt" && first?.label === "optional" && only?.messages.length === 1) {
      for (const message of only.messages) into.messages.push({ ...message, optional: true });
      return;
    }
    const lost = addBlock(into, (word === "par_over" ? "par" : word) as SqdFragment["kind"], operands);
    if (lost !== undefined) this.#remarks.add(lost, begin.offset);
  }

  #declare(keyword: string, id: string, alias?: string): void {
    const name = decoded(alias ?? id);
    const isTaken = [...this.#participants.values()].some((one) => one.name === name);
    const own = isTaken ? `${name} (${id.trim()})` : name;
    this.#participants.set(id.trim(), {
      name: own,
      ...(keyword.toLowerCase() === "actor" ? { actor: own } : {}),
    });
  }

  #named(id: string): string {
    const token = id.trim();
    if (!this.#participants.has(token)) this.#declare("participant", token);
    return this.#participants.get(token)?.name ?? token;
  }

  #message(line: Line, { from, arrow, to, label }: MessageText): void {
    if (!PLAIN_ARROWS.has(arrow)) {
      this.#remarks.add(
        `The arrow ${arrow} was read as ${
          arrow.startsWith("--") || arrow.startsWith("<<--") ? "-->>" : "->>"
        }.`,
        line.offset,
      );
    }
    const ends = { from: this.#named(from), to: this.#named(to) };
    const isReply = arrow.includes("--");
    this.#here.messages.push({
      ...ends,
      ...this.#spoken(decoded(label)),
      ...(isReply ? { reply: true } : {}),
    });
  }

  /** The label of a message, with its event where the loom has written it. */
  #spoken(text: string): Pick<SqdMessage, "label" | "event"> {
    if (!this.#fromLoom) return { label: text || "-" };
    const own = text.replace(/^(?:f\d+\.)*\d+ ?/, "");
    const [, label = own, event] = /^(.*) · (\S+)$/.exec(own) ?? [];
    return { label: label || "-", ...(event === undefined ? {} : { event }) };
  }

  #note(over: string, text: string): void {
    const messages = this.#here.messages;
    const last = messages.at(-1);
    if (last !== undefined) {
      const noted = this.#fromLoom ? notedBy(last, text) : undefined;
      messages[messages.length - 1] = noted ?? { ...last, notes: joined(last.notes, text) };
      return;
    }
    const [id = "", ...others] = over.split(",").map((one) => one.trim());
    const name = this.#named(id);
    const participant = this.#participants.get(id);
    if (others.length > 0 || participant === undefined) this.#notes.push(text);
    else this.#participants.set(id, { ...participant, name, notes: joined(participant.notes, text) });
  }

  #fault({ offset }: Line, reason: string): LoomError {
    const { line } = positionAt(this.#source, offset);
    return new LoomError(
      "mermaid_syntax",
      `Line ${line} of the sequenceDiagram cannot be read: ${reason}. Correct it, or leave it out.`,
    );
  }
}

/** The entity or the state that a note of the loom's own tells of the message before it. */
function notedBy(message: SqdMessage, text: string): SqdMessage | undefined {
  const carries = /^carries (.+)$/.exec(text)?.[1];
  if (carries !== undefined && message.carries === undefined) return { ...message, carries };
  const state = /^→ (.+)$/.exec(text)?.[1];
  return state !== undefined && message.state === undefined ? { ...message, state } : undefined;
}

/** The parts of a message line. */
interface MessageText {
  readonly from: string;
  readonly arrow: string;
  readonly to: string;
  readonly label: string;
}

function messageIn(text: string): MessageText | undefined {
  const colon = text.indexOf(":");
  const head = colon < 0 ? text : text.slice(0, colon);
  const found = ARROW.exec(head);
  if (!found || found.index === 0) return undefined;
  const from = head.slice(0, found.index).trim();
  const to = head.slice(found.index + found[0].length).replace(/^\s*[+-]/, "").trim();
  if (from === "" || to === "" || /[<>]/.test(from)) return undefined;
  return { from, arrow: found[0], to, label: colon < 0 ? "" : text.slice(colon + 1).trim() };
}

/** The lines behind the header, without comments and blank ones, up to the end of a Markdown block. */
function* linesOf(text: string): Generator<Line, void> {
  const header = HEADER.exec(text);
  if (header === null) {
    throw new LoomError(
      "mermaid_kind",
      "The text has no sequenceDiagram: give a diagram that begins with that word.",
    );
  }
  let offset = header.index + header[0].length;
  for (const line of text.slice(offset).split("\n")) {
    const trimmed = line.trim().replace(/;$/, (end) => /#\w+;$/.test(line.trim()) ? end : "");
    if (trimmed === "```" || trimmed === "~~~") return;
    const start = offset + line.length - line.trimStart().length;
    offset += line.length + 1;
    if (trimmed !== "" && !trimmed.startsWith("%%")) yield { text: trimmed, offset: start };
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  amp: "&",
  lt: "<",
  gt: ">",
  apos: "'",
  nbsp: " ",
};

/** A text with its codes and line breaks as characters. */
function decoded(text: string): string {
  return text.trim().replace(/<br\s*\/?>/gi, " ").replace(
    /#(\d{1,7}|[a-z]+);/g,
    (code, name: string) => {
      const point = Number(name);
      if (Number.isNaN(point)) return ENTITIES[name] ?? code;
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : code;
    },
  );
}

function joined(notes: string | undefined, text: string): string {
  return notes === undefined ? text : `${notes}\n${text}`;
}
