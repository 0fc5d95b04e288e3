import {
  type Action,
  type ForEachAction,
  isObject,
  type LeftOut,
  type State,
  type StateMachineDefinition,
  type Transition,
  type WrittenText,
} from "@loom/protocol";
import { actionsOf } from "../../actions.ts";
import {
  childrenOf,
  conditionOf,
  delayOf,
  eventsOf,
  furtherTargetsOf,
  initialOf,
  joinTargetOf,
  kindOf,
  regionsOf,
  targetOf,
  textOf,
  transitionsOf,
} from "../../members.ts";
import { type Element, element, printElement } from "./elements.ts";
import { assignmentIn, entriesIn, memberIn, writeExpression, writeStatements } from "./write_expression.ts";

/**
 * Writes a machine as SCXML with the ECMAScript data model. Timers and `after` become delayed sends, host functions
 * stay calls of functions that the host has to bring; what SCXML has no place for is listed.
 *
 * @example
 * ```ts
 * import { writeScxml } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeScxml({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * });
 * assertStringIncludes(text, '<transition event="press" target="On"/>');
 * ```
 */
export function writeScxml(definition: StateMachineDefinition): WrittenText {
  const writer = new Writer(definition);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  printElement(lines, "", writer.document());
  return { text: `${lines.join("\n")}\n`, leftOut: writer.leftOut };
}

class Writer {
  readonly leftOut: LeftOut[] = [];
  readonly #definition: StateMachineDefinition;
  readonly #timers = new Map<string, string>();
  readonly #payload = new Map<string, ReadonlySet<string>>();
  readonly #ids = new Map<string, string>();
  /** The members of the context that texts mention. */
  readonly #mentioned = new Set<string>();
  /** Members of the data of any event that are no declared data: what blocks of states see. */
  readonly #anyParameters = new Set<string>();
  #parameters: ReadonlySet<string>;
  /** The name that stands for the whole data of the event, behind events of the platform. */
  #whole: string | undefined;

  constructor(definition: StateMachineDefinition) {
    this.#definition = definition;
    for (const source of Array.isArray(definition.events) ? definition.events : []) {
      for (const timer of source.timers ?? []) this.#timers.set(timer.name, timer.id);
      for (const event of source.events ?? []) {
        const names = (event.parameters ?? []).map(({ name }) => name);
        this.#payload.set(event.id, new Set(names));
        for (const name of names) this.#anyParameters.add(name);
      }
    }
    for (const { name } of definition.settings.data ?? []) this.#anyParameters.delete(name);
    this.#parameters = this.#anyParameters;
  }

  document(): Element {
    const { settings, state } = this.#definition;
    const hasOwn = transitionsOf(state).length > 0 || regionsOf(state).length > 0 ||
      actionsOf(state.onExit).length > 0 || childrenOf(state).length === 0;
    const { start, rest } = hasOwn ? { start: new Map<string, string>(), rest: [] } : this.#start(state);
    const script = rest.flatMap((action) => this.#script(action));
    const states = hasOwn ? [this.#state(state)] : childrenOf(state).map((child) => this.#state(child));
    const datamodel = this.#datamodel(start);
    return element("scxml", {
      xmlns: "http://www.w3.org/2005/07/scxml",
      version: "1.0",
      datamodel: "ecmascript",
      name: textOf(settings.name),
      initial: hasOwn ? undefined : this.#idOf(initialOf(state)),
    }, [...datamodel, ...script, ...states]);
  }

  /** The values of data that are computed at the start, and the other entry actions of the root. */
  #start(root: State): { readonly start: ReadonlyMap<string, string>; readonly rest: readonly Action[] } {
    const empty = new Set(
      (this.#definition.settings.data ?? []).filter(({ initial }) => initial === undefined)
        .map(({ name }) => name),
    );
    const start = new Map<string, string>();
    const actions = actionsOf(root.onEntry);
    for (const { assign } of actions) {
      if (assign === undefined || !empty.delete(assign.target)) break;
      start.set(assign.target, this.#expression(assign.value));
    }
    return { start, rest: actions.slice(start.size) };
  }

  /** The declared data, and every other name that texts mention, without a value. */
  #datamodel(start: ReadonlyMap<string, string>): Element[] {
    const { settings } = this.#definition;
    const declared = settings.data ?? [];
    const known = new Set([
      ...declared.map(({ name }) => name),
      ...(settings.objects ?? []).map(({ instance }) => instance),
    ]);
    const data = [
      ...declared.map(({ name, initial }) =>
        element("data", { id: name, expr: start.get(name) ?? JSON.stringify(initial ?? null) })
      ),
      ...[...this.#mentioned].filter((name) => !known.has(name)).sort().map((id) => element("data", { id })),
    ];
    return data.length > 0 ? [element("datamodel", {}, data)] : [];
  }

  /** A parameter of the events of the transition that is written, as a member of the data; other names are noted. */
  #spell = (name: string, isAssigned = false): string => {
    if (name === "_event") return name;
    if (!isAssigned && name === this.#whole) return "_event.data";
    if (!isAssigned && this.#parameters.has(name)) return `_event.data.${name}`;
    this.#mentioned.add(name);
    return name;
  };

  /** The id of a state: its name, with what XML allows in no id replaced. */
  #idOf(name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    let id = this.#ids.get(name);
    if (id === undefined) {
      const taken = new Set(this.#ids.values());
      const plain = name.replace(/[^\p{L}\p{N}_.-]/gu, "_").replace(/^(?![\p{L}_])/u, "_");
      id = plain;
      for (let number = 2; taken.has(id); number++) id = `${plain}_${number}`;
      this.#ids.set(name, id);
    }
    return id;
  }

  #script(action: Action): Element[] {
    if (typeof action.code !== "string" && action.assign === undefined) {
      this.#leave("action", ["onEntry"], "/state/onEntry", "an entry action of the root that is no code");
      return [];
    }
    const text = action.code ?? `${action.assign?.target} = ${action.assign?.value}`;
    return [element("script", {}, [writeStatements(text, this.#spell) ?? text])];
  }

  #state(state: State): Element {
    const id = this.#idOf(state.name);
    const kind = kindOf(state);
    if (kind === "history") {
      const [first] = transitionsOf(state);
      const target = first === undefined ? undefined : this.#transition(first, state);
      return element(
        "history",
        { id, type: state.history === "deep" ? "deep" : "shallow" },
        target ? [target] : [],
      );
    }
    const regions = regionsOf(state);
    const children = regions.length > 0 ? regions : childrenOf(state);
    const isFinal = kind === "final" && children.length === 0;
    const delayed = transitionsOf(state).filter((one) => delayOf(one) !== undefined);
    const join = joinTargetOf(state);
    const content = [
      ...this.#block("onentry", state.onEntry, delayed.map((one, index) => this.#after(state, one, index))),
      ...this.#block("onexit", state.onExit, delayed.map((_, index) => cancel(afterEvent(state, index)))),
      ...(state.invoke ?? []).map(({ id, machine, task, input }) =>
        element("invoke", { id, src: machine, type: task }, this.#data(input))
      ),
      ...(isFinal ? this.#output(state) : []),
      ...transitionsOf(state).map((one) => this.#transition(one, state, delayed.indexOf(one))),
      ...(join === undefined ? [] : [element("transition", {
        event: `done.state.${id}`,
        target: this.#idOf(join),
      })]),
      ...children.map((child) => this.#state(child)),
    ];
    if (isFinal) return element("final", { id }, content);
    const initial = regions.length > 0 ? undefined : this.#idOf(initialOf(state));
    return element(regions.length > 0 ? "parallel" : "state", { id, initial }, content);
  }

  /** Blocks of content. Actions that fail as one, as `if` without a condition has them, are a block of their own. */
  #block(name: string, block: State["onEntry"], more: readonly Element[]): Element[] {
    const blocks: Element[][] = [[]];
    for (const action of actionsOf(block)) {
      const inner = asBlock(action);
      if (inner === undefined) blocks.at(-1)?.push(...this.#action(action));
      else blocks.push(inner.flatMap((one) => this.#action(one)), []);
    }
    blocks.at(-1)?.push(...more);
    return blocks.filter((content) => content.length > 0).map((content) => element(name, {}, content));
  }

  #after(state: State, transition: Transition, index: number): Element {
    const event = afterEvent(state, index);
    return element("send", { id: event, event, ...this.#delay(delayOf(transition)) });
  }

  #output(state: State): Element[] {
    const text = textOf(state.output);
    const expr = text === undefined ? undefined : this.#expression(text);
    return expr === undefined ? [] : [element("donedata", {}, [element("content", { expr })])];
  }

  #transition(transition: Transition, source: State, delayed = -1): Element {
    const events = delayed >= 0 ? [afterEvent(source, delayed)] : eventsOf(transition);
    const targets = [targetOf(transition), ...furtherTargetsOf(transition)].filter((one) =>
      one !== undefined
    );
    const inside = new Set(namesBelow(source));
    const isLocal = transition.type !== "external" && regionsOf(source).length === 0 && targets.length > 0 &&
      targets.every((target) => inside.has(target));
    this.#parameters = events.length === 0 || events.some((event) => event.endsWith("*"))
      ? this.#anyParameters
      : new Set(events.flatMap((event) => [...this.#payload.get(event) ?? []]));
    this.#whole = wholeData(events);
    const condition = conditionOf(transition);
    const written = element("transition", {
      event: events.map((event) => this.#eventText(event)).join(" ") || undefined,
      cond: condition === undefined ? undefined : this.#expression(condition),
      target: targets.map((target) => this.#idOf(target)).join(" ") || undefined,
      type: isLocal ? "internal" : undefined,
    }, contentOf(transition).flatMap((action) => this.#action(action)));
    this.#parameters = this.#anyParameters;
    this.#whole = undefined;
    return written;
  }

  /** The completion of a state carries its id. */
  #eventText(event: string): string {
    const completed = /^done\.state\.(.+)$/.exec(event)?.[1];
    if (completed !== undefined) return `done.state.${this.#idOf(completed)}`;
    return sentName(event);
  }

  #action(action: Action): Element[] {
    const { code, raise, timerStart, timerStop, assign, send, log } = action;
    if (typeof code === "string" && code.trim() !== "") return this.#code(code);
    if (isObject(timerStart)) {
      if (timerStart.repeat !== undefined) {
        this.#leave("action", ["repeat"], "", `the repetition of the timer "${timerStart.timer}"`);
      }
      const event = this.#timers.get(timerStart.timer) ?? timerStart.timer;
      return [
        cancel(timerStart.timer),
        element("send", { id: timerStart.timer, event, ...this.#delay(timerStart.duration) }),
      ];
    }
    if (typeof timerStop === "string") return [cancel(timerStop)];
    if (typeof raise === "string") {
      const event = sentName(raise);
      const data = this.#data(action.data);
      if (data.length === 0) return [element("raise", { event })];
      return [element("send", { event, target: "#_internal" }, data)];
    }
    if (isObject(assign)) {
      const expr = this.#expression(assign.value);
      return [element("assign", { location: assign.target, expr })];
    }
    if (action.if !== undefined) {
      const { condition, then, else: otherwise } = action.if;
      const rest = actionsOf(otherwise).flatMap((one) => this.#action(one));
      return [element("if", { cond: this.#expression(condition) }, [
        ...actionsOf(then).flatMap((one) => this.#action(one)),
        ...(rest.length > 0 ? [element("else"), ...rest] : []),
      ])];
    }
    if (action.forEach !== undefined) {
      return [this.#forEach(action.forEach)];
    }
    if (isObject(send)) {
      const target = send.to === undefined ? undefined : send.to === "parent" ? "#_parent" : `#_${send.to}`;
      const delay = this.#delay(send.delay);
      const event = sentName(send.event);
      return [element("send", { id: send.id, event, target, ...delay }, this.#data(send.data))];
    }
    if (typeof action.cancel === "string") return [cancel(action.cancel)];
    return typeof log === "string" ? [element("log", { expr: this.#expression(log) })] : [];
  }

  /** A loop; SCXML sets the variables of its item and index itself. */
  #forEach({ list, item, index, actions }: ForEachAction): Element {
    const all = actionsOf(actions);
    const names = [item, index ?? ""].filter((name) => name !== "");
    const isSet = names.every((name, place) =>
      name === `_${all[place]?.assign?.target}` && name === all[place]?.assign?.value
    );
    const inner = (isSet ? all.slice(names.length) : all).flatMap((one) => this.#action(one));
    const [itemName, indexName] = isSet ? names.map((name) => name.slice(1)) : names;
    return element("foreach", { array: this.#expression(list), item: itemName, index: indexName }, inner);
  }

  #code(text: string): Element[] {
    const assignment = assignmentIn(text, this.#spell);
    if (assignment !== undefined) return [element("assign", { ...assignment })];
    const code = writeStatements(text, this.#spell);
    if (code === undefined) {
      this.#leave("action", ["code"], "", `the code ${JSON.stringify(text)}, which does not parse`);
    }
    // A text that fails here fails there too.
    return [element("script", {}, [code ?? text])];
  }

  /** A payload as `param`s where it is written as an object, else as content; reading adds `_event` again. */
  #data(text: string | undefined): Element[] {
    if (text === undefined) return [];
    const entries = entriesIn(text, this.#spell)?.filter(([name]) => name !== "_event");
    if (entries === undefined) return [element("content", { expr: this.#expression(text) })];
    if (entries.length > 0) return entries.map(([name, expr]) => element("param", { name, expr }));
    const event = memberIn(text, "_event");
    const content = event === undefined ? undefined : memberIn(event, "data");
    return content === undefined ? [] : [element("content", { expr: this.#expression(content) })];
  }

  #delay(value: string | number | undefined): { readonly delay?: string; readonly delayexpr?: string } {
    if (value === undefined || value === "") return {};
    const number = Number(value);
    if (!Number.isNaN(number)) return { delay: `${number}ms` };
    return { delayexpr: `(${this.#expression(String(value))}) + "ms"` };
  }

  /** An expression; one that does not parse stays as it is. */
  #expression(text: string): string {
    return writeExpression(text, this.#spell) ?? text;
  }

  #leave(part: string, members: readonly string[], path: string, what: string): void {
    this.leftOut.push({
      part,
      members,
      count: 1,
      path,
      message: `SCXML has no place for ${what}: it was left out.`,
    });
  }
}

/** The actions of an `if` without a condition, which fail as one. */
function asBlock(action: Action): readonly Action[] | undefined {
  const { condition, then, else: otherwise } = action.if ?? {};
  return condition === "true" && otherwise === undefined ? actionsOf(then) : undefined;
}

function contentOf({ actions }: Transition): readonly Action[] {
  const all = actionsOf(actions);
  const [only, ...others] = all;
  return only !== undefined && others.length === 0 ? asBlock(only) ?? all : all;
}

/** The name that has all data of events of the platform, as the language of machines spells it. */
function wholeData(events: readonly string[]): string | undefined {
  if (events.length > 0 && events.every((event) => event.startsWith("done."))) return "output";
  return events.length > 0 && events.every((event) => event.startsWith("error.")) ? "error" : undefined;
}

/** An event; a failed action is an error of execution. */
function sentName(event: string): string {
  return event.replace(/\s+/g, "_").replace(/^error\.action$/, "error.execution");
}

function afterEvent({ name }: State, index: number): string {
  return `after.${name.replace(/\s+/g, "_")}.${index}`;
}

function cancel(sendid: string): Element {
  return element("cancel", { sendid });
}

function* namesBelow(state: State): Generator<string> {
  for (const child of [...childrenOf(state), ...regionsOf(state)]) {
    yield child.name;
    yield* namesBelow(child);
  }
}
