import type { Action } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { ExpressionError, parseGuard, printExpression } from "../../expression/mod.ts";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute, childrenNamed, words } from "./elements.ts";
import { normalCondition } from "./javascript.ts";
import { addressOf, SCXML_PROCESSOR, type ScxmlPlace } from "./place.ts";
import { type ReadExpression, readExpression } from "./read_expression.ts";

/** A text as a literal of the language: JSON as it is, anything else as one line of text. */
export function literalOf(text: string): string {
  const trimmed = text.trim();
  try {
    return JSON.stringify(JSON.parse(trimmed));
  } catch {
    return JSON.stringify(trimmed.replace(/\s+/g, " "));
  }
}

/** The value of an `assign` or a `data`: its expression, else its content. */
export function valueOf(element: XmlElement, place: ScxmlPlace): string {
  const source = element.attributes.get("expr");
  if (source !== undefined) return expressionIn(element, source, place);
  const path = element.attributes.get("src");
  const text = path === undefined ? element.text.trim() : place.file(path);
  if (text === undefined) {
    place.remark(
      `The source of the data "${attribute(element, "id")}" was left out: it could not be read.`,
      element,
    );
  }
  if (element.children.length > 0) {
    place.remark(`The XML inside <${element.name}> was left out: data are plain values.`, element);
  }
  if (text === undefined || text === "") return "null";
  const read = readExpression(text, place);
  return read.problem === undefined && read.tree?.kind !== "name" ? read.text : literalOf(text);
}

/** An expression; what cannot be read is noted and kept. */
export function expressionIn(element: XmlElement, source: string, place: ScxmlPlace): string {
  return kept(element, readExpression(source, place), place);
}

/** A condition, of which only the truth matters. */
export function conditionIn(element: XmlElement, source: string, place: ScxmlPlace): string {
  return expressionIn(element, normalCondition(source), place);
}

/** The text of what was read; what cannot be read is noted. */
export function kept(element: XmlElement, { text, problem }: ReadExpression, place: ScxmlPlace): string {
  if (problem !== undefined && text !== "") {
    place.failures++;
    place.remark(`The text ${JSON.stringify(text)} was taken over and cannot run: ${problem}.`, element);
  }
  return text;
}

/** The tree of a text of the language of machines; `undefined` when it does not parse. */
export function parsed(text: string): Expression | undefined {
  try {
    return parseGuard(text);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** True for a text that does not run, with a reason why. */
export function isFailing(text: string): boolean {
  return /^\([\s\S]*;\)$/.test(text);
}

/** An action that fails when it runs, since its text does not parse: what SCXML calls an error of execution. */
export function failing(element: XmlElement, place: ScxmlPlace, reason: string): Action[] {
  place.failures++;
  place.remark(`The element <${element.name}> fails when it runs: ${reason}.`, element);
  return [{ code: `<${element.name}> fails: ${reason};` }];
}

/** An event that a document sends. */
export interface SentEvent {
  readonly event: string;
  readonly type: "internal" | "external" | "platform";
  readonly sendid?: string;
  /** The machine that it goes to: the id of an invoked one, or `parent`. Default: this one. */
  readonly to?: string | undefined;
}

/** The values of `namelist`, `param` and `content`. */
export interface Values {
  /** The members, as entries of an object. */
  readonly entries: readonly (readonly [name: string, value: string])[];
  /** The value of `content`. */
  readonly content?: string;
}

/** The values that an element passes on. */
export function valuesIn(element: XmlElement, place: ScxmlPlace): Values {
  const entries = [
    ...words(attribute(element, "namelist")).map((name) => [name, locationIn(element, name, place)] as const),
    ...childrenNamed(element, "param").map((param) => {
      const source = param.attributes.get("expr");
      const value = source === undefined
        ? locationIn(param, attribute(param, "location").trim(), place)
        : expressionIn(param, source, place);
      return [attribute(param, "name"), value] as const;
    }),
  ];
  const [content] = childrenNamed(element, "content");
  if (entries.length > 0 || content === undefined) return { entries };
  if (content.attributes.has("expr")) {
    return { entries, content: expressionIn(content, attribute(content, "expr"), place) };
  }
  if (content.children.length > 0) {
    place.remark("The XML inside <content> was left out: the data of an event are plain values.", content);
  }
  return { entries, content: literalOf(content.text) };
}

/** The value of a location, which has to be a variable of the document. */
function locationIn(element: XmlElement, location: string, place: ScxmlPlace): string {
  const [root = ""] = /^[\w$]+/.exec(location) ?? [];
  const isKnown = root.startsWith("_") || place.facts.variables.has(root);
  return expressionIn(element, isKnown ? location : `(${location};)`, place);
}

/** An object of entries, as text. */
export function objectOf({ entries, content }: Values): string | undefined {
  if (entries.length > 0) {
    return `{${entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")}}`;
  }
  return content;
}

/**
 * The payload of an event that is sent. Members of its data stand at the top; where texts ask for `_event` itself, a member
 * of this name has what they ask for.
 */
export function payloadOf(
  values: Values | undefined,
  place: ScxmlPlace,
  sent: SentEvent,
): { readonly data?: string } {
  const { entries = [], content } = values ?? {};
  const whole = values === undefined ? undefined : objectOf(values);
  const event = eventObject(sent, place, whole);
  const members = entries.length === 0 && content !== undefined ? membersOf(content) : entries;
  const all = [
    ...members ??
      (event === undefined || !place.facts.eventMembers.has("data")
        ? [["content", content ?? "null"] as const]
        : []),
    ...(event === undefined ? [] : [["_event", event] as const]),
  ];
  if (sent.to === undefined) place.use(sent.event, all.map(([name]) => name));
  return all.length === 0 ? {} : { data: objectOf({ entries: all }) ?? "null" };
}

/** The names of the members of a payload. */
export function membersIn(data: string | undefined): string[] {
  return data === undefined ? [] : (membersOf(data) ?? []).map(([name]) => name);
}

/** The entries of a text that is an object; `undefined` for any other. */
function membersOf(text: string): Values["entries"] | undefined {
  const tree = text.startsWith("{") ? parsed(text) : undefined;
  return tree?.kind === "object"
    ? tree.entries.map(({ key, value }) => [key, printExpression(value)])
    : undefined;
}

/** The members of `_event` that texts of the document ask for. */
function eventObject(sent: SentEvent, place: ScxmlPlace, data: string | undefined): string | undefined {
  const { eventMembers } = place.facts;
  if (eventMembers.size === 0) return undefined;
  const text = (value: string | undefined) => value === undefined ? undefined : JSON.stringify(value);
  const isExternal = sent.type === "external";
  const members: Record<string, string | undefined> = {
    name: text(sent.event),
    type: text(sent.type),
    sendid: text(sent.sendid),
    origin: isExternal ? text(addressOf(place.session)) : undefined,
    origintype: isExternal ? text(SCXML_PROCESSOR) : undefined,
    invokeid: sent.to === "parent" ? text(place.invokeId) : undefined,
    data,
  };
  const isWhole = eventMembers.has("*");
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (isWhole) return [[name, value ?? "null"] as const];
    return value !== undefined && eventMembers.has(name) ? [[name, value] as const] : [];
  });
  return entries.length === 0 ? undefined : objectOf({ entries });
}
