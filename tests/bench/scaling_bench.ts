/**
 * What a state costs on the way from text to program (parse, enrich, validate, compile), from 1,000 to 100,000 states.
 *
 * Every measurement goes through the same number of states in all, many small machines or one large one, so that the
 * garbage collector sees as much at every size. What remains beside the algorithms is the memory: a machine of 100,000
 * states does not fit into the processor's caches, which a stage that only walks over it, as enriching does, feels most.
 *
 * @module
 */
import { compileMachine, enrich, parseJson, validate } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import {
  type Bench,
  costGrowth,
  costPer,
  measureScaling,
  type ScalingCase,
  type SizeCost,
  type Table,
} from "./harness.ts";
import { machineOf } from "./machine_of_size.ts";

const SIZES = [1_000, 10_000, 100_000];
const STATES = 100_000;
const TOLERATED_GROWTH = 1.5;

async function cost(run: (text: string) => unknown): Promise<SizeCost[]> {
  const scaling: ScalingCase<string[]> = {
    sizes: SIZES,
    prepare: (size) => Array.from({ length: STATES / size }, () => JSON.stringify(machineOf(size))),
    run: (texts) => texts.map(run),
  };
  const costs = await measureScaling(scaling, { rounds: 7 });
  return costs.map((cost) => costPer(cost, cost.size / STATES));
}

/** Makes every index of the model, each of which is made on first use. */
function enrichFully(definition: StateMachineDefinition): unknown[] {
  const model = enrich(definition);
  return [model.stateMap, model.parentMap, model.eventMap, model.timerMap, model.allStates, model.leafStates];
}

async function scaling(): Promise<Table> {
  const stages: readonly (readonly [string, SizeCost[]])[] = [
    ["parse", await cost(parseJson)],
    ["parse, enrich", await cost((text) => enrichFully(parseJson(text)))],
    ["parse, enrich, validate", await cost((text) => validate(enrich(parseJson(text))))],
    ["parse, enrich, validate, compile", await cost((text) => compileMachine(parseJson(text)))],
  ];
  return {
    columns: ["from text through", ...SIZES.map((size) => `ns a state, ${size} states`), "growth"],
    rows: stages.map((
      [stage, costs],
    ) => [stage, ...costs.map(({ nsPerUnit }) => nsPerUnit.median), costGrowth(costs)]),
    targets: stages.map(([stage, costs]) => ({
      text: `${stage}: a state costs at most ${TOLERATED_GROWTH} times as much`,
      met: costGrowth(costs) <= TOLERATED_GROWTH,
    })),
  };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [{
  name: "Cost a state over the size of the machine",
  run: scaling,
}];
