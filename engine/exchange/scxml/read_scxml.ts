import {
  type Action,
  LoomError,
  type ReadFile,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextPart,
  type TextRemark,
  type Transition,
} from "@loom/protocol";
import { parseXmlTree, type XmlElement } from "../../parse/xml_tree.ts";
import { attribute, childrenNamed, STATES, statesIn, words } from "./elements.ts";
import { elementsIn, factsOf, type ScxmlFacts } from "./facts.ts";
import { type Constant, eventName, type ScxmlPlace } from "./place.ts";
import { readActions, readBlock } from "./read_actions.ts";
import { type ReadData, readData } from "./read_data.ts";
import { type ReadInvoke, readInvoke } from "./read_invoke.ts";
import { conditionIn, objectOf, valuesIn } from "./read_value.ts";

/** Events of the platform, which need no declaration. */
const PLATFORM = /^(?:done\.(?:state|invoke)\b|error\b|\*$)/;

/** Options of {@linkcode readScxml}. */
export interface ReadScxmlOptions {
  /** Reads a file that `src` names, such as a script. Default: none can be read, and what they hold is left out. */
  readonly file?: (path: string) => string | undefined;
}

/**
 * Reads a machine from SCXML (W3C, 2015). Guards and executable content are taken over as far as the language of
 * machines goes; everything else is listed. Machines inside `invoke` are its parts.
 *
 * @param name The machine's name where the document has none.
 * @throws {LoomError} `xml_syntax` and the like, with the place; `scxml_root` when the root is another element.
 *
 * @example
 * ```ts
 * import { readScxml } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { definition } = readScxml(
 *   '<scxml version="1.0"><state id="Off"><transition event="press" target="On"/></state><state id="On"/></scxml>',
 *   "Lamp",
 * );
 * assertEquals(definition.state.states?.[0]?.transitions, [{ event: "press", nextState: "On" }]);
 * ```
 */
export function readScxml(
  text: string,
  name?: string,
  options: ReadScxmlOptions = {},
): TextDocument<StateMachineDefinition> {
  const root = parseXmlTree(text);
  if (root.name !== "scxml") {
    throw new LoomError("scxml_root", `The root element is <${root.name}>: give a document of <scxml>.`);
  }
  const remarks: TextRemark[] = [];
  const parts: TextPart<StateMachineDefinition>[] = [];
  const definition = new Reader(root, {
    machine: attribute(root, "name") || name || "Machine",
    invokeId: undefined,
    relayed: undefined,
    eventMembers: new Set(),
    file: options.file ?? (() => undefined),
    remarks,
    parts,
  }).read();
  remarks.sort((one, other) => one.line - other.line);
  return { definition, remarks, ...(parts.length > 0 ? { parts } : {}) };
}

/** State that a document and those inside it share, and what tells them apart. */
interface ReaderOptions extends Pick<ScxmlPlace, "machine" | "invokeId" | "relayed" | "file"> {
  /** The members of `_event` that the documents around it ask for. */
  readonly eventMembers: ReadonlySet<string>;
  readonly remarks: TextRemark[];
  readonly parts: TextPart<StateMachineDefinition>[];
}

class Reader implements ScxmlPlace {
  readonly machine: string;
  readonly session: string;
  readonly invokeId: string | undefined;
  readonly facts: ScxmlFacts;
  readonly relayed: ScxmlPlace["relayed"];
  readonly known = new Map<string, Constant>();
  readonly documents = new Map<string, XmlElement>();
  inactive: ReadonlySet<string> = new Set();
  events: readonly string[] | undefined;
  failures = 0;
  readonly #root: XmlElement;
  readonly #options: ReaderOptions;
  /** The events, with the members of their data. */
  readonly #events = new Map<string, Set<string>>();
  readonly #ids: ReadonlySet<string>;
  readonly #names = new Map<XmlElement, string>();
  readonly #invokeIds = new Map<XmlElement, string>();
  readonly #taken = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #data: ReadData;

  constructor(root: XmlElement, options: ReaderOptions) {
    this.machine = this.session = options.machine;
    this.invokeId = options.invokeId;
    this.relayed = options.relayed;
    this.#root = root;
    this.#options = options;
    const states = [...statesIn(root)];
    this.#ids = new Set(states.map((state) => attribute(state, "id")).filter((id) => id !== ""));
    for (const id of this.#ids) this.#taken.add(id);
    for (const state of states) {
      const name = attribute(state, "id") || this.#free(state.name);
      this.#names.set(state, name);
      for (const [index, one] of childrenNamed(state, "invoke").entries()) {
        this.#invokeIds.set(one, attribute(one, "id") || `${name}.${index}`);
      }
    }
    const facts = factsOf(root, this.#invokeIds);
    this.facts = { ...facts, eventMembers: new Set([...facts.eventMembers, ...options.eventMembers]) };
    for (const event of eventsIn(root)) this.use(event);
    this.#data = readData(root, this);
  }

  read(): StateMachineDefinition {
    const root = this.#root;
    if (/xpath/i.test(attribute(root, "datamodel"))) {
      this.remark("The XPath data model was read as ECMAScript.", root);
    }
    const start = [
      ...this.#data.start,
      ...childrenNamed(root, "script").flatMap((script) =>
        readActions({ ...root, children: [script] }, this)
      ),
    ];
    const name = this.#free("Root", false);
    const state: State = {
      name,
      ...(start.length > 0 ? { onEntry: { actions: start } } : {}),
      ...this.#inside(root, name),
    };
    const events = [...this.#events].filter(([event]) => !PLATFORM.test(event) && !event.endsWith("*"));
    const { fields } = this.#data;
    return {
      settings: {
        namespace: "Scxml",
        name: this.machine,
        // Only there a failed action is an event.
        asynchronous: this.facts.waitsForErrors,
        ...(fields.length > 0 ? { data: [...fields] } : {}),
        _source: { kind: "scxml" },
      },
      events: [{
        name: "Events",
        events: events.map(([id, names]) => ({
          id,
          ...(names.size > 0 ? { parameters: [...names].map((one) => ({ name: one, type: "any" })) } : {}),
        })),
      }],
      state,
    };
  }

  file(path: string): string | undefined {
    return this.#options.file(path.replace(/^file:/, ""));
  }

  remark(message: string, { line, column }: XmlElement): void {
    this.#options.remarks.push({ code: "left_out", message, line, column });
  }

  askHost(name: string): void {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    const member = /^_event\.(.+)$/.exec(name)?.[1];
    const message = member === undefined
      ? `Give the machine "${name}": guards and actions use it, and the language does not have it.`
      : `The ${name} is null in events that the document does not send: let the host send them with "_event": { "${member}": ... } as data.`;
    this.remark(message, this.#root);
  }

  use(event: string, parameters: readonly string[] = []): void {
    const names = this.#events.get(event) ?? new Set();
    for (const name of parameters) names.add(name);
    this.#events.set(event, names);
  }

  /** A name that no state has. */
  #free(word: string, isNumbered = true): string {
    let name = isNumbered ? `${word}1` : word;
    for (let number = 2; this.#taken.has(name); number++) name = `${word}${number}`;
    this.#taken.add(name);
    return name;
  }

  #state(element: XmlElement): State[] {
    const name = this.#names.get(element) ?? "";
    const isEnd = element.name === "final" && this.#root.children.includes(element);
    if (element.name === "history") return this.#history(element, name);
    const blocks = (wanted: string) =>
      childrenNamed(element, wanted).flatMap((block) => {
        if (block === element.children.find((one) => one.name === wanted)) this.known.clear();
        return readBlock(block, this);
      });
    this.inactive = new Set([...statesIn(element)].map((state) => attribute(state, "id")));
    const exits = blocks("onexit");
    // The end of the machine leaves its final state at once.
    const [atEnd, onExit] = isEnd ? [exits, []] : [[], exits];
    const onEntry = [
      ...this.#data.late.get(element) ?? [],
      ...blocks("onentry"),
      ...atEnd,
      ...this.#idsOf(element),
    ];
    this.inactive = new Set();
    // Work begins after the entry actions, whose constants are still known.
    const work = childrenNamed(element, "invoke").map((one) => this.#invoke(one));
    const invoke = work.flatMap((one) => one.invoke);
    const transitions = [
      ...work.flatMap((one) => one.transitions),
      ...childrenNamed(element, "transition").map((one) => this.#transition(one, element)),
    ];
    const output = element.name === "final" ? this.#output(childrenNamed(element, "donedata")[0]) : undefined;
    return [{
      name,
      ...(element.name === "final" ? { kind: "final" } : {}),
      ...(onEntry.length > 0 ? { onEntry: { actions: onEntry } } : {}),
      ...(onExit.length > 0 ? { onExit: { actions: onExit } } : {}),
      ...(invoke.length > 0 ? { invoke } : {}),
      ...(output === undefined ? {} : { output }),
      ...(transitions.length > 0 ? { transitions } : {}),
      ...this.#inside(element, name),
    }];
  }

  /** The assignments of the ids of work that ask for it. */
  #idsOf(element: XmlElement): Action[] {
    return childrenNamed(element, "invoke").flatMap((one) => {
      const target = attribute(one, "idlocation").trim();
      const id = this.#invokeIds.get(one) ?? "";
      return target === "" ? [] : [{ assign: { target, value: JSON.stringify(id) } }];
    });
  }

  /** A history; a default with actions leads to a choice that runs them on the way. */
  #history(element: XmlElement, name: string): State[] {
    const [first] = childrenNamed(element, "transition");
    const transition = first === undefined ? undefined : this.#transition(first, element);
    const history: State = {
      name,
      kind: "history",
      ...(attribute(element, "type") === "deep" ? { history: "deep" } : {}),
      ...(transition === undefined ? {} : { transitions: [transition] }),
    };
    if (transition?.actions === undefined) return [history];
    const inner = this.#free(`${name}Default`, false);
    return [
      { ...history, transitions: [{ nextState: inner }] },
      { name: inner, kind: "choice", transitions: [transition] },
    ];
  }

  #output(donedata: XmlElement | undefined): string | undefined {
    return donedata === undefined ? undefined : objectOf(valuesIn(donedata, this));
  }

  /** The children or regions of a state, and where it begins. */
  #inside(element: XmlElement, name: string): Pick<State, "initial" | "states" | "parallel"> {
    const states = element.children.filter((child) => STATES.has(child.name)).flatMap((child) =>
      this.#state(child)
    );
    if (states.length === 0) return {};
    if (element.name === "parallel") return { parallel: { states } };
    const mark = element.children.find((child) => child.name === "initial");
    const [transition] = mark?.children.filter((child) => child.name === "transition") ?? [];
    const targets = this.#targets(transition ?? element, transition === undefined ? "initial" : "target");
    const actions = readBlock(transition, this);
    const [first, ...others] = targets;
    if (first === undefined) return { states };
    if (others.length === 0 && actions.length === 0) {
      const isFirst = states.find(({ kind }) => kind !== "history")?.name === first;
      return isFirst ? { states } : { initial: first, states };
    }
    // Several targets, or actions on the way: a choice is entered and left at once.
    const start = this.#free(`${name}Start`, false);
    const way: Transition = {
      nextState: first,
      ...(others.length > 0 ? { nextStates: others } : {}),
      ...(actions.length > 0 ? { actions } : {}),
    };
    return { initial: start, states: [...states, { name: start, kind: "choice", transitions: [way] }] };
  }

  #targets(element: XmlElement, name: string): string[] {
    return words(attribute(element, name)).filter((id) => {
      if (this.#ids.has(id)) return true;
      this.remark(`The target ${JSON.stringify(id)} was left out: no state has this id.`, element);
      return false;
    });
  }

  #transition(element: XmlElement, source: XmlElement): Transition {
    const [event, ...events] = words(attribute(element, "event")).map((word) => this.#waited(word));
    const [nextState, ...nextStates] = this.#targets(element, "target");
    this.known.clear();
    this.events = event === undefined ? undefined : [event, ...events];
    const actions = readBlock(element, this);
    const condition = attribute(element, "cond").trim();
    const guard = condition === "" ? {} : { condition: conditionIn(element, condition, this) };
    this.events = undefined;
    const ids = new Set([...statesIn(source)].map((state) => attribute(state, "id")));
    const goesInside = nextState !== undefined && source.name === "state" &&
      [nextState, ...nextStates].every((target) => ids.has(target));
    const isExternal = goesInside && attribute(element, "type") !== "internal";
    return {
      ...(event === undefined ? {} : { event }),
      ...(events.length > 0 ? { events } : {}),
      ...(nextState === undefined ? {} : { nextState }),
      ...(nextStates.length > 0 ? { nextStates } : {}),
      ...(isExternal ? { type: "external" } : {}),
      ...guard,
      ...(actions.length > 0 ? { actions } : {}),
    };
  }

  /** The event of a descriptor, which in SCXML also takes every event that continues it after a dot. */
  #waited(word: string): string {
    const plain = eventName(descriptor(word));
    if (plain === "*" || plain.endsWith(".*") || plain === "error.action") return plain;
    const isPrefix = /^(?:error|done|done\.(?:state|invoke))$/.test(plain) ||
      [...this.#events.keys()].some((event) =>
        !event.endsWith("*") && (event.startsWith(`${plain}.`) || plain.startsWith(`${event}.`))
      );
    return isPrefix && !/^(?:done|error)\..+\./.test(plain) ? `${plain}.*` : plain;
  }

  #invoke(element: XmlElement): ReadInvoke {
    const id = this.#invokeIds.get(element) ?? "";
    return readInvoke(element, id, this, (root, _, relayed) => {
      const path = `${fileName(this.machine)}.${fileName(id)}.smdf.json`;
      const { file, remarks, parts } = this.#options;
      const machine = attribute(root, "name") || `${this.machine}_${id}`.replace(/\W+/g, "_");
      const { eventMembers } = this.facts;
      parts.push({
        path,
        definition: new Reader(root, { machine, invokeId: id, relayed, eventMembers, file, remarks, parts })
          .read(),
      });
      return path;
    });
  }
}

/** A text as a part of the name of a file. */
function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_");
}

/** The events that transitions wait for and content raises. */
function* eventsIn(root: XmlElement): Generator<string> {
  for (const element of elementsIn(root)) {
    if (element.name === "transition") {
      yield* words(attribute(element, "event")).map(descriptor).map(eventName);
    }
    if (element.name === "raise" || element.name === "send") {
      const event = attribute(element, "event");
      const isAway = /^#_(?!internal$|scxml_)/.test(attribute(element, "target"));
      if (event !== "" && !isAway) yield eventName(event);
    }
  }
}

/** A descriptor without a final dot. */
function descriptor(word: string): string {
  if (word === ".*") return "*";
  return word === "*" || word.endsWith(".*") ? word : word.replace(/\.$/, "");
}

/** Reads SCXML, with the scripts and the data that `src` names. */
export async function readScxmlWithFiles(
  text: string,
  name: string | undefined,
  file: ReadFile | undefined,
): Promise<TextDocument<StateMachineDefinition>> {
  if (file === undefined) return readScxml(text, name);
  const files = new Map<string, string | undefined>();
  for (const path of sourcesIn(parseXmlTree(text))) files.set(path, await file(path));
  return readScxml(text, name, { file: (path) => files.get(path) });
}

/** The files of scripts and data, also of machines inside. */
function* sourcesIn(element: XmlElement): Generator<string> {
  for (const child of element.children) {
    const source = child.name === "script" || child.name === "data" ? child.attributes.get("src") : undefined;
    if (source !== undefined) yield source.replace(/^file:/, "");
    yield* sourcesIn(child);
  }
}
