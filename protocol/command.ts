import type { AnyOp } from "./change/row.ts";
import type { JsonObject } from "./json/value.ts";
import type { ArgumentHint, CommandCall, Phrase, Refusal, Result } from "./refusal.ts";
import type { FieldShape } from "./shape/shape.ts";

/** The arguments of an edit that sets a note. */
export type NoteArguments = {
  /** The name of the element that the note is about. Default: the document. */
  readonly target?: string | undefined;
  /** The note; a blank one clears it. */
  readonly notes: string;
};

/** The effect of an edit. Repeating `set` changes nothing more; `remove` may lose something. */
export type EditEffect = "add" | "set" | "remove";

/** The arguments of a command, by name. */
export type CommandArguments = Readonly<Record<string, unknown>>;

/** The result of planning an edit. */
export interface Edit<Op extends AnyOp = AnyOp> {
  /** The operations, to be applied all or none. */
  readonly ops: readonly Op[];
  /** One sentence in the past tense: `Added topic "Garden".` */
  readonly summary: string;
  /** Consequences to know about. */
  readonly notes?: readonly (string | EditNote)[];
}

/** A consequence of an edit. */
export interface EditNote {
  /** Sentences for a reader who does not see the document. */
  readonly text: Phrase;
  /** One sentence for a reader who sees it. Default: none. */
  readonly brief?: string;
}

/**
 * An edit of documents of one kind: a pure function with typed arguments. The CLI and the MCP server offer it under the
 * words of its id: `topic.add` is `loom add-topic` and `add_topic`.
 */
export interface EditCommand<
  Doc extends object = JsonObject,
  Op extends AnyOp = AnyOp,
  Arguments extends object = CommandArguments,
> {
  /** A noun, a dot, a verb: `topic.add`. */
  readonly id: string;
  /** Its name for people: `Add topic`. */
  readonly title: string;
  /** One sentence: `Adds a topic.` */
  readonly summary: string;
  /** Its effect. */
  readonly effect: EditEffect;
  /** The arguments, the required ones first. */
  readonly arguments: readonly FieldShape[];
  /** Plans the edit of a document, which stays as it is. */
  run(document: Doc, values: Arguments): Result<Edit<Op>>;
}

/**
 * The words of a command's id, the verb first.
 *
 * @example
 * ```ts
 * import { commandWords } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(commandWords("eventSource.add"), ["add", "event", "source"]);
 * ```
 */
export function commandWords(id: string): string[] {
  const [noun = "", verb = ""] = id.split(".", 2);
  return [verb, ...noun.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(" ")].filter(
    Boolean,
  );
}

/**
 * A phrase as one text.
 *
 * @param spell Writes a call or an argument in the spelling of the surface.
 */
export function phraseText(
  phrase: Phrase,
  spell: (part: CommandCall | ArgumentHint) => string,
): string {
  if (typeof phrase === "string") return phrase;
  return phrase.map((part) => typeof part === "string" ? part : spell(part)).join("");
}

/**
 * A refusal as one text.
 *
 * @param spell Writes a call or an argument in the spelling of the surface.
 */
export function refusalText(
  { message, remedy = "" }: Refusal,
  spell: (part: CommandCall | ArgumentHint) => string,
): string {
  const sentence = message.replace(/\.$/, "");
  const advice = phraseText(remedy, spell);
  if (advice === "") return /[?!]$/.test(message) ? message : `${sentence}.`;
  const end = /[.?!]$/.test(advice) ? "" : ".";
  if (!/[.?!]$/.test(message)) return `${sentence}: ${advice}${end}`;
  return `${message} ${advice.charAt(0).toUpperCase()}${advice.slice(1)}${end}`;
}
