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
