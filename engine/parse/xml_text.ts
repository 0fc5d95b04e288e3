import { isExactNumber, isObject, LoomError, type StateMachineDefinition } from "@loom/protocol";
import {
  DEFINITION_XML,
  EXTENSION_NAMESPACE,
  ROOT_ELEMENT,
  type XmlMember,
  type XmlShape,
} from "./xml_shape.ts";

type Members = Record<string, unknown>;

/** The most levels of elements, as many as are read by default. */
const MOST_LEVELS = 1000;
const BEYOND = "  ".repeat(MOST_LEVELS);

const TIMER_START: readonly string[] = ["timer", "duration", "repeat"];

/**
 * Writes a definition as XML that {@linkcode parseXml} reads back as an equal one. What the format's own elements cannot
 * hold (unknown fields, values of other types, characters that XML forbids) is carried as JSON in `loom:extra`
 * elements, which other readers pass over.
 *
 * @param definition A definition that `parseJson` or `parseXml` would accept.
 * @returns The text, with two spaces of indent and a final newline.
 * @throws {LoomError} With code `too_deep`, when the elements would nest more than 1000 levels deep, which nobody reads.
 *
 * @example
 * ```ts
 * import { parseXml, writeXml } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: { name: "Door", states: [{ name: "Open" }, { name: "Closed" }] },
 * };
 * assertEquals(parseXml(writeXml(door)), door);
 * ```
 */
export function writeXml(definition: StateMachineDefinition): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  writeElement(lines, "", ROOT_ELEMENT, { ...definition }, DEFINITION_XML);
  if (lines.some((line) => line.startsWith(BEYOND))) throw tooDeep();
  // Only declared where something is carried, so that plain documents stay plain.
  if (lines.some((line) => line.includes("<loom:"))) {
    lines[1] = lines[1]!.replace(ROOT_ELEMENT, `${ROOT_ELEMENT} xmlns:loom="${EXTENSION_NAMESPACE}"`); // the root's tag
  }
  return lines.join("\n") + "\n";
}

function writeElement(lines: string[], indent: string, name: string, value: Members, shape: XmlShape): void {
  const rest = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
  const attributes = takeAttributes(rest, shape);
  writeTag(lines, indent, name, attributes, (inner) => {
    for (const member of shape.elements) {
      if (writeMember(lines, inner, member, rest.get(member.member))) rest.delete(member.member);
    }
    writeRest(lines, inner, rest);
  });
}

/** The members that attributes can hold; they are taken out of `rest`. */
function takeAttributes(rest: Map<string, unknown>, { attributes, flags = [] }: XmlShape): string[] {
  const texts: string[] = [];
  const take = (name: string, text: string): void => {
    rest.delete(name);
    texts.push(attributeText(name, text));
  };
  for (const name of attributes) {
    const value = rest.get(name);
    if (typeof value === "string" && isWritable(value)) take(name, value);
  }
  for (const name of flags) {
    const value = rest.get(name);
    if (typeof value === "boolean") take(name, String(value));
  }
  return texts;
}

/** Writes a member as elements; `false`, and nothing, when they could not be read back as the same value. */
function writeMember(lines: string[], indent: string, member: XmlMember, value: unknown): boolean {
  switch (member.form) {
    case "object":
      if (!isMembers(value) || !hasLists(value, member.shape)) return false;
      writeElement(lines, indent, member.element, value, member.shape);
      return true;
    case "list":
      if (!isObjectList(value, member.shape) || (value.length === 0 && !member.always)) return false;
      for (const item of value) writeElement(lines, indent, member.element, item, member.shape);
      return true;
    case "group":
      if (!isObjectList(value, member.shape)) return false;
      writeTag(lines, indent, member.element, [], (inner) => {
        for (const item of value) writeElement(lines, inner, member.inner, item, member.shape);
      });
      return true;
    case "texts":
      if (!Array.isArray(value) || value.length === 0 || !value.every(isTrimmedText)) return false;
      for (const text of value) {
        lines.push(`${indent}<${member.element}>${escapeText(text)}</${member.element}>`);
      }
      return true;
    case "block":
      return writeBlock(lines, indent, member.element, value);
    case "actions":
      if (!Array.isArray(value) || value.length === 0) return false;
      for (const action of value) writeAction(lines, indent, action);
      return true;
  }
}

function writeBlock(lines: string[], indent: string, name: string, value: unknown): boolean {
  if (!isMembers(value) || !Array.isArray(value.actions)) return false;
  const { actions, ...rest } = value;
  writeTag(lines, indent, name, [], (inner) => {
    for (const action of actions) writeAction(lines, inner, action);
    writeRest(lines, inner, new Map(Object.entries(rest)));
  });
  return true;
}

function writeAction(lines: string[], indent: string, action: unknown): void {
  if (!isMembers(action)) return void lines.push(carrier(indent, "value", action));
  const rest = new Map(Object.entries(action));
  const { code, timerStart, timerStop, raise } = action;
  if (isTrimmedText(code)) {
    rest.delete("code");
    const extra = rest.size > 0 ? carrier("", "extra", Object.fromEntries(rest)) : "";
    lines.push(`${indent}<action>${escapeText(code)}${extra}</action>`);
  } else if (isMembers(timerStart)) {
    if (isTimerStartText(timerStart)) rest.delete("timerStart");
    writeTag(
      lines,
      indent,
      "timerStart",
      timerStartAttributes(timerStart),
      (inner) => writeRest(lines, inner, rest),
    );
  } else if (isWritable(timerStop)) {
    rest.delete("timerStop");
    writeTag(
      lines,
      indent,
      "timerStop",
      [attributeText("timer", timerStop)],
      (inner) => writeRest(lines, inner, rest),
    );
  } else if (isWritable(raise)) {
    rest.delete("raise");
    writeTag(
      lines,
      indent,
      "raise",
      [attributeText("event", raise)],
      (inner) => writeRest(lines, inner, rest),
    );
  } else {
    lines.push(carrier(indent, "value", action));
  }
}

/** Numbers are written for other readers, and carried besides. */
function timerStartAttributes(timerStart: Members): string[] {
  return TIMER_START.flatMap((name) => {
    const value = timerStart[name];
    if (typeof value === "number") return [attributeText(name, String(value))];
    if (isExactNumber(value)) return [attributeText(name, JSON.stringify(value))];
    return isWritable(value) ? [attributeText(name, value)] : [];
  });
}

function isTimerStartText(timerStart: Members): boolean {
  return Object.entries(timerStart).every(([name, value]) => TIMER_START.includes(name) && isWritable(value));
}

/** Writes an element around `content`, or an empty one when that writes nothing. */
function writeTag(
  lines: string[],
  indent: string,
  name: string,
  attributes: readonly string[],
  content: (indent: string) => void,
): void {
  if (indent.length >= BEYOND.length) throw tooDeep();
  const tag = [name, ...attributes].join(" ");
  const start = lines.length;
  lines.push(`${indent}<${tag}>`);
  content(indent + "  ");
  if (lines.length === start + 1) lines[start] = `${indent}<${tag}/>`;
  else lines.push(`${indent}</${name}>`);
}

function tooDeep(): LoomError {
  const message = `The definition nests more than ${MOST_LEVELS} levels deep as XML: make it flatter.`;
  return new LoomError("too_deep", message);
}

/** Carries the members that neither attributes nor elements hold. */
function writeRest(lines: string[], indent: string, rest: ReadonlyMap<string, unknown>): void {
  if (rest.size > 0) lines.push(carrier(indent, "extra", Object.fromEntries(rest)));
}

function carrier(indent: string, name: string, value: unknown): string {
  return `${indent}<loom:${name}>${escapeText(xmlSafeJson(value))}</loom:${name}>`;
}

/** JSON text without characters that XML forbids. */
function xmlSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\uFFFE\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}

/** True when all lists that the reader always makes are there. */
function hasLists(value: Members, shape: XmlShape): boolean {
  return shape.elements.every((member) =>
    member.form !== "list" || !member.always || isObjectList(value[member.member], member.shape)
  );
}

function isObjectList(value: unknown, shape: XmlShape): value is Members[] {
  return Array.isArray(value) && value.every((item) => isMembers(item) && hasLists(item, shape));
}

/** An exact number is an object to JavaScript only. */
function isMembers(value: unknown): value is Members {
  return isObject(value) && !isExactNumber(value);
}

function isTrimmedText(value: unknown): value is string {
  return isWritable(value) && value !== "" && value.trim() === value;
}

/** True when it is text of which XML 1.0 allows every character, with whole pairs of surrogates. */
function isWritable(value: unknown): value is string {
  return typeof value === "string" &&
    /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(value);
}

function attributeText(name: string, value: string): string {
  const escaped = escapeText(value).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll(
    "\t",
    "&#9;",
  );
  return `${name}="${escaped}"`;
}

/** `\r` is escaped because a reader of XML turns it into a new line. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    "\r",
    "&#13;",
  );
}
