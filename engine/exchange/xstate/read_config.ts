import {
  type Action,
  type DataField,
  type Invoke,
  isObject,
  locate,
  LoomError,
  parseJsonText,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextRemark,
  toPointer,
  type Transition,
} from "@loom/protocol";

type Members = Readonly<Record<string, unknown>>;

/** The deepest nesting of states. */
const MAX_DEPTH = 200;

/** A state of the configuration. */
interface Node {
  readonly config: Members;
  readonly key: string;
  /** The keys from the root to it. */
  readonly path: readonly string[];
  readonly parent: Node | undefined;
  readonly children: Node[];
  /** The name in the machine. */
  name: string;
}

/**
 * Reads a machine from the JSON configuration of a machine of XState 5. Guards and actions become calls of functions of
 * their names, the context becomes declared data; what cannot be taken over is listed.
 *
 * @param name The machine's name where the configuration has no id.
 * @throws {LoomError} `xstate_config` when it is no configuration, `too_deep` when states nest deeper than 200 levels.
 *
 * @example
 * ```ts
 * import { readXStateConfig } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const config = { id: "lamp", initial: "off", states: { off: { on: { press: "on" } }, on: { after: { 500: "off" } } } };
 * const { state } = readXStateConfig(JSON.stringify(config)).definition;
 * assertEquals(state.states?.[1]?.transitions, [{ after: 500, nextState: "off" }]);
 * ```
 */
export function readXStateConfig(text: string, name?: string): TextDocument<StateMachineDefinition> {
  const value = parseJsonText(text);
  if (!isObject(value) || !isObject(value["states"])) {
    throw new LoomError(
      "xstate_config",
      'This is no machine of XState: give a JSON object with "states" by key.',
    );
  }
  return new Reader(text, value, name).read();
}

class Reader {
  readonly #text: string;
  readonly #root: Node;
  readonly #nodes: Node[] = [];
  readonly #byId = new Map<string, Node>();
  readonly #events = new Set<string>();
  readonly #remarks: TextRemark[] = [];
  readonly #machine: string;

  constructor(text: string, config: Members, name: string | undefined) {
    this.#text = text;
    this.#machine = textIn(config["id"]) || name || "Machine";
    this.#root = this.#collect(config, this.#machine, [], undefined);
    const taken = new Map<string, number>();
    for (const { key } of this.#nodes) taken.set(key, (taken.get(key) ?? 0) + 1);
    const used = new Set<string>();
    for (const node of this.#nodes) {
      let wanted = (taken.get(node.key) ?? 0) > 1 && node.parent !== undefined
        ? node.path.join(".")
        : node.key;
      while (used.has(wanted)) wanted += "_";
      used.add(wanted);
      node.name = wanted;
    }
  }

  read(): TextDocument<StateMachineDefinition> {
    const state = this.#state(this.#root);
    const data = this.#data();
    const description = textIn(this.#root.config["description"]);
    const { description: _description, ...root } = state;
    return {
      definition: {
        settings: {
          namespace: "XState",
          name: this.#machine,
          ...(description === "" ? {} : { description }),
          asynchronous: false,
          ...(data.length > 0 ? { data } : {}),
          _source: { kind: "xstate" },
        },
        events: [{ name: "Events", events: Array.from(this.#events, (id) => ({ id })) }],
        state: root,
      },
      remarks: this.#remarks.toSorted((one, other) => one.line - other.line),
    };
  }

  #collect(config: Members, key: string, path: readonly string[], parent: Node | undefined): Node {
    if (path.length > MAX_DEPTH) {
      throw new LoomError(
        "too_deep",
        `States nest more than ${MAX_DEPTH} levels deep: make the machine flatter.`,
      );
    }
    const node: Node = { config, key, path, parent, children: [], name: key };
    this.#nodes.push(node);
    const id = textIn(config["id"]);
    if (id !== "") this.#byId.set(id, node);
    this.#byId.set([this.#machine, ...path].join("."), node);
    for (const [inner, value] of Object.entries(isObject(config["states"]) ? config["states"] : {})) {
      if (isObject(value)) node.children.push(this.#collect(value, inner, [...path, inner], node));
    }
    return node;
  }

  #state(node: Node): State {
    const { config, name } = node;
    const type = textIn(config["type"]);
    const isHistory = type === "history" || config["history"] !== undefined;
    const children = node.children.map((child) => this.#state(child));
    const initial = this.#initial(node);
    const onEntry = this.#actions(node, "entry");
    const onExit = this.#actions(node, "exit");
    const transitions = isHistory ? this.#default(node) : this.#transitions(node);
    const invoke = this.#invokes(node);
    const tags = listOf(config["tags"]).filter((tag) => typeof tag === "string");
    const description = textIn(config["description"]);
    const output = type === "final" && config["output"] !== undefined
      ? JSON.stringify(config["output"])
      : undefined;
    return {
      name,
      ...(isHistory ? { kind: "history" } : type === "final" ? { kind: "final" } : {}),
      ...(isHistory && config["history"] === "deep" ? { history: "deep" } : {}),
      ...(description === "" ? {} : { description }),
      ...(tags.length > 0 ? { tags } : {}),
      ...(isObject(config["meta"]) ? { meta: config["meta"] as NonNullable<State["meta"]> } : {}),
      ...(initial === undefined || initial === node.children[0] ? {} : { initial: initial.name }),
      ...(onEntry.length > 0 ? { onEntry: { actions: onEntry } } : {}),
      ...(onExit.length > 0 ? { onExit: { actions: onExit } } : {}),
      ...(invoke.length > 0 ? { invoke } : {}),
      ...(output === undefined ? {} : { output }),
      ...(transitions.length > 0 ? { transitions } : {}),
      ...(children.length === 0
        ? {}
        : type === "parallel"
        ? { parallel: { states: children } }
        : { states: children }),
    };
  }

  #initial(node: Node): Node | undefined {
    const { initial } = node.config;
    const target = isObject(initial) ? textIn(initial["target"]) : textIn(initial);
    if (target === "") return undefined;
    const found = node.children.find(({ key }) => key === target.replace(/^\./, "")) ??
      this.#target(node, target);
    if (isObject(initial) && initial["actions"] !== undefined) {
      this.#remark("The actions of the initial transition were left out.", node, ["initial", "actions"]);
    }
    return found;
  }

  /** The default target of a history state. */
  #default(node: Node): Transition[] {
    const target = textIn(node.config["target"]);
    const found = target === "" || node.parent === undefined ? undefined : this.#target(node, target);
    return found === undefined ? [] : [{ nextState: found.name }];
  }

  /** XState tries the more specific of two descriptors first, and the machine what stands first. */
  #transitions(node: Node): Transition[] {
    const { config, name } = node;
    const on = isObject(config["on"]) ? Object.entries(config["on"]) : [];
    const rank = (event: string) => event === "*" ? 2 : event.endsWith(".*") ? 1 : 0;
    const sorted = on.toSorted(([one], [other]) =>
      rank(one) - rank(other) || (rank(one) === 0 ? 0 : other.length - one.length)
    );
    const after = isObject(config["after"]) ? Object.entries(config["after"]) : [];
    const byEvent = sorted.flatMap(([event, value]) => {
      this.#declare(event);
      return this.#ways(node, ["on", event], value).map((way): Transition => ({ event, ...way }));
    });
    const byTime = after.flatMap(([delay, value]) => {
      const milliseconds = Number(delay);
      const time = Number.isNaN(milliseconds)
        ? this.#call(delay, undefined, node, ["after", delay])
        : milliseconds;
      return this.#ways(node, ["after", delay], value).map((way): Transition => ({ after: time, ...way }));
    });
    const done = this.#ways(node, ["onDone"], config["onDone"]).map((way): Transition => ({
      event: `done.state.${name}`,
      ...way,
    }));
    return [
      ...byEvent,
      ...byTime,
      ...done,
      ...this.#ofInvokes(node),
      ...this.#ways(node, ["always"], config["always"]),
    ];
  }

  #declare(event: string): void {
    if (!/\*$|^(?:done\.|error\.|xstate\.)/.test(event)) this.#events.add(event);
  }

  /** The transitions of one member: a target, an object, or a list of them. */
  #ways(node: Node, at: readonly string[], value: unknown): Transition[] {
    if (value === undefined) return [];
    // Nothing for an event means that it is taken, and nothing happens.
    if (value === null) return [{}];
    return listOf(value).map((one) => this.#way(node, at, isObject(one) ? one : { target: one }));
  }

  #way(node: Node, at: readonly string[], way: Members): Transition {
    const targets = listOf(way["target"]).filter((one) => typeof one === "string")
      .map((one) => this.#target(node, one)).filter((one) => one !== undefined);
    const reenters = way["reenter"] === true;
    const condition = this.#guard(way["guard"], node, at);
    const actions = this.#actionList(way["actions"], node, at);
    const description = textIn(way["description"]);
    const [first, ...others] = targets.map((target) =>
      target === node && !reenters ? this.#inside(node) : target
    );
    const isInside = targets.some((target) => target !== node && isWithin(target, node));
    return {
      ...(first === undefined ? {} : { nextState: first.name }),
      ...(others.length > 0 ? { nextStates: others.flatMap((other) => other?.name ?? []) } : {}),
      ...(reenters && isInside ? { type: "external" } : {}),
      ...(condition === undefined ? {} : { condition }),
      ...(description === "" ? {} : { description }),
      ...(actions.length > 0 ? { actions } : {}),
    };
  }

  /** What a state leads to that names itself without `reenter`: it is not left, what is inside begins again. */
  #inside(node: Node): Node | undefined {
    if (node.children.length === 0) return undefined;
    return node.config["type"] === "parallel" ? node : this.#initial(node) ?? node.children[0];
  }

  /** The state that a target names: `#id`, `#id.child`, `.child`, or a sibling and what is inside it. */
  #target(from: Node, target: string): Node | undefined {
    const found = this.#resolve(from, target);
    if (found === undefined) {
      this.#remark(`The target ${JSON.stringify(target)} was left out: there is no such state.`, from, []);
    }
    return found;
  }

  #resolve(from: Node, target: string): Node | undefined {
    const known = target.startsWith("#") ? this.#byId.get(target.slice(1)) : undefined;
    if (known !== undefined) return known;
    const parts = target.replace(/^[#.]/, "").split(".");
    const [head = ""] = parts;
    const start = target.startsWith("#")
      ? this.#byId.get(head)
      : target.startsWith(".")
      ? from
      : from.parent ?? from;
    let at = start;
    for (const part of target.startsWith("#") ? parts.slice(1) : parts) {
      at = at?.children.find(({ key }) => key === part);
    }
    return at;
  }

  #guard(guard: unknown, node: Node, at: readonly string[]): string | undefined {
    if (guard === undefined) return undefined;
    if (typeof guard === "string") return this.#call(guard, undefined, node, at);
    if (isObject(guard) && typeof guard["type"] === "string") {
      return this.#call(guard["type"], guard["params"], node, at);
    }
    this.#remark("A guard that has no name was left out.", node, at);
    return undefined;
  }

  #actions(node: Node, member: "entry" | "exit"): Action[] {
    return this.#actionList(node.config[member], node, [member]);
  }

  #actionList(value: unknown, node: Node, at: readonly string[]): Action[] {
    if (value === undefined) return [];
    return listOf(value).flatMap((action): Action[] => {
      if (typeof action === "string") return [{ code: this.#call(action, undefined, node, at) }];
      if (isObject(action) && typeof action["type"] === "string" && !action["type"].startsWith("xstate.")) {
        return [{ code: this.#call(action["type"], action["params"], node, at) }];
      }
      this.#remark("An action that has no name was left out.", node, at);
      return [];
    });
  }

  /** The call of a function of the host; its parameters are keyword arguments. */
  #call(name: string, params: unknown, node: Node, at: readonly string[]): string {
    const plain = name.replace(/[^\p{L}\p{N}_$]+/gu, "_").replace(/^(?=\p{N})/u, "_");
    if (plain !== name) this.#remark(`The function ${JSON.stringify(name)} is called ${plain}.`, node, at);
    const given = isObject(params) ? Object.entries(params) : [];
    return `${plain}(${given.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")})`;
  }

  #invokes(node: Node): Invoke[] {
    return listOf(node.config["invoke"]).filter(isObject).map((invoke, index) => {
      const id = idOf(invoke, node, index);
      const task = textIn(invoke["src"]) || id;
      const { input } = invoke;
      return { id, task, ...(input === undefined ? {} : { input: JSON.stringify(input) }) };
    });
  }

  #ofInvokes(node: Node): Transition[] {
    return listOf(node.config["invoke"]).filter(isObject).flatMap((invoke, index) => {
      const id = idOf(invoke, node, index);
      const on = (member: string, event: string) =>
        this.#ways(node, ["invoke", member], invoke[member]).map((way): Transition => ({ event, ...way }));
      return [...on("onDone", `done.invoke.${id}`), ...on("onError", `error.invoke.${id}`)];
    });
  }

  #data(): DataField[] {
    const { context } = this.#root.config;
    if (!isObject(context)) return [];
    return Object.entries(context).map(([name, value]) => ({
      name,
      type: typeOf(value),
      ...(value === null ? { optional: true } : {}),
      initial: value as NonNullable<DataField["initial"]>,
    }));
  }

  #remark(message: string, node: Node, at: readonly string[]): void {
    const path = [...node.path.flatMap((key) => ["states", key]), ...at];
    let place = locate(this.#text, toPointer(path));
    for (; place === undefined && path.length > 0; place = locate(this.#text, toPointer(path))) path.pop();
    const { line, column } = place ?? { line: 1, column: 1 };
    this.#remarks.push({ code: "left_out", message, line, column });
  }
}

function idOf(invoke: Members, node: Node, index: number): string {
  return textIn(invoke["id"]) || `${node.name}.${index}`;
}

function typeOf(value: unknown): DataField["type"] {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : "any";
}

function isWithin(node: Node, outer: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
