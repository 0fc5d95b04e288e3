import { type Invoke, isObject, type State, type Transition } from "@loom/protocol";
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
} from "../../../members.ts";
import type { Expression } from "../../../expression/ast.ts";
import { initialDataOf } from "../../../typing/initial.ts";
import { isWildcard, matchesEvent } from "../../../runtime/chart/wildcard.ts";
import { beforeDelays } from "../delays.ts";
import { ActionWriter, argumentsIn } from "./actions.ts";
import { ExpressionWriter, type TextScope } from "./expressions.ts";
import type { WrittenMachine } from "./model.ts";
import { Code, type ConfigValue } from "./script.ts";

type Config = { [key: string]: ConfigValue | undefined };

const UNKNOWN: TextScope = { events: null, locals: new Set() };

/** The configuration of a machine as XState has it. */
export class StateWriter {
  readonly #machine: WrittenMachine;
  readonly #expressions: ExpressionWriter;
  readonly #actions: ActionWriter;
  readonly #parents = new Map<string, State>();
  readonly #states = new Map<string, State>();
  /** The events that some transition waits for. */
  readonly #awaited = new Set<string>();

  constructor(machine: WrittenMachine) {
    this.#machine = machine;
    this.#expressions = new ExpressionWriter(machine);
    this.#actions = new ActionWriter(machine, this.#expressions);
    this.#collect(machine.definition.state);
  }

  #collect(state: State): void {
    this.#states.set(state.name, state);
    for (const transition of transitionsOf(state)) {
      for (const event of eventsOf(transition)) this.#awaited.add(event);
    }
    for (const child of insideOf(state)) {
      this.#parents.set(child.name, state);
      this.#collect(child);
    }
  }

  /** The configuration of the whole machine. */
  machine(): Config {
    const { state, settings } = this.#machine.definition;
    const { id, ...root } = this.#state(state);
    const description = textOf(settings.description);
    const data = initialDataOf(this.#machine.data) as Config;
    const hasOutput = insideOf(state).some((child) => kindOf(child) === "final" && textOf(child.output));
    return {
      id,
      ...(description === undefined ? {} : { description }),
      ...(Object.keys(data).length > 0 ? { context: data } : {}),
      ...root,
      ...(hasOutput ? { output: new Code("({ event }) => event.output", "output") } : {}),
    };
  }

  #state(state: State): Config {
    const { name } = state;
    const children = insideOf(state);
    const isParallel = regionsOf(state).length > 0;
    const kind = kindOf(state);
    const id = this.#machine.idOf(name);
    if (kind === "history") return this.#history(state);
    const isFinal = kind === "final" && children.length === 0;
    const enterable = children.some((child) => kindOf(child) !== "history");
    const initial = isParallel || !enterable ? undefined : this.#initial(state);
    const description = textOf(state.description);
    const output = isFinal ? textOf(state.output) : undefined;
    const entry = this.#actions.list(state.onEntry, UNKNOWN);
    const exit = this.#actions.list(state.onExit, UNKNOWN);
    const invoke = (state.invoke ?? []).filter(isObject).map((one) => this.#invoke(one, state));
    return {
      id,
      ...(isFinal ? { type: "final" } : isParallel ? { type: "parallel" } : {}),
      ...(children.length > 0 && !enterable && !isParallel ? { type: "atomic" } : {}),
      ...(description === undefined || state === this.#machine.definition.state ? {} : { description }),
      ...(Array.isArray(state.tags) && state.tags.length > 0 ? { tags: state.tags } : {}),
      ...(state.meta === undefined ? {} : this.#meta(state)),
      ...(initial === undefined ? {} : { initial: initial.key }),
      ...(entry.length > 0 ? { entry } : {}),
      ...(exit.length > 0 ? { exit } : {}),
      ...(invoke.length > 0 ? { invoke: invoke.length === 1 ? invoke[0] : invoke } : {}),
      ...(output === undefined ? {} : { output: this.#function(output, UNKNOWN) }),
      ...this.#transitions(state),
      ...(children.length === 0 ? {} : {
        states: {
          ...(initial?.extra ?? {}),
          ...Object.fromEntries(children.map((child) => [child.name, this.#state(child)])),
        },
      }),
    };
  }

  #meta({ meta }: State): Config {
    if (isObject(meta)) return { meta: meta as Config };
    this.#machine.leave("state", ["meta"], "meta data that is no object");
    return {};
  }

  /** The first child; one that is deeper, or a history, is reached by a state that is left at once. */
  #initial(state: State): { readonly key: string; readonly extra?: Config } {
    const children = childrenOf(state);
    const first = children.find((child) => kindOf(child) !== "history")?.name ?? "";
    const wanted = initialOf(state);
    const target = wanted === undefined ? undefined : this.#states.get(wanted);
    if (target === undefined || wanted === undefined) return { key: first };
    if (kindOf(target) === "history") {
      this.#machine.leave(
        "state",
        ["initial"],
        `the history "${wanted}" as the first child of "${state.name}"`,
      );
      return { key: first };
    }
    if (children.includes(target)) return { key: wanted };
    let key = "start";
    while (this.#states.has(key)) key += "_";
    return { key, extra: { [key]: { always: { target: `#${this.#machine.idOf(wanted)}` } } } };
  }

  #history(state: State): Config {
    const [first] = transitionsOf(state);
    const target = first === undefined ? undefined : this.#machine.idOf(targetOf(first) ?? "");
    return {
      id: this.#machine.idOf(state.name),
      type: "history",
      ...(state.history === "deep" ? { history: "deep" } : {}),
      ...(target === undefined ? {} : { target: `#${target}` }),
    };
  }

  #transitions(state: State): Config {
    const own = transitionsOf(state);
    const invoked = new Set(
      (state.invoke ?? []).flatMap(({ id }) => [`done.invoke.${id}`, `error.invoke.${id}`]),
    );
    const completed = `done.state.${state.name}`;
    const join = joinTargetOf(state);
    const all: readonly Transition[] = join === undefined
      ? own
      : [...own, { event: completed, nextState: join }];
    const events = [...new Set(all.flatMap((one) => eventsOf(one)))];
    const on = events.filter((event) => event !== completed && !invoked.has(event));
    const always = own.filter((one) => eventsOf(one).length === 0 && delayOf(one) === undefined);
    const done = this.#candidates(all, completed);
    return {
      ...(on.length > 0
        ? {
          on: Object.fromEntries(on.map((event) => {
            this.#machine.events.add(event);
            return [this.#machine.eventWord(event), this.#ways(this.#candidates(all, event), state, [event])];
          })),
        }
        : {}),
      ...(done.length > 0 && events.includes(completed)
        ? { onDone: this.#ways(done, state, [completed]) }
        : {}),
      ...this.#delays(own.filter((one) => delayOf(one) !== undefined), state),
      ...(always.length > 0 ? { always: this.#ways(always, state, null) } : {}),
    };
  }

  /**
   * The transitions for an event, in their order. XState tries the more specific of two descriptors first, so that those of
   * a wildcard which stand before are tried there, too.
   */
  #candidates(all: readonly Transition[], event: string): readonly Transition[] {
    const covers = (one: string) =>
      one === event || (isWildcard(one) && matchesEvent(one, event.replace(/\.\*$/, ".x")) && one !== event);
    const taken = all.filter((one) => eventsOf(one).some(covers));
    const last = taken.findLastIndex((one) => eventsOf(one).includes(event));
    return taken.slice(0, last + 1);
  }

  #delays(delayed: readonly Transition[], state: State): Config {
    if (delayed.length === 0) return {};
    const groups = new Map<string, Transition[]>();
    const leaves = (one: Transition): boolean => this.#isLeft(one, state);
    for (const one of delayed) {
      const delay = this.#actions.delay(delayOf(one) ?? 0, UNKNOWN);
      const same = [...groups.get(String(delay)) ?? [], one];
      // Two transitions with one delay have timers of their own: the second fires, too, when the first stays.
      const isShared = typeof delay === "number" && beforeDelays(same, leaves) !== undefined;
      if (isShared) groups.set(String(delay), same);
      else groups.set(this.#delayName(state, delay), [one]);
    }
    return {
      after: Object.fromEntries(
        [...groups].map(([key, ways]) => [key, this.#ways(beforeDelays(ways, leaves) ?? ways, state, null)]),
      ),
    };
  }

  /** True for a transition that ends the delays of its state. */
  #isLeft(transition: Transition, state: State): boolean {
    const targets = targetsOf(transition).filter((one) => this.#states.has(one));
    if (targets.length === 0) return false;
    return !targets.every((one) => this.#isInside(one, state)) || this.#reenters(transition, state, targets);
  }

  #delayName(state: State, delay: number | Code): string {
    const { delays } = this.#machine;
    const wanted = `${this.#machine.idOf(state.name)}_delay`;
    let name = wanted;
    for (let number = 2; delays.has(name); number++) name = `${wanted}_${number}`;
    delays.set(name, typeof delay === "number" ? String(delay) : delay.code);
    return name;
  }

  #ways(transitions: readonly Transition[], state: State, events: readonly string[] | null): ConfigValue {
    const ways = transitions.map((one) => this.#way(one, state, { ...UNKNOWN, events }));
    const [only] = ways;
    if (ways.length !== 1 || only === undefined) return ways;
    const keys = Object.keys(only);
    return keys.length === 1 && keys[0] === "target" && typeof only["target"] === "string"
      ? only["target"]
      : only;
  }

  #way(transition: Transition, state: State, scope: TextScope): Config {
    const targets = targetsOf(transition).filter((one) => this.#states.has(one));
    const condition = conditionOf(transition);
    const tree = condition === undefined ? undefined : this.#actions.parsed(condition);
    const guard = condition === undefined ? undefined : this.#guard(condition, tree, scope);
    const actions = this.#actions.list(transition.actions, scope);
    const description = textOf(transition.description);
    const words = targets.map((target) => this.#target(target, state));
    return {
      ...(words.length === 0 ? {} : { target: words.length === 1 ? words[0] : words }),
      ...(words.length > 0 && this.#reenters(transition, state, targets) ? { reenter: true } : {}),
      ...(guard === undefined ? {} : { guard }),
      ...(actions.length > 0 ? { actions: actions.length === 1 ? actions[0] : actions } : {}),
      ...(description === undefined ? {} : { description }),
    };
  }

  #reenters(transition: Transition, state: State, targets: readonly string[]): boolean {
    if (targets.includes(state.name)) return true;
    if (!targets.every((target) => this.#isInside(target, state))) {
      return targets.includes(this.#machine.definition.state.name);
    }
    return transition.type === "external" || regionsOf(state).length > 0;
  }

  #isInside(name: string, outer: State): boolean {
    for (let at = this.#parents.get(name); at !== undefined; at = this.#parents.get(at.name)) {
      if (at === outer) return true;
    }
    return false;
  }

  /** A sibling by its key, a child by `.key`, any other state by its id. */
  #target(target: string, state: State): string {
    const parent = this.#parents.get(target);
    const isPlain = /^[\w$-]+$/.test(target);
    if (isPlain && parent !== undefined && parent === this.#parents.get(state.name)) return target;
    if (isPlain && parent === state) return `.${target}`;
    return `#${this.#machine.idOf(target)}`;
  }

  #guard(text: string, tree: Expression | undefined, scope: TextScope): ConfigValue {
    if (tree === undefined) return new Code("() => false", text);
    const named = namedGuard(this.#machine, tree);
    if (named !== undefined) return named;
    return new Code(this.#guardCode(tree, scope, ""), text);
  }

  /** Guards by name and `stateIn` inside `and`, `or` and `not` are guards of their own. */
  #guardCode(tree: Expression, scope: TextScope, cast: string): string {
    const own = this.#expressions.guardText(tree);
    if (own !== undefined) return own;
    if (tree.kind === "logical" && tree.operands.some(hasGuard)) {
      this.#machine.imports.add(tree.operator);
      return `${tree.operator}([${
        tree.operands.map((one) => this.#guardCode(one, scope, ": any")).join(", ")
      }])`;
    }
    if (tree.kind === "not" && hasGuard(tree.operand)) {
      this.#machine.imports.add("not");
      return `not(${this.#guardCode(tree.operand, scope, ": any")})`;
    }
    const test = this.#expressions.test(tree, scope);
    const given = argumentsIn(test);
    return `(${given === "" ? "" : given + cast}) => ${test}`;
  }

  #function(text: string, scope: TextScope, type?: string): Code {
    return new Code(this.#actions.lambda(this.#actions.value(text, scope), type), text);
  }

  #invoke({ id, task, machine, input, description }: Invoke, state: State): Config {
    const src = machine ?? task ?? id;
    this.#machine.actors.set(src, machine === undefined ? "task" : "machine");
    const all = transitionsOf(state);
    const on = (event: string): Config | undefined => {
      const ways = this.#candidates(all, event);
      return ways.length === 0 ? undefined : { ways: this.#ways(ways, state, [event]) };
    };
    const done = on(`done.invoke.${id}`);
    const failed = on(`error.invoke.${id}`);
    // An error that nobody handles ends a machine of XState.
    const isHandled = [...this.#awaited].some((one) =>
      one === `error.invoke.${id}` || (isWildcard(one) && matchesEvent(one, `error.invoke.${id}`))
    );
    const onError = failed?.["ways"] ?? (isHandled ? undefined : {});
    return {
      id,
      src,
      ...(description === undefined ? {} : { description }),
      ...(input === undefined ? {} : { input: this.#function(input, UNKNOWN, ": any") }),
      ...(done === undefined ? {} : { onDone: done["ways"] }),
      ...(onError === undefined ? {} : { onError }),
    };
  }
}

function targetsOf(transition: Transition): readonly string[] {
  const first = targetOf(transition);
  return first === undefined ? [] : [first, ...furtherTargetsOf(transition)];
}

/** The children of a state, or its regions. */
function insideOf(state: State): readonly State[] {
  const regions = regionsOf(state);
  return regions.length > 0 ? regions : childrenOf(state);
}

/** True for an expression that has a guard by name, or `stateIn`, where XState can combine guards. */
function hasGuard(tree: Expression): boolean {
  if (tree.kind === "logical") return tree.operands.some(hasGuard);
  if (tree.kind === "not") return hasGuard(tree.operand);
  return tree.kind === "call" && tree.callee.kind === "name" && tree.kwargs.length === 0 &&
    (tree.args.length === 0 || tree.callee.name === "in_state");
}

/** A guard by name, with parameters that are plain data. */
function namedGuard(machine: WrittenMachine, tree: Expression): ConfigValue | undefined {
  if (tree.kind !== "call" || tree.callee.kind !== "name" || tree.args.length > 0) return undefined;
  const { callee: { name }, kwargs } = tree;
  if (name === "in_state" || machine.typeOf(name) !== undefined) return undefined;
  const values = kwargs.map(({ value }) => value.kind === "literal" ? value.value : undefined);
  if (values.includes(undefined)) return undefined;
  machine.guards.add(name);
  if (kwargs.length === 0) return name;
  return { type: name, params: Object.fromEntries(kwargs.map((one, at) => [one.name, values[at] ?? null])) };
}
