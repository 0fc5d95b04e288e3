import { participantsOf, type SequenceDefinition, textOrEmpty } from "@loom/protocol";
import type { CanvasCommand } from "../command.ts";

/** A message as a line describes it. */
export interface WrittenMessage {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** The event; empty for none. */
  readonly event: string;
  readonly reply: boolean;
  readonly optional: boolean;
}

/** The fields of a message that its line tells. */
export type MessageLike = Readonly<Record<string, unknown>>;

/**
 * The line of a message: `Customer -> Shop: pays by card [pay]`. A word alone is the event and what is said; `-->` answers, and `?` at
 * the end means that the scenario works without it.
 */
export function messageText(message: MessageLike): string {
  const { from, to, label, event, reply, optional } = message;
  const [said, raised] = [textOrEmpty(label), textOrEmpty(event)];
  const words = raised === ""
    ? isWord(said) ? `"${said}"` : said
    : said === raised && isWord(said)
    ? said
    : `${said} [${raised}]`;
  const arrow = reply === true ? "-->" : "->";
  return `${quoted(textOrEmpty(from))} ${arrow} ${quoted(textOrEmpty(to))}: ${words}${
    optional === true ? " ?" : ""
  }`;
}

/**
 * Reads the line of a message.
 *
 * @returns The message, or why the line is none.
 *
 * @example
 * ```ts
 * import { readMessageText } from "./message_text.ts";
 * import { assertEquals } from "@std/assert";
 * const read = readMessageText("Customer -> Shop: pay");
 * assertEquals(typeof read === "string" ? read : [read.label, read.event], ["pay", "pay"]);
 * ```
 */
export function readMessageText(line: string): WrittenMessage | string {
  const match = /^\s*(?:"([^"]*)"|(.+?))\s*(-->|->|→)\s*(?:"([^"]*)"|([^:]+?))\s*:\s*(.*?)\s*$/s.exec(line);
  if (!match) return "A message is written as A -> B: event, or A -> B: words [event].";
  const [, quotedFrom, plainFrom, arrow, quotedTo, plainTo, rest = ""] = match;
  const optional = rest.endsWith(" ?");
  const words = optional ? rest.slice(0, -2).trimEnd() : rest;
  const both = /^(.*?)\s*\[([^\]]*)\]$/s.exec(words);
  const said = /^"([^"]*)"$/.exec(words)?.[1];
  const label = said ?? (both?.[1] || (both?.[2] ?? words));
  if (label === "") return "Say after the colon what happens.";
  return {
    from: quotedFrom ?? plainFrom ?? "",
    to: quotedTo ?? plainTo ?? "",
    label,
    event: both ? both[2]?.trim() ?? "" : said === undefined && isWord(words) ? words : "",
    reply: arrow === "-->",
    optional,
  };
}

function isWord(text: string): boolean {
  return /^[\p{L}\p{N}_.-]+$/u.test(text);
}

function quoted(name: string): string {
  return /->|:|"|→/.test(name) || name.trim() !== name || name === "" ? `"${name}"` : name;
}

/** The place of a new message: after another one, or at the beginning of the main path or of a fragment. */
export interface MessagePlace {
  /** The fragment; `undefined` for the main path. */
  readonly fragment: string | undefined;
  /** Its place from 1. */
  readonly at: number;
}

/** The fragment and the place that the address of a message tells. */
export function placeOfRef(ref: string): MessagePlace {
  const dot = ref.lastIndexOf(".");
  return {
    fragment: dot < 0 ? undefined : ref.slice(0, dot),
    at: Number(ref.slice(dot + 1)),
  };
}

/** The edits that add the message of a line, with participants that are not there yet; or why the line is none. */
export function addingMessage(
  def: SequenceDefinition,
  line: string,
  { fragment, at }: MessagePlace,
): CanvasCommand[] | string {
  const written = readMessageText(line);
  if (typeof written === "string") return written;
  const { event, reply, optional, ...message } = written;
  const values = {
    ...message,
    ...(event === "" ? {} : { event }),
    ...(reply ? { reply } : {}),
    ...(optional ? { optional } : {}),
    at,
  };
  const add = fragment === undefined
    ? { id: "message.add", values }
    : { id: "fragmentMessage.add", values: { fragment, ...values } };
  return [...newParticipants(def, written), add];
}

/** The edits that make a message what its line says; none when it is that already. */
export function changingMessage(
  def: SequenceDefinition,
  ref: string,
  was: MessageLike,
  line: string,
): CanvasCommand[] | string {
  const written = readMessageText(line);
  if (typeof written === "string") return written;
  const { from, to, label, event, reply, optional } = written;
  const changes = {
    ...(from === was.from ? {} : { from }),
    ...(to === was.to ? {} : { to }),
    ...(label === was.label ? {} : { label }),
    ...(event === textOrEmpty(was.event) ? {} : { event }),
    ...(reply === (was.reply === true) ? {} : { reply }),
    ...(optional === (was.optional === true) ? {} : { optional }),
  };
  if (Object.keys(changes).length === 0) return [];
  return [...newParticipants(def, written), { id: "message.update", values: { ref, ...changes } }];
}

function newParticipants(def: SequenceDefinition, { from, to }: WrittenMessage): CanvasCommand[] {
  const known = new Set(participantsOf(def).map(({ name }) => name));
  return [...new Set([from, to])].filter((name) => !known.has(name)).map((name) => ({
    id: "participant.add",
    values: { name },
  }));
}
