/**
 * What drawing a machine costs over its size, and what it costs and changes when one state is added.
 *
 * @module
 */
import {
  type Box,
  collectAllStates,
  drawMachine,
  layoutGraph,
  type MachineDrawing,
  renderSvg,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { drawingOf } from "../layout/drawing.ts";
import { faultsOf } from "../layout/faults.ts";
import { generatedMachine, machineGraph } from "../layout/graphs/machine.ts";
import { Random } from "../layout/graphs/random.ts";
import { machineFaults } from "../layout/machine_faults.ts";
import {
  type Bench,
  type Cell,
  costGrowth,
  costPer,
  measureScaling,
  spreadOf,
  type Table,
} from "./harness.ts";

const SIZES = [500, 1_000, 2_000, 5_000];
/** How many states are drawn at every size, in one large machine or several small ones. */
const STATES = 5_000;
const TOLERATED_GROWTH = 2;

const EDITED_STATES = 500;
const EDITS = 12;
const WARM_UP = 3;
const TOLERATED_SHARE = 0.05;
const TOLERATED_TIME = 0.1;
/** A box that is this near to where it was has not moved, in world units. */
const STILL = 0.5;

async function growth(nested: boolean): Promise<{ row: Cell[]; growth: number }> {
  const costs = await measureScaling({
    sizes: SIZES,
    prepare: (size) =>
      Array.from({ length: STATES / size }, (_, seed) => generatedMachine({ states: size, seed, nested })),
    run: (machines) => machines.map((machine) => renderSvg(machine)),
  }, { rounds: 3, roundMs: 1 });
  const perState = costs.map((cost) => costPer(cost, cost.size / STATES / 1000));
  const growth = costGrowth(perState.map((cost) => costPer(cost, 1 / Math.log2(cost.size))));
  return {
    row: [nested ? "nested" : "flat", ...perState.map(({ nsPerUnit }) => nsPerUnit.median), growth],
    growth,
  };
}

async function scaling(): Promise<Table> {
  const nested = await growth(true);
  const flat = await growth(false);
  return {
    columns: ["machine", ...SIZES.map((size) => `µs a state, ${size} states`), "growth over n log n"],
    rows: [nested.row, flat.row],
    targets: [
      {
        text: `nested: no more than ${TOLERATED_GROWTH} times n log n`,
        met: nested.growth <= TOLERATED_GROWTH,
      },
      { text: `flat: no more than ${TOLERATED_GROWTH} times n log n`, met: flat.growth <= TOLERATED_GROWTH },
    ],
  };
}

/** A machine with one more state: beside some state, reached from it and leading back to it. */
function withOneMore(definition: StateMachineDefinition, random: Random): StateMachineDefinition {
  const edited = structuredClone(definition);
  const parents = collectAllStates(edited.state).filter(({ states }) => states !== undefined);
  const { states = [] } = random.pick(parents);
  const neighbour = random.pick(states.filter(({ kind }) => kind === undefined));
  const added: State = { name: "JustAdded", transitions: [{ event: "next", nextState: neighbour.name }] };
  neighbour.transitions = [...neighbour.transitions ?? [], { event: "retry", nextState: added.name }];
  states.push(added);
  return edited;
}

function boxesOf({ states }: MachineDrawing): Map<string, Box> {
  return new Map(states.map(({ key, box }) => [key, box]));
}

/** Which share of the boxes that were there begin elsewhere; what contains the new one may reach further. */
function movedShare(before: ReadonlyMap<string, Box>, after: ReadonlyMap<string, Box>): number {
  const moved = [...before].filter(([key, box]) => {
    const now = after.get(key);
    return now === undefined || Math.abs(now.x - box.x) > STILL || Math.abs(now.y - box.y) > STILL;
  });
  return moved.length / before.size;
}

function timed<T>(run: () => T): { value: T; ms: number } {
  const start = performance.now();
  const value = run();
  return { value, ms: performance.now() - start };
}

/** What one edit costs and changes, against doing everything again. */
interface Adding {
  readonly ms: number;
  readonly ratio: number;
  readonly share: number;
  readonly fullShare: number;
  readonly faults: number;
}

/** Arranges the states and lines, measured before. */
function arranging(definition: StateMachineDefinition, edited: StateMachineDefinition): Adding {
  const { nodes: fixed, edges: routes } = layoutGraph(machineGraph(definition));
  const graph = machineGraph(edited);
  const full = timed(() => layoutGraph(graph));
  const quick = timed(() => layoutGraph(graph, { fixed, routes }));
  return {
    ms: quick.ms,
    ratio: quick.ms / full.ms,
    share: movedShare(fixed, quick.value.nodes),
    fullShare: movedShare(fixed, full.value.nodes),
    faults: faultsOf(drawingOf(graph, quick.value)).length,
  };
}

/** Makes the whole drawing: measures, arranges, and places every text. */
function drawing(definition: StateMachineDefinition, edited: StateMachineDefinition): Adding {
  const previous = drawMachine(definition);
  const full = timed(() => drawMachine(edited));
  const quick = timed(() => drawMachine(edited, { previous }));
  return {
    ms: quick.ms,
    ratio: quick.ms / full.ms,
    share: movedShare(boxesOf(previous), boxesOf(quick.value)),
    fullShare: movedShare(boxesOf(previous), boxesOf(full.value)),
    faults: machineFaults(edited, quick.value).length,
  };
}

function adding(work: typeof drawing, nested: boolean): Adding {
  const random = new Random(7);
  const definition = generatedMachine({ states: EDITED_STATES, seed: 1, nested });
  for (let i = 0; i < WARM_UP; i++) work(definition, withOneMore(definition, random));
  const edits = Array.from({ length: EDITS }, () => work(definition, withOneMore(definition, random)));
  const median = (value: (edit: Adding) => number) => spreadOf(edits.map(value)).median;
  return {
    ms: median((edit) => edit.ms),
    ratio: median((edit) => edit.ratio),
    share: Math.max(...edits.map((edit) => edit.share)),
    fullShare: median((edit) => edit.fullShare),
    faults: edits.reduce((sum, edit) => sum + edit.faults, 0),
  };
}

function oneMore(): Table {
  const kinds = [true, false].flatMap((nested) =>
    [{ of: "layoutGraph()", work: arranging }, { of: "drawMachine()", work: drawing }].map((
      { of, work },
    ) => ({
      name: `${of}, ${nested ? "nested" : "flat"}`,
      isLayout: work === arranging,
      ...adding(work, nested),
    }))
  );
  return {
    columns: ["", "ms", "share of the time", "share moved, at most", "share moved by all again", "faults"],
    rows: kinds.map((
      { name, ms, ratio, share, fullShare, faults },
    ) => [name, ms, ratio, share, fullShare, faults]),
    targets: kinds.flatMap(({ name, isLayout, share, ratio, faults }) => [
      {
        text: `${name}: fewer than ${TOLERATED_SHARE * 100} % of the others move`,
        met: share < TOLERATED_SHARE,
      },
      ...(isLayout
        ? [{
          text: `${name}: under ${TOLERATED_TIME} of the time of a full layout`,
          met: ratio < TOLERATED_TIME,
        }]
        : []),
      { text: `${name}: the drawing stays clean`, met: faults === 0 },
    ]),
  };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: "Layout and SVG over the size of the machine", run: scaling },
  { name: `One state more in a machine of ${EDITED_STATES}`, run: () => Promise.resolve(oneMore()) },
];
