/**
 * The interpreter `Machine` as a target of the conformance vectors.
 *
 * @module
 */
import { type IObserver, Machine, type MachineSnapshot, ObserverNull, SimulatedClock } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import {
  advanceInSteps,
  ConformanceHost,
  ConformanceLog,
  guardsOf,
  hostFunctions,
  hostTasks,
  observerOf,
  withoutHosts,
} from "./host.ts";
import type { ConformanceMachine, ConformanceTarget, StartOptions } from "./runner.ts";

/** The interpreter. */
export const INTERPRETER: ConformanceTarget = {
  name: "Machine",
  start: (definition, options) => startMachine(definition, options, observerOf),
};

/** The interpreter while nobody listens, which lets it take shorter ways. */
export const UNOBSERVED_INTERPRETER: ConformanceTarget = {
  name: "Machine without an observer",
  isObserved: false,
  skip: ({ reactions, failures, stops }) =>
    (reactions ?? failures ?? stops) && "its observer sends, throws or stops",
  start: (definition, options) => startMachine(definition, options, () => ObserverNull.instance()),
};

async function startMachine(
  definition: StateMachineDefinition,
  options: StartOptions,
  observe: (log: ConformanceLog) => IObserver,
): Promise<ConformanceMachine> {
  // Reactions and host functions exist before the machine does; none of them runs before it is assigned.
  let machine: Machine | undefined = undefined;
  let made: Machine | undefined = undefined;
  const log = new ConformanceLog(
    options.reactions,
    (event) => machine?.send(event) ?? { handled: false, reason: "not constructed" },
    options.failures,
    () => made?.stop(),
    options.stops,
  );
  const functions = hostFunctions(log);
  const clock = new SimulatedClock();
  const context = contextOf(definition, options, log);
  made = new Machine(definition, {
    observer: observe(log),
    context,
    functions,
    tasks: hostTasks(log),
    machines: options.machines ?? {},
    guards: guardsOf(options.guards, functions),
    clock,
    ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot as MachineSnapshot }),
  });
  log.count();
  await made.idle();
  machine = made;
  machine.registerEndHandler(() => log.write("end handler"));
  return conformanceMachine(machine, clock, log);
}

function contextOf(
  definition: StateMachineDefinition,
  { context, methods }: StartOptions,
  log: ConformanceLog,
): Record<string, unknown> {
  const declared = definition.settings?.objects ?? [];
  const objects = declared.map((
    { instance },
  ): [string, unknown] => [instance, new ConformanceHost(log, methods)]);
  return Object.fromEntries([...Object.entries(context), ...objects]);
}

function conformanceMachine(
  machine: Machine,
  clock: SimulatedClock,
  log: ConformanceLog,
): ConformanceMachine {
  const isAsynchronous = machine.definition.settings?.asynchronous === true;
  return {
    send: (event, payload) =>
      isAsynchronous ? machine.sendAsync(event, payload) : machine.send(event, payload),
    idle: () => isAsynchronous ? machine.idle() : undefined,
    advance: (ms) => isAsynchronous ? advanceInSteps(machine, clock, ms) : clock.advance(ms),
    setState: (name) => machine.setState(name),
    setContext: (members) => void Object.assign(machine.context, members),
    stop: () => machine.stop(),
    serialize: () => machine.serialize(),
    deserialize: (data) => machine.deserialize(data),
    snapshot: () => machine.snapshot(),
    can: (event, payload) => machine.can(event, payload),
    availableEvents: () => machine.availableEvents(),
    view: () => ({
      state: machine.state,
      configuration: machine.configuration,
      done: machine.done,
      context: withoutHosts(machine.context),
      visited: machine.visited,
      output: machine.output ?? null,
      tags: machine.tags,
      meta: machine.meta,
    }),
    takeLog: () => log.take(),
  };
}
