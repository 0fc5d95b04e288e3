import {
  type Action,
  type ActionBlock,
  isObject,
  type State,
  type StateMachineDefinition,
  type Transition,
  walkStates,
} from "@loom/protocol";
import { actionsOf, effectOf } from "../actions.ts";
import {
  type ComparisonOperator,
  type Expression,
  ExpressionError,
  parseGuard,
  printExpression,
} from "../expression/mod.ts";
import {
  childrenOf,
  conditionOf,
  eventOf,
  joinTargetOf,
  regionsOf,
  targetOf,
  transitionsOf,
} from "../members.ts";

/** A transition of a machine that is replayed. */
export interface ReplayTransition {
  /** Its number in document order, from 0. */
  readonly id: number;
  /** The name of its state. */
  readonly state: string;
  /** Its index among the transitions of its state. */
  readonly index: number;
  /** Its event; absent for one without. */
  readonly event?: string;
  /** Its target as the document writes it; absent for an internal one. */
  readonly target?: string;
  /** The text of its guard. */
  readonly condition?: string;
  /** The question that decides its guard; absent without a guard, and where the active states decide it. */
  readonly question?: Question;
  /** True when its target does not exist. */
  readonly isBroken: boolean;
}

/** A guard as a yes-or-no question: `not locked` asks `locked` and wants a no. */
export interface Question {
  /** The text of the question; guards with the same text get the same answer until code has run. */
  readonly text: string;
  /** The answer that lets the transition be taken. */
  readonly wants: boolean;
}

/** A machine without data and code, and what its parts are called. */
export interface BareMachine {
  /** The definition: guards are `g<id>`, transitions begin with the action `t<id>`, all code is {@linkcode CODE}. */
  readonly definition: StateMachineDefinition;
  /** All transitions, in document order. */
  readonly transitions: readonly ReplayTransition[];
}

/** The action that stands for any code. */
export const CODE = "code";

/** The time that a timer takes whose duration only the running program knows, in milliseconds. */
const UNKNOWN_DURATION = 1000;

/**
 * Makes a machine that can be replayed without its data. States keep their names; of several with one name only the
 * first keeps it. A definition with wrong parts gives one without them.
 */
export function bareMachine(source: StateMachineDefinition): BareMachine {
  return new Builder(source).machine();
}

class Builder {
  readonly #source: StateMachineDefinition;
  readonly #transitions: ReplayTransition[] = [];
  readonly #copies = new Map<State, State>();
  readonly #names = new Set<string>();

  constructor(source: StateMachineDefinition) {
    this.#source = source;
  }

  machine(): BareMachine {
    const { settings, events } = this.#source;
    const root: State = isObject(this.#source.state) ? this.#source.state : { name: "Root" };
    const states = [...walkStates(root)].map(({ state }) => state);
    for (const state of states) this.#copies.set(state, { name: this.#newName(state.name) });
    for (const state of states) this.#fill(state);
    const definition = {
      settings: { ...(isObject(settings) ? settings : {}), namespace: "replay", asynchronous: false },
      events: Array.isArray(events) ? events : [],
      state: this.#copyOf(root),
    };
    return { definition, transitions: this.#transitions };
  }

  #newName(name: unknown): string {
    const wanted = typeof name === "string" && name.trim() !== "" ? name : "(no name)";
    let free = wanted;
    for (let count = 2; this.#names.has(free); count++) free = `${wanted} #${count}`;
    this.#names.add(free);
    return free;
  }

  #copyOf(state: State): State {
    const copy = this.#copies.get(state);
    if (copy === undefined) throw new TypeError("Every state has a copy before it is used.");
    return copy;
  }

  #fill(state: State): void {
    const copy = this.#copyOf(state);
    if (state.kind === "final" || state.kind === "history") copy.kind = state.kind;
    if (state.history === "deep") copy.history = "deep";
    if (typeof state.initial === "string" && this.#names.has(state.initial)) copy.initial = state.initial;
    copy.onEntry = blockOf(state.onEntry);
    copy.onExit = blockOf(state.onExit);
    copy.transitions = transitionsOf(state).map((one, index) => this.#transition(copy.name, one, index));
    copy.states = childrenOf(state).map((child) => this.#copyOf(child));
    const regions = regionsOf(state).map((region) => this.#copyOf(region));
    if (regions.length === 0) return;
    const join = joinTargetOf(state);
    copy.parallel = {
      states: regions,
      ...(join !== undefined && this.#names.has(join) ? { nextState: join } : {}),
    };
  }

  #transition(state: string, transition: Transition, index: number): Transition {
    const id = this.#transitions.length;
    const event = eventOf(transition);
    const target = targetOf(transition);
    const condition = conditionOf(transition);
    const isBroken = target !== undefined && !this.#names.has(target);
    const question = condition === undefined ? undefined : questionOf(condition);
    this.#transitions.push({
      id,
      state,
      index,
      isBroken,
      ...(event === undefined ? {} : { event }),
      ...(target === undefined ? {} : { target }),
      ...(condition === undefined ? {} : { condition }),
      ...(question === undefined ? {} : { question }),
    });
    return {
      ...(event === undefined ? {} : { event }),
      ...(target === undefined || isBroken ? {} : { nextState: target }),
      ...(condition === undefined ? {} : { condition: question === undefined ? condition : `g${id}` }),
      actions: [{ code: `t${id}` }, ...bareActions(transition.actions)],
    };
  }
}

function blockOf(block: ActionBlock | undefined): ActionBlock {
  return { actions: bareActions(block) };
}

function bareActions(block: Parameters<typeof actionsOf>[0]): Action[] {
  return actionsOf(block).flatMap((action): Action[] => {
    const effect = effectOf(action);
    switch (effect.kind) {
      case "code":
        return [{ code: CODE }];
      case "timerStart": {
        const repeat = effect.repeat === undefined ? {} : { repeat: timeOf(effect.repeat) };
        return [{ timerStart: { timer: effect.timer, duration: timeOf(effect.duration), ...repeat } }];
      }
      case "timerStop":
        return [{ timerStop: effect.timer }];
      case "raise":
        return [{ raise: effect.event }];
      case "send": {
        const { event, delay, id, to } = effect;
        if (delay === undefined || to !== undefined) return [{ code: CODE }];
        return [{ send: { event, delay: timeOf(delay), ...(id === undefined ? {} : { id }) } }];
      }
      case "if":
      case "forEach":
      case "log":
        return [{ code: CODE }];
      case "none":
        return [];
    }
  });
}

function timeOf(duration: string | number): number {
  const time = Number(duration);
  return Number.isFinite(time) && time >= 0 ? time : UNKNOWN_DURATION;
}

/** Comparisons that are asked as the opposite one, so that `x != 1` and `x == 1` are one question. */
const OPPOSITES: ReadonlyMap<ComparisonOperator, ComparisonOperator> = new Map([
  ["!=", "=="],
  [">=", "<"],
  ["<=", ">"],
]);

/** The question that a guard asks; `undefined` when the active states alone decide it. */
function questionOf(condition: string): Question | undefined {
  try {
    let expression = parseGuard(condition);
    if (isDecided(expression)) return undefined;
    let wants = true;
    for (; expression.kind === "not"; expression = expression.operand) wants = !wants;
    const opposite = expression.kind === "comparison" ? OPPOSITES.get(expression.operator) : undefined;
    if (expression.kind !== "comparison" || opposite === undefined) {
      return { text: printExpression(expression), wants };
    }
    return { text: printExpression({ ...expression, operator: opposite }), wants: !wants };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { text: condition.trim(), wants: true };
  }
}

/** True for an expression of constants and `in_state("State")`. */
function isDecided(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
      return true;
    case "not":
      return isDecided(expression.operand);
    case "logical":
      return expression.operands.every(isDecided);
    case "call": {
      const { callee, args, kwargs } = expression;
      return callee.kind === "name" && callee.name === "in_state" && kwargs.length === 0 &&
        args.every(({ kind }) => kind === "literal");
    }
    default:
      return false;
  }
}
