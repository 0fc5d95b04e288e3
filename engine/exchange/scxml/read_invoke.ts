import type { Invoke, Transition } from "@loom/protocol";
import type { XmlElement } from "../../parse/xml_tree.ts";
import { constantsOf } from "./read_send.ts";
import { attribute, childrenNamed } from "./elements.ts";
import { finalizeEvent, isScxmlType, type ScxmlPlace } from "./place.ts";
import { readBlock } from "./read_actions.ts";
import { isFailing, objectOf, valuesIn } from "./read_value.ts";

/** Reads a document inside another; gives the name of its file. `relayed` gets the events that it sends to this one. */
export type ReadInside = (
  root: XmlElement,
  id: string,
  relayed: Map<string, readonly string[]> | undefined,
) => string;

/** Work of a state, and the transitions that handle its events first. */
export interface ReadInvoke {
  readonly invoke: readonly Invoke[];
  readonly transitions: readonly Transition[];
}

/**
 * Reads `invoke`, behind the entry actions of its state: the place has the constants that they leave.
 */
export function readInvoke(
  element: XmlElement,
  id: string,
  place: ScxmlPlace,
  readInside: ReadInside,
): ReadInvoke {
  const type = settled(element, "type", place);
  const source = settled(element, "src", place)?.replace(/^file:/, "");
  if (attribute(element, "autoforward") === "true") {
    place.remark(
      "The autoforward of <invoke> was left out: send the events that the machine needs.",
      element,
    );
  }
  const isMachine = isScxmlType(type ?? "");
  const inside = documentIn(element, place);
  if (isMachine && inside === undefined && (source ?? "") === "") {
    place.remark(`The <invoke id=${JSON.stringify(id)}> was left out: it names no machine.`, element);
    return { invoke: [], transitions: [] };
  }
  const [finalize] = childrenNamed(element, "finalize");
  if (finalize !== undefined && inside === undefined) {
    place.remark("The <finalize> of a machine in a file of its own was left out.", finalize);
  }
  const input = inputOf(element, inside, place);
  const relayed = finalize === undefined ? undefined : new Map<string, readonly string[]>();
  const work = !isMachine
    ? { task: source || type || "" }
    : { machine: inside === undefined ? source ?? "" : readInside(inside, id, relayed) };
  return {
    invoke: [{ id, ...work, ...(input === undefined ? {} : { input }) }],
    transitions: Array.from(relayed ?? [], ([event, names]) => relay(finalize, id, event, names, place)),
  };
}

/** The values that a machine begins with; a machine inside gets those that it declares. */
function inputOf(element: XmlElement, inside: XmlElement | undefined, place: ScxmlPlace): string | undefined {
  if (inside === undefined) return objectOf(valuesIn(element, place));
  const { entries } = valuesIn({ ...element, children: childrenNamed(element, "param") }, place);
  return objectOf({ entries: entries.filter(([name, value]) => declares(inside, name) || isFailing(value)) });
}

/** The transition that runs `finalize` and then raises the event for all others. */
function relay(
  finalize: XmlElement | undefined,
  id: string,
  event: string,
  names: readonly string[],
  place: ScxmlPlace,
): Transition {
  const data = objectOf({ entries: names.map((name) => [name, name]) });
  const hidden = finalizeEvent(id, event);
  place.use(hidden, names);
  const actions = [...readBlock(finalize, place), { raise: event, ...(data === undefined ? {} : { data }) }];
  return { event: hidden, actions };
}

/** The document inside an `invoke`, written there or put into a variable by the entry actions of its state. */
function documentIn(element: XmlElement, place: ScxmlPlace): XmlElement | undefined {
  const [content] = childrenNamed(element, "content");
  if (content === undefined) return undefined;
  return childrenNamed(content, "scxml")[0] ?? place.documents.get(attribute(content, "expr"));
}

/** An attribute, or the only value that its expression can have. */
function settled(element: XmlElement, name: string, place: ScxmlPlace): string | undefined {
  const plain = element.attributes.get(name);
  const source = element.attributes.get(`${name}expr`);
  if (plain !== undefined || source === undefined) return plain;
  const [value, ...others] = constantsOf(source, place) ?? [];
  if (value !== undefined && others.length === 0) return String(value);
  place.remark(
    `The ${name}expr=${JSON.stringify(source)} of <invoke> was left out: write the ${name} down.`,
    element,
  );
  return undefined;
}

/** True for a variable that a document declares: others are not set from outside. */
function declares(root: XmlElement, name: string): boolean {
  return childrenNamed(root, "datamodel").some((model) =>
    childrenNamed(model, "data").some((data) => attribute(data, "id") === name)
  );
}
