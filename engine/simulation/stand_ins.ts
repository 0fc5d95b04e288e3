import {
  cloneJson,
  isObject,
  type ObjectRef,
  oneLine,
  type StateMachineDefinition,
  walkStates,
} from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import { parseAction, parseGuard } from "../expression/parse.ts";
import { ProgramMachine } from "../machine/program_machine.ts";
import type { InvokedMachine, InvokedMachines } from "../machine/runnable.ts";
import { invocationsOf, transitionsOf } from "../members.ts";
import { Chart } from "../runtime/chart/chart.ts";
import { State, StateKind } from "../runtime/chart/state.ts";
import { Context, type ContextOptions } from "../runtime/context.ts";
import type { ChildFactory, Task } from "../runtime/work_set.ts";

/** A stub of a host object. A class, so that snapshots leave it out. */
class StandIn {}

/**
 * Makes stubs of the host objects that a machine declares, so that it runs without its host. Each has the functions that
 * guards and actions call on it; they do nothing and return null, or the value of their stub.
 *
 * @param definition The machine.
 * @param notify Called with the text of each call.
 * @param results The results of functions by name, such as `cart.total`.
 * @returns The stubs by their names.
 */
export function standInsFor(
  definition: StateMachineDefinition,
  notify: (call: string) => void,
  results: Readonly<Record<string, unknown>> = {},
): Record<string, object> {
  const declared: unknown = isObject(definition.settings) ? definition.settings.objects : undefined;
  const objects = Array.isArray(declared) ? declared.filter(isObject) as Partial<ObjectRef>[] : [];
  const names = objects.map((object) => object.instance).filter((name) => typeof name === "string");
  const stubbed = Object.keys(results).flatMap((path): Call[] => {
    const [owner = "", name] = path.split(".", 2);
    return name === undefined ? [] : [{ owner, name }];
  });
  const standIns = new Map(
    [...names, ...stubbed.map(({ owner }) => owner)].map((name) => [name, new StandIn()]),
  );
  for (const { owner, name } of [...callsIn(definition), ...stubbed]) {
    const standIn = standIns.get(owner);
    if (standIn === undefined) continue;
    const value = stubOf(`${owner}.${name}`, notify, results);
    Object.defineProperty(standIn, name, { value, configurable: true, enumerable: true });
  }
  return Object.fromEntries(standIns);
}

/**
 * Stubs of the tasks and machines that states invoke. A task with a stub ends at once with its value, or fails; a machine
 * that is given runs; everything else runs until its state is left, or until a step sends `done.invoke.<id>` or
 * `error.invoke.<id>`.
 *
 * @param notify Called with the text of each start.
 * @param results The outputs of tasks by name.
 * @param invoked The machines.
 */
export function standInWork(
  definition: StateMachineDefinition,
  notify: (call: string) => void,
  results: Readonly<Record<string, unknown>>,
  invoked: InvokedMachines = {},
): Required<Pick<ContextOptions, "tasks" | "machines">> {
  const tasks: Record<string, Task> = {};
  const machines: Record<string, ChildFactory> = {};
  for (const { state } of walkStates(definition.state)) {
    for (const { source } of invocationsOf(state)) {
      if ("task" in source) {
        const { task } = source;
        tasks[task] = (input) => {
          notify(`${task}(${input === undefined ? "" : argumentText(input)})`);
          return Object.hasOwn(results, task) ? resultOf(results[task]) : new Promise(() => {});
        };
      } else {
        const { machine } = source;
        const one = Object.hasOwn(invoked, machine) ? invoked[machine] : undefined;
        machines[machine] = one ? childOf(one, notify, results) : ({ name }) => {
          notify(machine);
          return new Context(name, STAND_IN_CHART);
        };
      }
    }
  }
  return { tasks, machines };
}

/** Makes an invoked machine, which runs without its host as the machine that invokes it does. */
function childOf(
  { program, machines }: InvokedMachine,
  notify: (call: string) => void,
  results: Readonly<Record<string, unknown>>,
): ChildFactory {
  const { definition } = program.model;
  return ({ data, ...options }) =>
    new ProgramMachine(program, {
      ...options,
      ...standInWork(definition, notify, results, machines),
      context: { ...standInsFor(definition, notify, results), ...data },
    });
}

/** A machine that takes every event and does nothing. */
const STAND_IN_CHART = new Chart("StandIn", [new State("StandIn", StateKind.ROOT)], {
  events: [],
  handlers: {},
});

/** The functions without an object that have a stub. */
export function stubbedFunctions(
  notify: (call: string) => void,
  results: Readonly<Record<string, unknown>>,
): Record<string, (...args: unknown[]) => unknown> {
  const names = Object.keys(results).filter((name) => !name.includes("."));
  return Object.fromEntries(names.map((name) => [name, stubOf(name, notify, results)]));
}

function stubOf(
  name: string,
  notify: (call: string) => void,
  results: Readonly<Record<string, unknown>>,
): (...args: unknown[]) => unknown {
  return (...args) => {
    notify(`${name}(${args.map(argumentText).join(", ")})`);
    return Object.hasOwn(results, name) ? resultOf(results[name]) : null;
  };
}

/** The failure of a function or task, as the result of a stub. */
export class StubFailure extends Error {
  /** The name that programs see. */
  override readonly name = "Error";
}

function resultOf(result: unknown): unknown {
  if (result instanceof StubFailure) throw result;
  return cloneJson(result);
}

/** A call of a function of a named object. */
interface Call {
  readonly owner: string;
  readonly name: string;
}

function* callsIn(definition: StateMachineDefinition): Generator<Call> {
  for (const { state } of walkStates(definition.state)) {
    for (const block of [state.onEntry, state.onExit]) yield* callsOfActions(block);
    for (const transition of transitionsOf(state)) {
      yield* callsOf(transition.condition, parseGuard);
      yield* callsOfActions(transition.actions);
    }
  }
}

function* callsOfActions(block: Parameters<typeof actionsOf>[0]): Generator<Call> {
  for (const { code, timerStart } of actionsOf(block)) {
    yield* callsOf(code, parseAction);
    if (isObject(timerStart)) yield* callsOf(timerStart.duration, parseGuard);
  }
}

/** The calls in a text; none if it does not parse, which the run reports. */
function* callsOf(text: unknown, parse: (text: string) => unknown): Generator<Call> {
  if (typeof text !== "string") return;
  let waiting: unknown[] = [];
  try {
    waiting = [parse(text)];
  } catch {
    return;
  }
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    const call = callOf(node);
    if (call) yield call;
    for (const part of Object.values(node)) waiting.push(part);
  }
}

function callOf(node: object): Call | undefined {
  const { kind, callee } = node as { kind?: unknown; callee?: unknown };
  if (kind !== "call" || !isObject(callee) || callee.kind !== "member" || !isObject(callee.object)) {
    return undefined;
  }
  const { object, name } = callee;
  if (object.kind !== "name" || typeof object.name !== "string" || typeof name !== "string") return undefined;
  return { owner: object.name, name };
}

function argumentText(value: unknown): string {
  return oneLine(JSON.stringify(value) ?? String(value));
}
