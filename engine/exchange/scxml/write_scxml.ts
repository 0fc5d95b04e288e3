import {
  type Action,
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
import { assignmentIn, writeExpression, writeStatements } from "./write_expression.ts";

/** An element to write: its name, attributes and content. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly content: readonly (Element | string)[];
}

function element(
  name: string,
  attributes: Element["attributes"] = {},
  content: readonly (Element | string)[] = [],
): Element {
  return { name, attributes, content };
}

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
  print(lines, "", writer.document());
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
  #parameters: ReadonlySet<string> = new Set();

  constructor(definition: StateMachineDefinition) {
    this.#definition = definition;
    for (const source of Array.isArray(definition.events) ? definition.events : []) {
      for (const timer of source.timers ?? []) this.#timers.set(timer.name, timer.id);
      for (const event of source.events ?? []) {
        this.#payload.set(event.id, new Set((event.parameters ?? []).map(({ name }) => name)));
      }
    }
  }

  document(): Element {
    const { settings, state } = this.#definition;
    const hasOwn = transitionsOf(state).length > 0 || regionsOf(state).length > 0 ||
      actionsOf(state.onExit).length > 0 || childrenOf(state).length === 0;
    const script = hasOwn ? [] : actionsOf(state.onEntry).flatMap((action) => this.#script(action));
    const states = hasOwn ? [this.#state(state)] : childrenOf(state).map((child) => this.#state(child));
    const datamodel = this.#datamodel();
    return element("scxml", {
      xmlns: "http://www.w3.org/2005/07/scxml",
      version: "1.0",
      datamodel: "ecmascript",
      name: textOf(settings.name),
      initial: hasOwn ? undefined : this.#idOf(initialOf(state)),
    }, [...datamodel, ...script, ...states]);
  }

  /** The declared data, and every other name that texts mention, without a value. */
  #datamodel(): Element[] {
    const { settings } = this.#definition;
    const declared = settings.data ?? [];
    const known = new Set([
      ...declared.map(({ name }) => name),
      ...(settings.objects ?? []).map(({ instance }) => instance),
    ]);
    const data = [
      ...declared.map(({ name, initial }) =>
        element("data", { id: name, expr: JSON.stringify(initial ?? null) })
      ),
      ...[...this.#mentioned].filter((name) => !known.has(name)).sort().map((id) => element("data", { id })),
    ];
    return data.length > 0 ? [element("datamodel", {}, data)] : [];
  }

  /** True for a parameter of the events of the transition that is written; other names are noted. */
  #isPayload = (name: string, isAssigned = false): boolean => {
    if (!isAssigned && this.#parameters.has(name)) return true;
    this.#mentioned.add(name);
    return false;
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
    const code = writeStatements(text, this.#isPayload);
    return code === undefined ? [] : [element("script", {}, [code])];
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

  #block(name: string, block: State["onEntry"], more: readonly Element[]): Element[] {
    const actions = actionsOf(block).flatMap((action) => this.#action(action));
    return actions.length + more.length === 0 ? [] : [element(name, {}, [...actions, ...more])];
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
    this.#parameters = new Set(events.flatMap((event) => [...this.#payload.get(event) ?? []]));
    const condition = conditionOf(transition);
    const written = element("transition", {
      event: events.map((event) => this.#eventText(event)).join(" ") || undefined,
      cond: condition === undefined ? undefined : this.#expression(condition),
      target: targets.map((target) => this.#idOf(target)).join(" ") || undefined,
      type: isLocal ? "internal" : undefined,
    }, actionsOf(transition.actions).flatMap((action) => this.#action(action)));
    this.#parameters = new Set();
    return written;
  }

  /** The completion of a state carries its id. */
  #eventText(event: string): string {
    const completed = /^done\.state\.(.+)$/.exec(event)?.[1];
    return completed === undefined ? event.replace(/\s+/g, "_") : `done.state.${this.#idOf(completed)}`;
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
      if (action.data === undefined) return [element("raise", { event: raise })];
      return [element("send", { event: raise, target: "#_internal" }, this.#data(action.data))];
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
      const { list, item, index, actions } = action.forEach;
      const inner = actionsOf(actions).flatMap((one) => this.#action(one));
      return [element("foreach", { array: this.#expression(list), item, index }, inner)];
    }
    if (isObject(send)) {
      const target = send.to === undefined ? undefined : send.to === "parent" ? "#_parent" : `#_${send.to}`;
      const delay = this.#delay(send.delay);
      return [element("send", { id: send.id, event: send.event, target, ...delay }, this.#data(send.data))];
    }
    if (typeof action.cancel === "string") return [cancel(action.cancel)];
    return typeof log === "string" ? [element("log", { expr: this.#expression(log) })] : [];
  }

  #code(text: string): Element[] {
    const assignment = assignmentIn(text, this.#isPayload);
    if (assignment !== undefined) return [element("assign", { ...assignment })];
    const code = writeStatements(text, this.#isPayload);
    if (code === undefined) {
      this.#leave("action", ["code"], "", `the code ${JSON.stringify(text)}, which does not parse`);
    }
    return code === undefined ? [] : [element("script", {}, [code])];
  }

  /** A payload as `param`s where it is written as an object, else as content. */
  #data(text: string | undefined): Element[] {
    if (text === undefined) return [];
    return [element("content", { expr: this.#expression(text) })];
  }

  #delay(value: string | number | undefined): { readonly delay?: string; readonly delayexpr?: string } {
    if (value === undefined || value === "") return {};
    const number = Number(value);
    if (!Number.isNaN(number)) return { delay: `${number}ms` };
    return { delayexpr: `(${this.#expression(String(value))}) + "ms"` };
  }

  /** An expression; one that does not parse stays as it is. */
  #expression(text: string): string {
    return writeExpression(text, this.#isPayload) ?? text;
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

function print(lines: string[], indent: string, { name, attributes, content }: Element): void {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]
  );
  const tag = `${name}${texts.join("")}`;
  if (content.length === 0) return void lines.push(`${indent}<${tag}/>`);
  lines.push(`${indent}<${tag}>`);
  for (const part of content) {
    if (typeof part !== "string") print(lines, `${indent}  `, part);
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
