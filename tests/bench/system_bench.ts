/**
 * What a system costs: check, replay, coverage and reconcile, up to 20 machines, 200 scenarios and 500 entities.
 *
 * Machines have 20 states, in part composite and guarded; scenarios have 24 messages to three machines, an alternative and
 * an option. One in ten asks for an event that its machine does not have.
 *
 * @module
 */
import { checkSystem, coverageOf, type LoadedMember, reconcile, replayScenario } from "@loom/engine";
import type {
  EntityRelationshipDefinition,
  JsonObject,
  SequenceDefinition,
  SqdMessage,
  StateMachineDefinition,
} from "@loom/protocol";
import { type Bench, costGrowth, measureScaling, type SizeCost, type Table } from "./harness.ts";

const SIZES = [5, 10, 20];
const SCENARIOS_PER_MACHINE = 10;
const ENTITIES_PER_MACHINE = 25;
const STATES = 20;
const ROUND_TRIP = 8;
const TOLERATED_GROWTH = 1.5;
const MOST_CHECK_MS = 1000;

interface System {
  readonly machines: readonly StateMachineDefinition[];
  readonly scenarios: readonly SequenceDefinition[];
  readonly erd: EntityRelationshipDefinition;
}

function systemOf(size: number): System {
  return {
    machines: Array.from({ length: size }, (_, index) => machineOf(index)),
    scenarios: Array.from({ length: size * SCENARIOS_PER_MACHINE }, (_, index) => scenarioOf(index, size)),
    erd: {
      settings: { namespace: "Bench", name: "Data" },
      entities: Array.from({ length: size * ENTITIES_PER_MACHINE }, (_, index) => ({
        name: `Entity${index}`,
        attributes: [
          { name: "id", type: "int", key: "pk" as const },
          { name: "before", type: "int", references: `Entity${Math.max(0, index - 1)}.id` },
        ],
      })),
      relationships: [],
    },
  };
}

/** A ring of states; every other one holds two, and every third transition has a guard. */
function machineOf(number: number): StateMachineDefinition {
  const state = (index: number) => `M${number}S${index % STATES}`;
  return {
    settings: { namespace: "Bench", name: `Machine${number}`, asynchronous: false },
    events: [{
      name: "All",
      events: Array.from({ length: STATES }, (_, index) => ({ id: `m${number}_e${index}` })),
    }],
    state: {
      name: `M${number}`,
      states: Array.from({ length: STATES }, (_, index) => ({
        name: state(index),
        transitions: [{
          event: `m${number}_e${index}`,
          nextState: state(index + 1),
          ...(index % 3 === 0 ? { condition: `ready${index} > 1` } : {}),
        }],
        ...(index % 2 === 0 ? { states: [{ name: `${state(index)}A` }, { name: `${state(index)}B` }] } : {}),
      })),
    },
  };
}

function scenarioOf(number: number, machines: number): SequenceDefinition {
  const messages: SqdMessage[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const machine = (number + turn) % machines;
    for (let step = 0; step < ROUND_TRIP; step++) {
      messages.push({
        from: "Person",
        to: "Program",
        label: `step ${step}`,
        event: `m${machine}_e${step}`,
        carries: `Entity${(number + step) % (machines * ENTITIES_PER_MACHINE)}`,
      });
    }
  }
  if (number % 10 === 0) {
    messages.push({
      from: "Person",
      to: "Program",
      label: "something new",
      event: `novelty${number}`,
      machine: `Machine${number % machines}`,
      state: `Beyond${number}`,
    });
  }
  return {
    settings: { namespace: "Bench", name: `Scenario${number}` },
    participants: [{ name: "Person" }, { name: "Program" }],
    messages,
    fragments: [
      { kind: "alt", label: "stops early", after: 4, messages: [message("says so")] },
      { kind: "opt", label: "waits", after: 6, messages: [message("waits")] },
    ],
  };
}

function message(label: string): SqdMessage {
  return { from: "Person", to: "Program", label };
}

function check({ machines, scenarios, erd }: System): unknown {
  const members: LoadedMember[] = [
    ...machines.map((definition, index) => ({ path: `m${index}.smdf.json`, definition })),
    { path: "data.erdf.json", definition: erd },
    ...scenarios.map((definition, index) => ({ path: `s${index}.sqdf.json`, definition })),
  ];
  const system = {
    settings: { namespace: "Bench", name: "System" },
    members: members.map(({ path }) => ({ path })),
  };
  return checkSystem(system, members);
}

function reconciled({ machines, scenarios, erd }: System): unknown {
  const document = (name: string) => (def: object, index: number) => ({
    path: `${name}${index}.json`,
    def: def as JsonObject,
  });
  return reconcile({
    machines: machines.map(document("m")),
    erds: [document("e")(erd, 0)],
    scenarios: scenarios.map(document("s")),
  });
}

/** The cost of one machine with its scenarios and entities. Each run has new documents: nothing is prepared. */
function cost(run: (system: System) => unknown): Promise<SizeCost[]> {
  return measureScaling({ sizes: SIZES, prepare: (size) => size, run: (size) => run(systemOf(size)) }, {
    rounds: 3,
  });
}

async function systems(): Promise<Table> {
  const tasks: readonly (readonly [string, SizeCost[]])[] = [
    ["check", await cost(check)],
    [
      "replay",
      await cost(({ machines, scenarios }) => scenarios.map((one) => replayScenario(one, machines))),
    ],
    ["coverage", await cost(({ machines, scenarios }) => coverageOf(scenarios, machines))],
    ["reconcile", await cost(reconciled)],
  ];
  const largest = SIZES.at(-1) ?? 0;
  const inAll = (costs: readonly SizeCost[]) => (costs.at(-1)?.nsPerUnit.median ?? NaN) * largest / 1e6;
  return {
    columns: [
      "task",
      ...SIZES.map((size) => `ms a machine, ${size} machines`),
      "growth",
      `ms in all, ${largest}`,
    ],
    rows: tasks.map(([task, costs]) => [
      task,
      ...costs.map(({ nsPerUnit }) => nsPerUnit.median / 1e6),
      costGrowth(costs),
      inAll(costs),
    ]),
    targets: [
      ...tasks.map(([task, costs]) => ({
        text: `${task}: a machine costs at most ${TOLERATED_GROWTH} times as much in the largest system`,
        met: costGrowth(costs) <= TOLERATED_GROWTH,
      })),
      {
        text: `check of ${largest} machines takes less than ${MOST_CHECK_MS} ms`,
        met: inAll(tasks[0]?.[1] ?? []) < MOST_CHECK_MS,
      },
    ],
  };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [{ name: "Systems of documents", run: systems }];
