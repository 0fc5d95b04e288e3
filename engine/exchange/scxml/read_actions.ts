import type { Action } from "@loom/protocol";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { type ReadExpression, readExpression, readStatements } from "./read_expression.ts";

/** What reading a document collects. */
export interface ScxmlPlace {
  /** The machine's name. */
  readonly machine: string;
  /** Notes what could not be taken over. */
  remark(message: string, element: XmlElement): void;
  /** Notes an event that is raised or sent. */
  use(event: string): void;
}

type ReadAction = (element: XmlElement, place: ScxmlPlace) => Action[];

/** The elements of executable content, one row an element. */
const READERS: Readonly<Record<string, ReadAction>> = {
  raise: (element, place) => {
    const event = attribute(element, "event");
    place.use(event);
    return [{ raise: event }];
  },
  assign: (element, place) => {
    const target = attribute(element, "location");
    return [{ assign: { target, value: valueOf(element, place) } }];
  },
  log: (element, place) => {
    const label = attribute(element, "label");
    const text = element.attributes.get("expr");
    const value = text === undefined ? undefined : expressionIn(element, text, place);
    if (value === undefined) return label === "" ? [] : [{ log: JSON.stringify(label) }];
    return [{ log: label === "" ? value : `[${JSON.stringify(label)}, ${value}]` }];
  },
  script: (element, place) => {
    if (element.attributes.has("src")) {
      place.remark(`The script ${JSON.stringify(attribute(element, "src"))} was left out.`, element);
      return [];
    }
    const code = kept(element, readStatements(element.text.trim(), place.machine), place);
    return code === "" ? [] : [{ code }];
  },
  if: (element, place) => {
    const branches: { condition: string; actions: Action[] }[] = [];
    let otherwise: Action[] | undefined;
    let here: Action[] = [];
    branches.push({ condition: conditionOf(element, place), actions: here });
    for (const child of element.children) {
      if (child.name === "elseif") {
        branches.push({ condition: conditionOf(child, place), actions: here = [] });
      } else if (child.name === "else") otherwise = here = [];
      else here.push(...readAction(child, place));
    }
    const last = branches.reduceRight<Action[] | undefined>(
      (rest, { condition, actions }) => [{
        if: { condition, then: actions, ...(rest === undefined ? {} : { else: rest }) },
      }],
      otherwise,
    );
    return last ?? [];
  },
  foreach: (element, place) => {
    const item = attribute(element, "item");
    const index = attribute(element, "index");
    const list = expressionIn(element, attribute(element, "array"), place);
    return [{
      forEach: {
        list,
        item: inner(item),
        ...(index === "" ? {} : { index: inner(index) }),
        // SCXML's item and index are members of the data model, and stay after the loop.
        actions: [
          { assign: { target: item, value: inner(item) } },
          ...(index === "" ? [] : [{ assign: { target: index, value: inner(index) } }]),
          ...readActions(element, place),
        ],
      },
    }];
  },
  send: readSend,
  cancel: (element, place) => {
    const id = constantOf(element, "sendid", "sendidexpr", place);
    return id === undefined ? [] : [{ cancel: id }];
  },
};

/** The actions of an element with executable content. */
export function readActions(element: XmlElement | undefined, place: ScxmlPlace): Action[] {
  return (element?.children ?? []).flatMap((child) => readAction(child, place));
}

function readAction(element: XmlElement, place: ScxmlPlace): Action[] {
  const read = Object.hasOwn(READERS, element.name) ? READERS[element.name] : undefined;
  if (read !== undefined) return read(element, place);
  place.remark(`The element <${element.name}> was left out.`, element);
  return [];
}

/** The name of an item inside its loop, beside the member that it sets. */
function inner(name: string): string {
  return `_${name}`;
}

function readSend(element: XmlElement, place: ScxmlPlace): Action[] {
  const event = constantOf(element, "event", "eventexpr", place);
  if (event === undefined) return [];
  const type = attribute(element, "type");
  if (type !== "" && !/scxml|#SCXMLEventProcessor/i.test(type)) {
    place.remark(
      `The <send> of the type ${JSON.stringify(type)} was left out: events go to machines only.`,
      element,
    );
    return [];
  }
  const target = constantOf(element, "target", "targetexpr", place);
  place.use(event);
  const data = payloadOf(element, place);
  if (target === "#_internal") return [{ raise: event, ...data }];
  const to = target === undefined ? undefined : receiverOf(target);
  if (to === null) {
    place.remark(
      `The target ${JSON.stringify(target)} of <send> was left out: no session has that name.`,
      element,
    );
    return [];
  }
  const id = attribute(element, "id");
  if (element.attributes.has("idlocation")) place.remark("The idlocation of <send> was left out.", element);
  return [{
    send: {
      event,
      ...(to === undefined ? {} : { to }),
      ...delayOf(element, place),
      ...(id === "" ? {} : { id }),
      ...data,
    },
  }];
}

/** The receiver of a target: `undefined` for this machine, null for one that cannot be reached. */
function receiverOf(target: string): string | undefined | null {
  if (target === "" || target === "#_scxml") return undefined;
  if (target === "#_parent") return "parent";
  if (/^#_scxml_/.test(target)) return null;
  return /^#_(.+)$/.exec(target)?.[1] ?? null;
}

function delayOf(element: XmlElement, place: ScxmlPlace): { readonly delay?: string | number } {
  const text = attribute(element, "delay");
  if (text !== "") {
    const delay = milliseconds(text);
    if (delay !== undefined) return { delay };
    place.remark(
      `The delay ${JSON.stringify(text)} was left out: it is no time such as 500ms or 2s.`,
      element,
    );
    return {};
  }
  const source = attribute(element, "delayexpr");
  if (source === "") return {};
  const literal = /^\s*(['"])([^'"]*)\1\s*$/.exec(source)?.[2];
  const constant = literal === undefined ? undefined : milliseconds(literal);
  if (constant !== undefined) return { delay: constant };
  place.remark(`The delay of <send> is read as milliseconds: ${source}.`, element);
  return { delay: expressionIn(element, source, place) };
}

/** The milliseconds of a CSS time. */
export function milliseconds(text: string): number | undefined {
  const [, number, unit] = /^\s*([+]?(?:\d+\.?\d*|\.\d+))\s*(ms|s|m|h|d)?\s*$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[(unit ?? "ms").toLowerCase()] ??
    1;
  return Number(number) * factor;
}

/** The payload of `namelist`, `param` and `content`. */
export function payloadOf(element: XmlElement, place: ScxmlPlace): { readonly data?: string } {
  const names = attribute(element, "namelist").split(/\s+/).filter((name) => name !== "");
  const params = element.children.filter(({ name }) => name === "param");
  const content = element.children.find(({ name }) => name === "content");
  const entries = [
    ...names.map((name) => `${JSON.stringify(name)}: ${name}`),
    ...params.map((param) => {
      const source = param.attributes.get("expr") ?? attribute(param, "location");
      return `${JSON.stringify(attribute(param, "name"))}: ${expressionIn(param, source, place)}`;
    }),
  ];
  if (entries.length > 0) return { data: `{${entries.join(", ")}}` };
  if (content === undefined) return {};
  const value = content.attributes.has("expr")
    ? expressionIn(content, attribute(content, "expr"), place)
    : literalOf(content.text);
  return { data: value.startsWith("{") ? value : `{"content": ${value}}` };
}

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
  const text = element.text.trim();
  if (text === "") return "null";
  const read = readExpression(text, place.machine);
  return read.problem === undefined ? read.text : literalOf(text);
}

function conditionOf(element: XmlElement, place: ScxmlPlace): string {
  return expressionIn(element, attribute(element, "cond"), place);
}

/** An expression; what cannot be read is noted and kept. */
export function expressionIn(element: XmlElement, source: string, place: ScxmlPlace): string {
  return kept(element, readExpression(source, place.machine), place);
}

function kept(element: XmlElement, { text, problem }: ReadExpression, place: ScxmlPlace): string {
  if (problem !== undefined && text !== "") {
    place.remark(`The text ${JSON.stringify(text)} was taken over and cannot run: ${problem}.`, element);
  }
  return text;
}

/** A value that SCXML computes and machines write down: only a literal can be taken over. */
function constantOf(
  element: XmlElement,
  name: string,
  expression: string,
  place: ScxmlPlace,
): string | undefined {
  const plain = element.attributes.get(name);
  if (plain !== undefined) return plain;
  const source = element.attributes.get(expression);
  if (source === undefined) return name === "target" ? "" : undefined;
  const literal = /^\s*(['"])([^'"]*)\1\s*$/.exec(source)?.[2];
  if (literal !== undefined) return literal;
  place.remark(
    `The <${element.name}> with ${expression}=${
      JSON.stringify(source)
    } was left out: write the ${name} down.`,
    element,
  );
  return undefined;
}

/** An attribute; `""` without it. */
export function attribute(element: XmlElement, name: string): string {
  return element.attributes.get(name) ?? "";
}
