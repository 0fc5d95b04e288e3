import type { XmlElement } from "../../parse/xml_tree.ts";

/** Elements that are states of a machine. */
export const STATES: ReadonlySet<string> = new Set(["state", "parallel", "final", "history"]);

/** An attribute; `""` without it. */
export function attribute(element: XmlElement, name: string): string {
  return element.attributes.get(name) ?? "";
}

/** The words of a list in an attribute. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The children of a name. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The states inside an element, at any depth. */
export function* statesIn(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (!STATES.has(child.name)) continue;
    yield child;
    yield* statesIn(child);
  }
}

/** An element to write: its name, attributes and content. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly content: readonly (Element | string)[];
}

/** Makes an element. */
export function element(
  name: string,
  attributes: Element["attributes"] = {},
  content: readonly (Element | string)[] = [],
): Element {
  return { name, attributes, content };
}

/** Adds the lines of an element. */
export function printElement(lines: string[], indent: string, { name, attributes, content }: Element): void {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]
  );
  const tag = `${name}${texts.join("")}`;
  if (content.length === 0) return void lines.push(`${indent}<${tag}/>`);
  lines.push(`${indent}<${tag}>`);
  for (const part of content) {
    if (typeof part !== "string") printElement(lines, `${indent}  `, part);
    else for (const line of part.split("\n")) lines.push(`${indent}  ${escaped(line)}`);
  }
  lines.push(`${indent}</${name}>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  )
    .replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
