import {
  type Action,
  type DataField,
  type Event,
  type Invoke,
  isObject,
  type Parameter,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextPosition,
  type TextRemark,
  type Transition,
} from "@loom/protocol";
import { oneAfterDelay } from "./delays.ts";
import { type ConfigNode, ConfigTree, idOf, isSpawned, isWithin, worksOf } from "./nodes.ts";
import { beginsRegionAgain, isLeftByMachine, isSeenToBegin, meetsDelays, regionsFirst } from "./parallel.ts";
import { Behaviour, type Surroundings } from "./read_behaviour.ts";
import { dataOf } from "./read_data.ts";
import { hasCode, isPlain, listOf, SourceCode, type Spot, textIn } from "./values.ts";

type Members = Readonly<Record<string, unknown>>;

/** A configuration, and what is known about it. */
export interface ConfigSource extends Surroundings {
  readonly config: Members;
  /** The machine's name where the configuration has no id. */
  readonly name: string | undefined;
  /** The context's members as the types declare them. */
  readonly fields?: ReadonlyMap<string, Omit<DataField, "name">>;
  /** The events that the types declare. */
  readonly events?: ReadonlyMap<string, readonly Parameter[]>;
  /** The file of the machine that an invocation runs, when it runs one. */
  childOf?(value: unknown): string | undefined;
  /** The place of a member, or of a value in it. */
  locate(path: readonly string[], value?: unknown): TextPosition | undefined;
}

/** Reads the machine of a configuration of XState. */
export function readConfig(source: ConfigSource): TextDocument<StateMachineDefinition> {
  return new Reader(source).read();
}

class Reader {
  readonly #source: ConfigSource;
  readonly #tree: ConfigTree;
  readonly #behaviour: Behaviour;
  readonly #events = new Set<string>();
  readonly #remarks: TextRemark[] = [];

  constructor(source: ConfigSource) {
    this.#source = source;
    this.#tree = new ConfigTree(source.config, source.name);
    const { root } = this.#tree;
    this.#behaviour = new Behaviour(
      source,
      (message, { path }, value) => this.#remark(message, path, value),
      (target) => this.#tree.resolve(root, /^[#.]/.test(target) ? target : `.${target}`)?.name,
    );
    for (const event of source.events?.keys() ?? []) this.#declare(event);
  }

  read(): TextDocument<StateMachineDefinition> {
    const { config } = this.#tree.root;
    const { description: _description, ...state } = regionsFirst(this.#state(this.#tree.root));
    const { data, entry } = dataOf(
      config["context"],
      this.#source.fields,
      this.#behaviour,
      this.#spot(this.#tree.root, ["context"]),
    );
    const description = textIn(config["description"]);
    const onEntry = [...entry, ...state.onEntry?.actions ?? []];
    const events = Array.from(this.#events, (id): Event => {
      // Of an event without a type, what is read is known.
      const parameters = this.#source.events?.get(id) ??
        Array.from(this.#behaviour.members.get(id) ?? [], (name) => ({ name, type: "any" }));
      return { id, ...(parameters.length > 0 ? { parameters: [...parameters] } : {}) };
    });
    const { name, ...rest } = state;
    return {
      definition: {
        settings: {
          namespace: "XState",
          name: this.#tree.machine,
          ...(description === "" ? {} : { description }),
          asynchronous: false,
          ...(data.length > 0 ? { data } : {}),
          _source: { kind: "xstate" },
        },
        events: [{ name: "Events", events }],
        state: { name, ...rest, ...(onEntry.length > 0 ? { onEntry: { actions: onEntry } } : {}) },
      },
      remarks: this.#remarks.toSorted((one, other) => one.line - other.line),
    };
  }

  #spot(node: ConfigNode, at: readonly string[], events: readonly string[] = []): Spot {
    const path = [...node.path.flatMap((key) => ["states", key]), ...at];
    return { path, words: [node.name, ...at.filter((word) => word !== "on" && word !== "invoke")], events };
  }

  #state(node: ConfigNode): State {
    const { config, name } = node;
    const type = textIn(config["type"]);
    const isHistory = type === "history" || config["history"] !== undefined;
    const children = node.children.map((child) => this.#state(child));
    const start = this.#start(node);
    if (start !== undefined) children.push(start);
    const initial = start ?? this.#initial(node);
    const onEntry = this.#actions(node, "entry");
    const onExit = this.#actions(node, "exit");
    const transitions = isHistory ? this.#default(node) : this.#transitions(node);
    const invoke = this.#invokes(node);
    const tags = listOf(config["tags"]).filter((tag) => typeof tag === "string");
    const description = textIn(config["description"]);
    const output = type === "final" ? this.#output(node) : undefined;
    return {
      name,
      ...(isHistory ? { kind: "history" } : type === "final" ? { kind: "final" } : {}),
      ...(isHistory && config["history"] === "deep" ? { history: "deep" } : {}),
      ...(description === "" ? {} : { description }),
      ...(tags.length > 0 ? { tags } : {}),
      ...(isObject(config["meta"]) ? { meta: this.#meta(node) } : {}),
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

  /** Plain data; functions in it are no data. */
  #meta(node: ConfigNode): NonNullable<State["meta"]> {
    const { meta } = node.config;
    const entries = Object.entries(isObject(meta) ? meta : {});
    for (const [key, value] of entries) {
      if (hasCode(value)) {
        this.#note(`The meta data "${key}" was left out: it is no plain data.`, node, ["meta", key]);
      }
    }
    return Object.fromEntries(entries.filter(([, value]) => !hasCode(value))) as NonNullable<State["meta"]>;
  }

  /** The output of a final state; that of the whole machine is the output of its final states. */
  #output(node: ConfigNode): string | undefined {
    const { root } = this.#tree;
    const own = node.config["output"] ?? node.config["data"];
    const whole = node.parent === root ? root.config["output"] : undefined;
    if (whole === undefined) {
      return own === undefined
        ? undefined
        : this.#behaviour.valueText(own, this.#spot(node, ["output"]), "output");
    }
    if (whole instanceof SourceCode && own !== undefined) {
      this.#note("The output of the state was left out: that of the machine counts.", node, ["output"]);
    }
    return this.#behaviour.valueText(whole, this.#spot(root, ["output"]), "output");
  }

  #initial(node: ConfigNode): ConfigNode | undefined {
    const { initial } = node.config;
    const target = isPlain(initial) ? textIn(listOf(initial["target"])[0]) : textIn(initial);
    if (target === "") return undefined;
    const found = node.children.find(({ key }) => key === target.replace(/^\./, "")) ??
      this.#target(node, target);
    return found;
  }

  /** The choice that a state with actions of its initial transition is entered by. */
  #start(node: ConfigNode): State | undefined {
    const { initial, type } = node.config;
    const first = type === "parallel" ? undefined : this.#initial(node) ?? node.children[0];
    if (first === undefined || !isPlain(initial)) return undefined;
    const actions = this.#behaviour.actions(initial["actions"], this.#spot(node, ["initial", "actions"]));
    if (actions.length === 0) return undefined;
    return {
      name: this.#tree.freeName(`${node.name}Start`),
      kind: "choice",
      transitions: [{ nextState: first.name, actions }],
    };
  }

  /** The default target of a history state. */
  #default(node: ConfigNode): Transition[] {
    const target = textIn(node.config["target"]);
    const found = target === "" || node.parent === undefined ? undefined : this.#target(node, target);
    return found === undefined ? [] : [{ nextState: found.name }];
  }

  /** XState tries the more specific of two descriptors first, and the machine what stands first. */
  #transitions(node: ConfigNode): Transition[] {
    const { config, name } = node;
    const on = isPlain(config["on"]) ? Object.entries(config["on"]) : [];
    const rank = (event: string) => event === "*" ? 2 : event.endsWith(".*") ? 1 : 0;
    const sorted = on.toSorted(([one], [other]) =>
      rank(one) - rank(other) || (rank(one) === 0 ? 0 : other.length - one.length)
    );
    const after = isPlain(config["after"]) ? Object.entries(config["after"]) : [];
    const byEvent = sorted.flatMap(([key, value]) => {
      const event = this.#eventOf(key);
      // An empty descriptor is the older form of `always`.
      if (event === "") return this.#ways(node, ["on", key], value);
      this.#declare(event);
      return this.#ways(node, ["on", key], value ?? null, [event]).map((way): Transition => ({
        event,
        ...way,
      }));
    });
    const byTime = after.flatMap(([delay, value]) => {
      const time = this.#behaviour.delay(delay, this.#spot(node, ["after", delay]));
      return oneAfterDelay(
        this.#ways(node, ["after", delay], value),
        (way) => this.#isLeftBy(way, node),
      )
        .map((way): Transition => ({ after: time, ...way }));
    });
    const completed = `done.state.${name}`;
    const done = this.#ways(node, ["onDone"], config["onDone"], [completed])
      .map((way): Transition => ({ event: completed, ...way }));
    if (isPlain(config["on"]) && config["on"]["*"] !== undefined && meetsDelays(node)) {
      this.#note('"*" takes the delays of states around it in XState; here no wildcard takes them.', node, [
        "on",
        "*",
      ]);
    }
    const isWild = ({ event = "" }: Transition): boolean => rank(event) > 0;
    return [
      ...byEvent.filter((way) => !isWild(way)),
      ...byTime,
      ...done,
      ...this.#ofInvokes(node),
      ...byEvent.filter(isWild),
      ...this.#ways(node, ["always"], config["always"]),
    ];
  }

  /** True when a transition ends the delays of its state. */
  #isLeftBy(way: Transition, node: ConfigNode): boolean {
    const inside = (at: ConfigNode): boolean => at.name === way.nextState || at.children.some(inside);
    return way.nextState !== undefined && (way.type === "external" || !node.children.some(inside));
  }

  /** The name of an event here: completions and results have others in XState. */
  #eventOf(event: string): string {
    const [, word, id = ""] =
      /^(?:xstate\.)?(done\.actor|error\.actor|done\.state|error\.platform)\.(.+)$/.exec(event) ?? [];
    if (word === undefined) return event;
    if (word === "done.state") return `done.state.${this.#tree.ofId(id)?.name ?? id}`;
    return `${word.startsWith("done") ? "done" : "error"}.invoke.${id}`;
  }

  #declare(event: string): void {
    if (!/\*$|^$|^(?:done\.|error\.|xstate\.)/.test(event)) this.#events.add(event);
  }

  /** The transitions of one member: a target, an object, or a list of them. */
  #ways(
    node: ConfigNode,
    at: readonly string[],
    value: unknown,
    events: readonly string[] = [],
  ): Transition[] {
    if (value === undefined) return [];
    // Nothing for an event means that it is taken, and nothing happens.
    if (value === null) return [{}];
    return listOf(value).map((one) => this.#way(node, at, isPlain(one) ? one : { target: one }, events));
  }

  #way(node: ConfigNode, at: readonly string[], way: Members, events: readonly string[]): Transition {
    const spot = this.#spot(node, at, events);
    const given = listOf(way["target"]);
    const targets = given.flatMap((one) => typeof one === "string" ? this.#target(node, one) ?? [] : []);
    if (given.some((one) => typeof one !== "string")) {
      this.#behaviour.note("A target was left out: it is computed.", spot);
    }
    const isWhole = beginsRegionAgain(node, targets);
    const reenters = this.#reenters(way, given[0]) &&
      !(isWhole && node.config["type"] !== "parallel" && !isSeenToBegin(node));
    if (reenters ? isWhole : isLeftByMachine(node, targets)) {
      this.#behaviour.note(
        reenters
          ? `The region "${node.name}" begins again alone in XState; here all regions beside it do.`
          : `The parallel state "${node.name}" stays in XState when it leads to its inside; here it is left and entered.`,
        spot,
      );
    }
    const condition = this.#behaviour.guard(way["guard"] ?? way["cond"], spot);
    const actions = this.#behaviour.actions(way["actions"], spot);
    const description = textIn(way["description"]);
    const [first, ...others] = targets.map((target) =>
      target === node && !reenters ? this.#inside(node) : target.name
    );
    const isInside = targets.some((target) => target !== node && isWithin(target, node));
    return {
      ...(first === undefined ? {} : { nextState: first }),
      ...(others.length > 0 ? { nextStates: others.flatMap((other) => other ?? []) } : {}),
      ...(reenters && isInside ? { type: "external" } : {}),
      ...(condition === undefined ? {} : { condition }),
      ...(description === "" ? {} : { description }),
      ...(actions.length > 0 ? { actions } : {}),
    };
  }

  /** Before XState 5 every transition left its source, but for those to `.child`. */
  #reenters(way: Members, target: unknown): boolean {
    if (!this.#source.isOld) return way["reenter"] === true;
    return way["internal"] === false || (way["internal"] !== true && !textIn(target).startsWith("."));
  }

  /**
   * The targets of a self transition without `reenter`: the state stays active, its inside starts again, without the
   * actions of the initial transition.
   */
  #inside(node: ConfigNode): string | undefined {
    if (node.children.length === 0) return undefined;
    if (node.config["type"] === "parallel") return node.name;
    return (this.#initial(node) ?? node.children[0])?.name;
  }

  #target(from: ConfigNode, target: string): ConfigNode | undefined {
    const found = this.#tree.resolve(from, target);
    if (found === undefined) {
      this.#note(`The target ${JSON.stringify(target)} was left out: there is no such state.`, from, []);
    }
    return found;
  }

  #actions(node: ConfigNode, member: "entry" | "exit"): Action[] {
    const value = node.config[member] ?? node.config[member === "entry" ? "onEntry" : "onExit"];
    const given = listOf(value).filter((one) => member === "exit" || !isSpawned(one, node));
    return this.#behaviour.actions(given, this.#spot(node, [member]));
  }

  #invokes(node: ConfigNode): Invoke[] {
    return worksOf(node).map((invoke, index) => {
      const id = idOf(invoke, node, index);
      const spot = this.#spot(node, ["invoke"]);
      const input = invoke["input"] ?? invoke["data"];
      return {
        id,
        ...this.#work(invoke["src"], id),
        ...(input === undefined
          ? {}
          : { input: this.#behaviour.valueText(input, { ...spot, words: [node.name, id] }, "input") }),
      };
    });
  }

  /** A task of the host, or a child machine. */
  #work(src: unknown, id: string): Pick<Invoke, "task" | "machine"> {
    const name = isPlain(src)
      ? textIn(src["type"])
      : src instanceof SourceCode
      ? src.name ?? id
      : textIn(src);
    const actor = typeof src === "string" ? this.#source.parts.actors[src] : src;
    const machine = this.#source.childOf?.(actor);
    if (machine === undefined) return { task: name || id };
    return { machine };
  }

  #ofInvokes(node: ConfigNode): Transition[] {
    return worksOf(node).flatMap((invoke, index) => {
      const id = idOf(invoke, node, index);
      if (invoke["onSnapshot"] !== undefined) {
        this.#note("onSnapshot was left out: machines do not see each other's states.", node, ["invoke"]);
      }
      const on = (member: string, event: string) =>
        this.#ways(node, ["invoke", member], invoke[member], [event])
          .map((way): Transition => ({ event, ...way }));
      return [...on("onDone", `done.invoke.${id}`), ...on("onError", `error.invoke.${id}`)];
    });
  }

  #note(message: string, node: ConfigNode, at: readonly string[]): void {
    this.#remark(message, this.#spot(node, at).path);
  }

  #remark(message: string, path: readonly string[], value?: unknown): void {
    const { line, column } = this.#source.locate(path, value) ?? { line: 1, column: 1 };
    this.#remarks.push({ code: "left_out", message, line, column });
  }
}
