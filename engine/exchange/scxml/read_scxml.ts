import {
  type Action,
  type Invoke,
  LoomError,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextRemark,
  type Transition,
} from "@loom/protocol";
import { parseXmlTree, type XmlElement } from "../../parse/xml_tree.ts";
import { attribute, expressionIn, payloadOf, readActions, type ScxmlPlace, valueOf } from "./read_actions.ts";

const STATES: ReadonlySet<string> = new Set(["state", "parallel", "final", "history"]);
/** Events of the platform, which need no declaration. */
const PLATFORM = /^(?:done\.(?:state|invoke)\b|error\b|\*$)/;

/**
 * Reads a machine from SCXML (W3C, 2015). Guards and executable content are taken over as far as the language of
 * machines goes; everything else is listed.
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
export function readScxml(text: string, name?: string): TextDocument<StateMachineDefinition> {
  const root = parseXmlTree(text);
  if (root.name !== "scxml") {
    throw new LoomError("scxml_root", `The root element is <${root.name}>: give a document of <scxml>.`);
  }
  return new Reader(root, attribute(root, "name") || name || "Machine").read();
}

class Reader implements ScxmlPlace {
  readonly machine: string;
  readonly #root: XmlElement;
  readonly #remarks: TextRemark[] = [];
  readonly #events = new Set<string>();
  readonly #ids: ReadonlySet<string>;
  readonly #names = new Map<XmlElement, string>();
  readonly #taken = new Set<string>();

  constructor(root: XmlElement, machine: string) {
    this.machine = machine;
    this.#root = root;
    const states = [...statesIn(root)];
    this.#ids = new Set(states.map((state) => attribute(state, "id")).filter((id) => id !== ""));
    for (const id of this.#ids) this.#taken.add(id);
    for (const state of states) this.#names.set(state, attribute(state, "id") || this.#free(state.name));
  }

  read(): TextDocument<StateMachineDefinition> {
    const root = this.#root;
    if (/xpath/i.test(attribute(root, "datamodel"))) {
      this.remark("The XPath data model was read as ECMAScript.", root);
    }
    for (const event of this.#eventsIn(root)) this.use(event);
    const start = [
      ...[...dataIn(root)].flatMap((data) => this.#data(data)),
      ...root.children.filter(({ name }) => name === "script").flatMap((script) =>
        readActions({ ...root, children: [script] }, this)
      ),
    ];
    const name = this.#free("Root", false);
    const state: State = {
      name,
      ...(start.length > 0 ? { onEntry: { actions: start } } : {}),
      ...this.#inside(root, name),
    };
    const events = [...this.#events].filter((event) => !PLATFORM.test(event) && !event.endsWith("*"));
    return {
      definition: {
        settings: {
          namespace: "Scxml",
          name: this.machine,
          asynchronous: false,
          _source: { kind: "scxml" },
        },
        events: [{ name: "Events", events: events.map((id) => ({ id })) }],
        state,
      },
      remarks: this.#remarks.toSorted((one, other) => one.line - other.line),
    };
  }

  remark(message: string, { line, column }: XmlElement): void {
    this.#remarks.push({ code: "left_out", message, line, column });
  }

  use(event: string): void {
    this.#events.add(event);
  }

  /** A name that no state has. */
  #free(word: string, isNumbered = true): string {
    let name = isNumbered ? `${word}1` : word;
    for (let number = 2; this.#taken.has(name); number++) name = `${word}${number}`;
    this.#taken.add(name);
    return name;
  }

  /** The names of all events that transitions wait for. */
  *#eventsIn(element: XmlElement): Generator<string> {
    for (const child of element.children) {
      if (child.name === "transition") yield* words(attribute(child, "event")).map(descriptor);
      if (child.name === "raise" || child.name === "send") {
        const event = attribute(child, "event");
        if (event !== "") yield event;
      }
      yield* this.#eventsIn(child);
    }
  }

  #data(element: XmlElement): Action[] {
    if (element.attributes.has("src")) {
      this.remark(`The source of the data "${attribute(element, "id")}" was left out.`, element);
    }
    // A name without a value is null.
    const value = valueOf(element, this);
    return value === "null" ? [] : [{ assign: { target: attribute(element, "id"), value } }];
  }

  #state(element: XmlElement): State {
    const name = this.#names.get(element) ?? "";
    if (element.name === "history") return this.#history(element, name);
    const children = (wanted: string) => element.children.filter((child) => child.name === wanted);
    const onEntry = children("onentry").flatMap((block) => readActions(block, this));
    const onExit = children("onexit").flatMap((block) => readActions(block, this));
    const transitions = children("transition").map((one) => this.#transition(one, element));
    const invoke = children("invoke").flatMap((one, index) => this.#invoke(one, `${name}.${index}`));
    const output = element.name === "final" ? this.#output(children("donedata")[0]) : undefined;
    return {
      name,
      ...(element.name === "final" ? { kind: "final" } : {}),
      ...(onEntry.length > 0 ? { onEntry: { actions: onEntry } } : {}),
      ...(onExit.length > 0 ? { onExit: { actions: onExit } } : {}),
      ...(invoke.length > 0 ? { invoke } : {}),
      ...(output === undefined ? {} : { output }),
      ...(transitions.length > 0 ? { transitions } : {}),
      ...this.#inside(element, name),
    };
  }

  #history(element: XmlElement, name: string): State {
    const [transition] = element.children.filter((child) => child.name === "transition");
    return {
      name,
      kind: "history",
      ...(attribute(element, "type") === "deep" ? { history: "deep" } : {}),
      ...(transition === undefined ? {} : { transitions: [this.#transition(transition, element)] }),
    };
  }

  #output(donedata: XmlElement | undefined): string | undefined {
    if (donedata === undefined) return undefined;
    const [content] = donedata.children.filter(({ name }) => name === "content");
    if (content?.attributes.has("expr")) return expressionIn(content, attribute(content, "expr"), this);
    return payloadOf(donedata, this).data?.replace(/^\{"content": ([\s\S]*)\}$/, "$1");
  }

  /** The children or regions of a state, and where it begins. */
  #inside(element: XmlElement, name: string): Pick<State, "initial" | "states" | "parallel"> {
    const states = element.children.filter((child) => STATES.has(child.name)).map((child) =>
      this.#state(child)
    );
    if (states.length === 0) return {};
    if (element.name === "parallel") return { parallel: { states } };
    const mark = element.children.find((child) => child.name === "initial");
    const [transition] = mark?.children.filter((child) => child.name === "transition") ?? [];
    const targets = this.#targets(transition ?? element, transition === undefined ? "initial" : "target");
    const actions = readActions(transition, this);
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
    const actions = readActions(element, this);
    const condition = attribute(element, "cond").trim();
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
      ...(condition === "" ? {} : { condition: expressionIn(element, condition, this) }),
      ...(actions.length > 0 ? { actions } : {}),
    };
  }

  /** The event of a descriptor, which in SCXML also takes every event that continues it after a dot. */
  #waited(word: string): string {
    const plain = descriptor(word);
    if (plain === "*" || plain.endsWith(".*")) return plain;
    const isPrefix = /^(?:error|done|done\.(?:state|invoke)|error\.\w+)$/.test(plain) ||
      [...this.#events].some((event) => event.startsWith(`${plain}.`) && !event.endsWith("*"));
    return isPrefix ? `${plain}.*` : plain;
  }

  #invoke(element: XmlElement, fallback: string): Invoke[] {
    const id = attribute(element, "id") || fallback;
    const source = attribute(element, "src").replace(/^file:/, "");
    const type = attribute(element, "type");
    const isMachine = type === "" || /scxml/i.test(type);
    if (isMachine && source === "") {
      this.remark(
        `The machine inside <invoke id="${id}"> was left out: put it into a document of its own.`,
        element,
      );
      return [];
    }
    for (const child of element.children) {
      if (child.name === "finalize") this.remark("The element <finalize> was left out.", child);
    }
    const { data: input } = payloadOf(element, this);
    const work = isMachine ? { machine: source } : { task: source || type };
    return [{ id, ...work, ...(input === undefined ? {} : { input }) }];
  }
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** A descriptor without a final dot. */
function descriptor(word: string): string {
  return word === "*" || word.endsWith(".*") ? word : word.replace(/\.$/, "");
}

function* statesIn(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (!STATES.has(child.name)) continue;
    yield child;
    yield* statesIn(child);
  }
}

function* dataIn(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === "datamodel") yield* child.children.filter(({ name }) => name === "data");
    if (STATES.has(child.name)) yield* dataIn(child);
  }
}
