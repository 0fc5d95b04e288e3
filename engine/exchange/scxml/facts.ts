import type { XmlElement } from "../../parse/xml_tree.ts";
import { attribute, words } from "./elements.ts";
import { normalScript, valuesIn } from "./javascript.ts";

/** A variable of the data model: the texts that it is set to, where all of them are known. */
export interface Variable {
  /** The expressions of `data` and `assign`. */
  readonly texts: string[];
  /** Values that elements without an expression give it, such as `idlocation`. */
  readonly constants: string[];
  /** False when it is set to something that no text has, such as the item of a loop. */
  isKnown: boolean;
}

/** Facts about a document that reading one part of it needs. */
export interface ScxmlFacts {
  /** The variables, by name. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** The ids of its `invoke` elements. */
  readonly invokes: readonly string[];
  /** Members of `_event` beside the members of its data that texts mention; `*` for `_event` itself. */
  readonly eventMembers: ReadonlySet<string>;
  /** The events that the document itself raises and sends. */
  readonly sent: ReadonlySet<string>;
  /** True when a transition waits for an error of executable content. */
  readonly waitsForErrors: boolean;
}

/** Descriptors that take `error.execution`, or are meant to. */
const ERRORS = /^error(?:\.\*|\.execution(?:\.\*)?)?$/;

/** Collects the facts of a document; `invokeIds` gives the ids of its `invoke` elements. */
export function factsOf(root: XmlElement, invokeIds: ReadonlyMap<XmlElement, string>): ScxmlFacts {
  const variables = new Map<string, Variable>();
  const eventMembers = new Set<string>();
  const sent = new Set<string>();
  let waitsForErrors = false;
  for (const element of elementsIn(root)) {
    noteVariable(variables, element, invokeIds);
    if (element.name === "raise" || element.name === "send") sent.add(attribute(element, "event"));
    const descriptors = element.name === "transition" ? words(attribute(element, "event")) : [];
    waitsForErrors ||= descriptors.some((one) => ERRORS.test(one.replace(/\.$/, "")));
  }
  for (const text of textsIn(root)) noteEventMembers(eventMembers, text);
  return { variables, eventMembers, sent, waitsForErrors, invokes: [...invokeIds.values()] };
}

/** The elements of a document, without those of the documents inside it. */
export function* elementsIn(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child;
    if (child.name !== "scxml") yield* elementsIn(child);
  }
}

function* textsIn(element: XmlElement): Generator<string> {
  yield* element.attributes.values();
  yield element.text;
  for (const child of element.children) yield* textsIn(child);
}

function noteVariable(
  variables: Map<string, Variable>,
  element: XmlElement,
  invokeIds: ReadonlyMap<XmlElement, string>,
): void {
  const at = (name: string): Variable => {
    const known = variables.get(name) ?? { texts: [], constants: [], isKnown: true };
    variables.set(name, known);
    return known;
  };
  const location = attribute(element, "idlocation").trim();
  if (location !== "") at(location).constants.push(invokeIds.get(element) ?? sendIdOf(element));
  if (element.name === "foreach") {
    for (const name of [attribute(element, "item"), attribute(element, "index")]) {
      if (name !== "") at(name).isKnown = false;
    }
  }
  if (element.name === "script") {
    for (const [, name = "", text = ""] of normalScript(element.text).matchAll(ASSIGNMENT)) {
      const variable = at(name);
      if (/^[^=]/.test(text)) variable.texts.push(text);
      else variable.isKnown = false;
    }
  }
  const name = element.name === "data"
    ? attribute(element, "id")
    : element.name === "assign"
    ? attribute(element, "location").trim()
    : "";
  // What is assigned to a part of a variable leaves constants of its whole alone.
  if (name === "" || /[.[]/.test(name)) return;
  const variable = at(name);
  const text = element.attributes.get("expr");
  if (text !== undefined) variable.texts.push(...valuesIn(text));
  else if (element.name === "assign" || element.text.trim() !== "" || element.attributes.has("src")) {
    variable.isKnown = false;
  }
}

/** `name = text`, one a line. */
const ASSIGNMENT = /^\s*([\w$]+)\s*[-+*/%]?=\s*(.*?);?\s*$/gm;

function noteEventMembers(members: Set<string>, text: string): void {
  for (const [, member, next = ""] of text.matchAll(/\b_event\b(?:\.(\w+)\s*(\.|\[\s*['"])?)?/g)) {
    if (member === undefined) members.add("*");
    else if (member !== "data" || next === "") members.add(member);
  }
}

/** The id of an element that sends; of one that asks for an id, one of its own. */
export function sendIdOf(element: XmlElement): string {
  return attribute(element, "id") || `send.${element.line}.${element.column}`;
}
