import type { XmlElement } from "../../parse/xml_tree.ts";
import type { ScxmlFacts } from "./facts.ts";

/** A value that is known without running the machine. */
export type Constant = string | number;

/** Context and findings of reading a part of a document. */
export interface ScxmlPlace {
  /** The machine's name, which `_name` is. */
  readonly machine: string;
  /** The name of the session, which `_sessionid` is. */
  readonly session: string;
  /** The id by which the document around it invokes it; `undefined` for a document of its own. */
  readonly invokeId: string | undefined;
  readonly facts: ScxmlFacts;
  /** The documents that blocks put into variables, by name. */
  readonly documents: Map<string, XmlElement>;
  /** The events to the machine around it that it handles before they are taken, with their members; else undefined. */
  readonly relayed: Map<string, readonly string[]> | undefined;
  /** The events of the transition that is read; `undefined` outside of transitions. */
  readonly events: readonly string[] | undefined;
  /** The states inside the one whose entry or exit is read: none of them is active then. */
  readonly inactive: ReadonlySet<string>;
  /** The variables that the block set to constants so far. */
  readonly known: Map<string, Constant>;
  /** The text of a file that the document names; `undefined` where it cannot be read. */
  file(path: string): string | undefined;
  /** Number of texts so far that are known to fail when they run. */
  failures: number;
  /** Notes what could not be taken over. */
  remark(message: string, element: XmlElement): void;
  /** Notes what only the host can give: a member of `_event` in its events, or an object of ECMAScript. */
  askHost(name: string): void;
  /** Notes an event that is raised or sent, with the members of its data. */
  use(event: string, parameters?: readonly string[]): void;
}

/** The target of events to a session. */
export function addressOf(session: string): string {
  return `#_scxml_${session}`;
}

/** The type of the event processor of SCXML. */
export const SCXML_PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

/** True for a type of machines and of events between them. */
export function isScxmlType(type: string): boolean {
  return /^(?:scxml|https?:\/\/www\.w3\.org\/TR\/scxml\/?(?:#SCXMLEventProcessor)?)?$/i.test(type);
}

/** The name of an event of invoked work that `finalize` gets before transitions do. */
export function finalizeEvent(invokeId: string, event: string): string {
  return `finalize.${invokeId}.${event}`;
}

/** The name of an event here: a failed action raises `error.action`. */
export function eventName(event: string): string {
  return event.replace(/^error\.execution\b/, "error.action");
}
