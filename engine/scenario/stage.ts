import { isObject, LoomError, type StateMachineDefinition } from "@loom/protocol";
import { ReplayMachine } from "./replay_machine.ts";

/** A machine on the stage. */
export interface StageMachine {
  /** Its name in reports: unique, with `#<position>` where several machines share one. */
  readonly name: string;
  /** Its place among the machines, from 0. */
  readonly index: number;
  /** The machine as it is replayed. */
  readonly machine: ReplayMachine;
}

/** The machines of a system, ready to be replayed together. */
export class Stage {
  /** The machines that can run, in order. */
  readonly machines: readonly StageMachine[];
  /** The machines that cannot run, as sentences. */
  readonly problems: readonly string[];
  readonly #byEvent = new Map<string, StageMachine[]>();
  readonly #byState = new Map<string, StageMachine[]>();
  readonly #byName = new Map<string, StageMachine[]>();

  /** Prepares machines. */
  constructor(definitions: readonly StateMachineDefinition[]) {
    const names = machineNames(definitions);
    const machines: StageMachine[] = [];
    const problems: string[] = [];
    definitions.forEach((definition, index) => {
      const name = names[index] ?? "";
      try {
        const machine = prepared(definition);
        if (machine.starts().length === 0) throw new LoomError("no_start", "its start does not come to rest");
        machines.push({ name, index, machine });
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
        problems.push(`The machine "${name}" cannot be replayed: ${error.message}.`);
      }
    });
    this.machines = machines;
    this.problems = problems;
    for (const one of machines) {
      for (const event of one.machine.events) add(this.#byEvent, event, one);
      for (const state of one.machine.states) add(this.#byState, state, one);
      const own = ownName(definitions[one.index]);
      for (const name of new Set([one.name, own])) if (name !== undefined) add(this.#byName, name, one);
    }
  }

  /** The machines that have an event. */
  withEvent(event: string): readonly StageMachine[] {
    return this.#byEvent.get(event) ?? [];
  }

  /** The machines that have a state. */
  withState(state: string): readonly StageMachine[] {
    return this.#byState.get(state) ?? [];
  }

  /** The machines with a name: more than one when it is ambiguous. */
  withName(name: string): readonly StageMachine[] {
    return this.#byName.get(name) ?? [];
  }
}

/** The machines that were prepared; definitions do not change. */
const PREPARED = new WeakMap<StateMachineDefinition, ReplayMachine>();

function prepared(definition: StateMachineDefinition): ReplayMachine {
  let machine = PREPARED.get(definition);
  if (machine === undefined) PREPARED.set(definition, machine = new ReplayMachine(definition));
  return machine;
}

/**
 * The names of machines: `settings.name`, else that of the root state, else `machine <position>`. Machines that share a
 * name have ` #<position>` behind it.
 */
export function machineNames(definitions: readonly StateMachineDefinition[]): string[] {
  const names = definitions.map((definition, index) => machineName(definition, index));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, index) => (counts.get(name) ?? 0) > 1 ? `${name} #${index + 1}` : name);
}

/** The name of a machine at a position, from 0. */
export function machineName(definition: StateMachineDefinition, index: number): string {
  const root: unknown = definition.state;
  const rootName = isObject(root) ? textOf(root.name) : undefined;
  return ownName(definition) ?? rootName ?? `machine ${index + 1}`;
}

function ownName(definition: StateMachineDefinition | undefined): string | undefined {
  return isObject(definition?.settings) ? textOf(definition.settings.name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function add(map: Map<string, StageMachine[]>, key: string, machine: StageMachine): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [machine]);
  else if (!list.includes(machine)) list.push(machine);
}
