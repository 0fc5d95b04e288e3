import type { LeftOut, State, StateMachineDefinition, Transition, WrittenText } from "@loom/protocol";
import { actionsOf } from "../../actions.ts";
import {
  conditionOf,
  delayOf,
  eventOf,
  eventsOf,
  joinTargetOf,
  kindOf,
  regionsOf,
  targetOf,
  textOf,
  transitionsOf,
} from "../../members.ts";
import { below, Tree, type Way } from "./tree.ts";
import { INVOKE, stateOfStep, type Step, type StepPlace, stepsOf } from "./steps.ts";
import { type JsonataPlace, writeJsonata } from "./write_jsonata.ts";

/** A state of the Amazon States Language. */
type AslState = Record<string, unknown>;

/** A list of states that are entered together: the whole machine, or a branch. */
interface Scope {
  readonly states: Record<string, AslState>;
  /** The states of the machine that this scope has. */
  readonly inside: ReadonlySet<State>;
}

const WAIT_FOR_EVENT = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";
const MOST_CHARACTERS = 80;

/**
 * Writes a machine in the Amazon States Language (Step Functions) with JSONata. A state that waits for events is a task
 * that sends a task token to the queue in `$queueUrl`: whoever answers it with `{"event": ..., "payload": ...}` sends
 * the event. Regions are the branches of a `Parallel`, delays are waits, calls of host functions and tasks are Lambda
 * functions of that name. What the language has no place for is listed.
 *
 * @example
 * ```ts
 * import { writeAsl } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { text } = writeAsl({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Wait", transitions: [{ after: 5000, nextState: "Done" }] }, { name: "Done", kind: "final" }] },
 * });
 * assertEquals(JSON.parse(text).States.Wait, { Type: "Wait", Seconds: 5, Next: "Done" });
 * ```
 */
export function writeAsl(definition: StateMachineDefinition): WrittenText {
  return new Writer(definition).written();
}

class Writer {
  readonly #definition: StateMachineDefinition;
  readonly #leftOut: LeftOut[] = [];
  readonly #variables = new Set<string>();
  readonly #tree: Tree;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #place: StepPlace = {
    assign: (name) => void this.#variables.add(name),
    leave: (where, what) => this.#leave("action", where, what),
  };

  constructor(definition: StateMachineDefinition) {
    this.#definition = definition;
    this.#tree = new Tree(definition, (where, what) => this.#leave("state", where, what));
  }

  written(): WrittenText {
    const { state, settings } = this.#definition;
    const scope: Scope = { states: {}, inside: new Set([state, ...below(state)]) };
    const first = this.#enter(state, scope);
    this.#end(scope);
    const start = this.#free("Start");
    const values = new Map((settings.data ?? []).map(({ name, initial }) => [name, initial ?? null]));
    const assign = Object.fromEntries(
      [...this.#variables].sort().map((name) => [name, values.get(name) ?? null]),
    );
    const text = textOf(settings.description) ?? textOf(settings.name);
    const document = {
      ...(text === undefined ? {} : { Comment: text }),
      QueryLanguage: "JSONata",
      StartAt: start,
      States: {
        [start]: {
          Type: "Pass",
          Assign: { ...assign, queueUrl: "{% $states.input.queueUrl %}" },
          Next: first,
        },
        ...scope.states,
      },
    };
    return { text: `${JSON.stringify(document, null, 2)}\n`, leftOut: this.#leftOut };
  }

  /** Gives a scope without an end one: where a task of it fails. */
  #end({ states }: Scope): void {
    const hasEnd = (state: AslState) =>
      state["Type"] === "Succeed" || state["Type"] === "Fail" || state["End"] === true;
    if (Object.values(states).some(hasEnd)) return;
    const name = this.#free("Failed");
    states[name] = {
      Type: "Fail",
      Error: "TaskFailed",
      Cause: "A task failed, in a machine that has no end.",
    };
    const tasks = Object.values(states).filter((state) => state["Type"] === "Task");
    for (const state of tasks) {
      const caught = Array.isArray(state["Catch"]) ? state["Catch"] : [];
      state["Catch"] = [...caught, { ErrorEquals: ["States.ALL"], Next: name }];
    }
    if (tasks.length > 0) return;
    // A loop that waits for nothing but time goes on unless its input says otherwise.
    const goesOn = Object.values(states).find((state) => typeof state["Next"] === "string");
    if (goesOn === undefined) return void delete states[name];
    const choice = this.#free("Goes on");
    states[choice] = {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input.stop = true %}", Next: name }],
      Default: goesOn["Next"],
    };
    goesOn["Next"] = choice;
  }

  /** The name of the first step of entering a state; its steps are written with it. */
  #enter(state: State, scope: Scope): string {
    const first = this.#tree.initialLeaf(state);
    // What is inside a region is entered with its branch.
    const leaf =
      this.#tree.ancestors(first, scope.inside).findLast((one) =>
        one !== first && regionsOf(one).length > 0
      ) ?? first;
    if (leaf !== first) this.#leave("state", first.name, "the entry of one state inside regions");
    const known = this.#names.get(leaf.name);
    if (known !== undefined) return known;
    const name = this.#free(leaf.name);
    this.#names.set(leaf.name, name);
    const entry = [
      ...this.#tree.ancestors(leaf, scope.inside).toReversed().flatMap((one) =>
        this.#actions(one.onEntry, `entry of ${one.name}`)
      ),
    ];
    const body = this.#body(leaf, entry.length === 0 ? name : undefined, scope);
    if (entry.length > 0) this.#chain(entry, name, body, scope, new Set());
    return name;
  }

  /** Writes what happens in a state, behind its entry. */
  #body(leaf: State, given: string | undefined, scope: Scope): string {
    const name = given ?? this.#free(`${leaf.name} body`);
    // The place is taken before the targets are written: they may lead back here.
    scope.states[name] = {};
    const ways = this.#tree.ancestors(leaf, scope.inside).flatMap((state) =>
      transitionsOf(state).map((transition) => ({ transition, state }))
    );
    scope.states[name] = regionsOf(leaf).length > 0
      ? this.#parallel(leaf, ways, scope)
      : kindOf(leaf) === "final"
      ? this.#final(leaf, scope)
      : leaf.invoke?.[0] !== undefined
      ? this.#task(leaf, ways, scope)
      : this.#waiting(leaf, name, ways, scope);
    return name;
  }

  #final(leaf: State, scope: Scope): AslState {
    const parent = this.#tree.parentOf(leaf);
    if (parent === undefined || !scope.inside.has(parent) || this.#tree.parentOf(parent) === undefined) {
      return { Type: "Succeed" };
    }
    const done = this.#tree.ancestors(parent, scope.inside).flatMap(transitionsOf)
      .find((one) => eventOf(one) === `done.state.${parent.name}`);
    return done === undefined ? { Type: "Succeed" } : { Type: "Pass", Next: this.#go(leaf, done, scope) };
  }

  #parallel(leaf: State, ways: readonly Way[], scope: Scope): AslState {
    const branches = regionsOf(leaf).filter((region) => kindOf(region) !== "history").map((region) => {
      const inner: Scope = { states: {}, inside: new Set([region, ...below(region)]) };
      const StartAt = this.#enter(region, inner);
      this.#end(inner);
      return { StartAt, States: inner.states };
    });
    const join = joinTargetOf(leaf);
    const done = ways.find(({ transition }) => eventOf(transition) === `done.state.${leaf.name}`)?.transition;
    const next = done !== undefined
      ? this.#go(leaf, done, scope)
      : join === undefined
      ? undefined
      : this.#target(join, leaf, scope);
    for (const { transition } of ways) {
      if (transition === done) continue;
      const event = eventOf(transition) ?? "";
      this.#leave("transition", leaf.name, `the way out of its branches on "${event}"`);
    }
    return { Type: "Parallel", Branches: branches, ...(next === undefined ? { End: true } : { Next: next }) };
  }

  #task(leaf: State, ways: readonly Way[], scope: Scope): AslState {
    const [invoke, ...others] = leaf.invoke ?? [];
    if (invoke === undefined) return { Type: "Succeed" };
    if (others.length > 0) this.#leave("state", leaf.name, "the second of its invokes and those behind it");
    const on = (event: string) =>
      ways.find(({ transition }) => eventOf(transition) === `${event}.invoke.${invoke.id}`);
    const [done, failed] = [on("done"), on("error")];
    const input = invoke.input === undefined ? undefined : this.#jsonata(invoke.input, new Set());
    return {
      Type: "Task",
      Resource: INVOKE,
      Arguments: {
        FunctionName: invoke.task ?? invoke.machine ?? invoke.id,
        ...(input === undefined ? {} : { Payload: `{% ${input} %}` }),
      },
      ...(failed === undefined
        ? {}
        : { Catch: [{ ErrorEquals: ["States.ALL"], Next: this.#go(leaf, failed.transition, scope) }] }),
      ...(done === undefined ? { End: true } : { Next: this.#go(leaf, done.transition, scope) }),
    };
  }

  /** A state that waits for events, for time, or for nothing. */
  #waiting(leaf: State, name: string, ways: readonly Way[], scope: Scope): AslState {
    const timer = this.#tree.timerOf(leaf);
    const delayed = ways.find(({ transition }) =>
      delayOf(transition) !== undefined || (timer !== undefined && eventsOf(transition).includes(timer.event))
    )?.transition;
    const waits = ways.filter(({ transition }) => transition !== delayed && eventsOf(transition).length > 0);
    const atOnce = ways.filter(({ transition }) =>
      eventsOf(transition).length === 0 && delayOf(transition) === undefined
    );
    if (atOnce.length > 0) return this.#choice(leaf, atOnce, scope, undefined);
    const seconds = delayed === undefined
      ? undefined
      : this.#seconds(delayOf(delayed) ?? timer?.duration ?? 0);
    if (waits.length === 0) {
      if (delayed === undefined) return { Type: "Succeed" };
      return { Type: "Wait", Seconds: seconds, Next: this.#go(leaf, delayed, scope) };
    }
    const answer = this.#free(`${leaf.name} event`);
    scope.states[answer] = {};
    scope.states[answer] = this.#choice(leaf, waits, scope, name);
    const events = [...new Set(waits.flatMap(({ transition }) => eventsOf(transition)))];
    return {
      Type: "Task",
      Resource: WAIT_FOR_EVENT,
      Arguments: {
        QueueUrl: "{% $queueUrl %}",
        MessageBody: { state: leaf.name, events, token: "{% $states.context.Task.Token %}" },
      },
      ...(delayed === undefined ? {} : {
        TimeoutSeconds: seconds,
        Catch: [{ ErrorEquals: ["States.Timeout"], Next: this.#go(leaf, delayed, scope) }],
      }),
      Next: answer,
    };
  }

  /** The first way whose event and guard fit; else back to waiting, or a failure where nothing is waited for. */
  #choice(leaf: State, ways: readonly Way[], scope: Scope, waiting: string | undefined): AslState {
    const choices: AslState[] = [];
    for (const { transition } of ways) {
      const events = eventsOf(transition);
      const condition = conditionOf(transition);
      const guard = condition === undefined
        ? undefined
        : this.#jsonata(condition, this.#tree.parametersOf(transition));
      if (condition !== undefined && guard === undefined) continue;
      const fits = events.includes("*") || events.length === 0
        ? []
        : [`$states.input.event in ${JSON.stringify(events)}`];
      const tests = [...fits, ...(guard === undefined ? [] : [guard])];
      const next = targetOf(transition) === undefined
        ? this.#stay(leaf, transition, scope, waiting)
        : this.#go(leaf, transition, scope);
      if (tests.length === 0) {
        if (choices.length === 0) return { Type: "Pass", Next: next };
        return { Type: "Choice", Choices: choices, Default: next };
      }
      choices.push({ Condition: `{% ${tests.join(" and ")} %}`, Next: next });
    }
    const otherwise = waiting ?? this.#stuck(leaf, scope);
    if (choices.length === 0) return { Type: "Pass", Next: otherwise };
    return { Type: "Choice", Choices: choices, Default: otherwise };
  }

  /** End of a choice without a way out. */
  #stuck(leaf: State, scope: Scope): string {
    const name = this.#free(`${leaf.name} stuck`);
    scope.states[name] = {
      Type: "Fail",
      Error: "NoGuardPassed",
      Cause: `No way out of ${leaf.name} has a guard that passes.`,
    };
    return name;
  }

  /** An internal transition: its actions, then waiting again. */
  #stay(leaf: State, transition: Transition, scope: Scope, waiting: string | undefined): string {
    const next = waiting ?? this.#stuck(leaf, scope);
    return this.#through(
      this.#actions({ actions: [...actionsOf(transition.actions)] }, leaf.name),
      leaf,
      next,
      transition,
      scope,
    );
  }

  /** Leaves a state by a transition: exit actions, actions, then the target. */
  #go(leaf: State, transition: Transition, scope: Scope): string {
    if ((transition.nextStates ?? []).length > 0) this.#leave("transition", leaf.name, "its further targets");
    const next = this.#target(targetOf(transition) ?? leaf.name, leaf, scope);
    const steps = [
      ...this.#actions(leaf.onExit, `exit of ${leaf.name}`),
      ...this.#actions({ actions: [...actionsOf(transition.actions)] }, leaf.name),
    ];
    return this.#through(steps, leaf, next, transition, scope);
  }

  #through(steps: readonly Step[], leaf: State, next: string, transition: Transition, scope: Scope): string {
    if (steps.length === 0) return next;
    const first = this.#free(`${leaf.name} ${eventsOf(transition)[0] ?? "out"}`);
    this.#chain(steps, first, next, scope, this.#tree.parametersOf(transition));
    return first;
  }

  #target(name: string, leaf: State, scope: Scope): string {
    const found = this.#tree.stateNamed(name);
    const target = found !== undefined && kindOf(found) === "history" ? this.#tree.parentOf(found) : found;
    if (found !== target) this.#leave("state", name, "history: its parent is entered as for the first time");
    if (target !== undefined && scope.inside.has(target)) return this.#enter(target, scope);
    this.#leave("transition", leaf.name, `the target "${name}", which is outside its branch`);
    const end = this.#free(`${leaf.name} end`);
    scope.states[end] = { Type: "Succeed" };
    return end;
  }

  /** Writes steps one behind the other. */
  #chain(
    steps: readonly Step[],
    first: string,
    next: string,
    scope: Scope,
    payload: ReadonlySet<string>,
  ): void {
    const names = steps.map((_, index) => index === 0 ? first : this.#free(`${first} ${index + 1}`));
    for (const [index, step] of steps.entries()) {
      scope.states[names[index] ?? first] = {
        ...stateOfStep(step, (text) => this.#value(text, payload)),
        Next: names[index + 1] ?? next,
      };
    }
  }

  #actions(block: State["onEntry"], where: string): Step[] {
    return actionsOf(block).flatMap((action) => stepsOf(action, where, this.#place));
  }

  #value(text: string, payload: ReadonlySet<string>): unknown {
    const value = this.#jsonata(text, payload);
    return value === undefined ? null : `{% ${value} %}`;
  }

  #seconds(delay: string | number): unknown {
    const number = Number(delay);
    if (!Number.isNaN(number)) return Math.max(1, Math.ceil(number / 1000));
    const text = this.#jsonata(String(delay), new Set());
    return text === undefined ? 1 : `{% $ceil((${text}) / 1000) %}`;
  }

  #jsonata(text: string, payload: ReadonlySet<string>): string | undefined {
    const place: JsonataPlace = {
      isPayload: (name) => payload.has(name),
      use: (name) => void this.#variables.add(name),
    };
    const written = writeJsonata(text, place);
    if ("text" in written) return written.text;
    this.#leave("transition", text, `the text ${JSON.stringify(text)} (${written.problem})`);
    return undefined;
  }

  /** A name that no other state has, of at most 80 characters. */
  #free(wanted: string): string {
    const plain = wanted.replace(/[\p{C}"#%\\^|~`$&,;:/]/gu, "_").slice(0, MOST_CHARACTERS - 6) || "State";
    let name = plain;
    for (let number = 2; this.#taken.has(name); number++) name = `${plain} ${number}`;
    this.#taken.add(name);
    return name;
  }

  #leave(part: string, where: string, what: string): void {
    const message = `Step Functions have no place for ${what} (${where}): it was left out.`;
    if (this.#leftOut.some((one) => one.message === message)) return;
    this.#leftOut.push({ part, members: [], count: 1, path: "/state", message });
  }
}
