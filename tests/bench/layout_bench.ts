/**
 * Layouts beside those of ELK, dagre and Graphviz: how many crossings, bends and lines over boxes they have, and how
 * long they take.
 *
 * @module
 */
import { drawErd, type LayoutGraph } from "@loom/protocol";
import { edgesThroughBoxes } from "../layout/edges_through_boxes.ts";
import { erdGraph, generatedErd } from "../layout/graphs/erd.ts";
import { generatedMachine, machineGraph } from "../layout/graphs/machine.ts";
import { northGraphs } from "../layout/graphs/north.ts";
import { LineProcess } from "../line_process.ts";
import type { Bench, Cell, Table, Target } from "./harness.ts";
import type { LayoutEngine } from "./layout_engines/engine.ts";
import { type Figures, type Totals, totalsOf } from "./layout_engines/figures.ts";
import { figuresInChild } from "./layout_engines/in_child.ts";
import { LAYOUT_ENGINES } from "./layout_engines/mod.ts";

const ENGINE = new URL("layout_engines/engine_main.ts", import.meta.url);
const WARM_UP_GRAPHS = 20;
/** How many graphs an engine arranges in a row. */
const TURN_GRAPHS = 32;
const SPARSE_SIZES = [1_000, 5_000];
const SPARSE_SEEDS = [1, 2];
/** What an engine gets for one graph, in milliseconds. */
const MOST_MS = 60_000;
const ERD_SIZES = [200, 500];
const ERD_SEEDS = [1, 2, 3];
const NESTED_SIZES = [20, 50, 100, 200, 500];
const NESTED_SEEDS = [1, 2, 3, 4];

const COLUMNS = [
  "engine",
  "crossings",
  "bends",
  "edges through nodes",
  "median ms",
  "p90 ms",
  "total ms",
  "length",
  "area",
];

function cellsOf(totals: Totals): Cell[] {
  const { crossings, bends, throughBoxes, medianMs, p90Ms, totalMs, length, area } = totals;
  return [crossings, bends, throughBoxes, medianMs, p90Ms, totalMs, length, area];
}

/**
 * Arranges every graph with every engine, some graphs at a time, so that a busy machine slows all of them. Each engine has
 * a process of its own, as in a program that uses it: it pays for its own garbage, and for nobody else's. It warms up once.
 */
async function compare(
  engines: readonly LayoutEngine[],
  graphs: readonly LayoutGraph[],
): Promise<Map<string, Totals>> {
  await using processes = new AsyncDisposableStack();
  const found = engines.map(({ name, isCurved }) => ({
    name,
    isCurved,
    process: processes.use(new LineProcess(ENGINE, name)),
    figures: [] as Figures[],
  }));
  for (const { process } of found) await process.ask(graphs.slice(0, WARM_UP_GRAPHS));
  for (let at = 0; at < graphs.length; at += TURN_GRAPHS) {
    for (const { isCurved, process, figures } of found) {
      const turn = await process.ask<Figures[]>(graphs.slice(at, at + TURN_GRAPHS));
      figures.push(...turn.map((one) => isCurved ? { ...one, bends: NaN } : one));
    }
  }
  return new Map(found.map(({ name, figures }) => [name, totalsOf(figures)]));
}

/** How ours stands to another engine: `must` fails the benchmark, what is only aimed at gets a row. */
interface Rivalry {
  readonly name: string;
  readonly isBetter: (ours: Totals, theirs: Totals) => boolean;
}

const FEWER_CROSSINGS: Rivalry = {
  name: "fewer crossings",
  isBetter: (ours, theirs) => ours.crossings < theirs.crossings,
};
const FEWER_BENDS: Rivalry = { name: "fewer bends", isBetter: (ours, theirs) => ours.bends < theirs.bends };
const NO_SLOWER: Rivalry = {
  name: "no slower in the median",
  isBetter: (ours, theirs) => ours.medianMs <= theirs.medianMs,
};

/**
 * Polylines of dot share corners, and a crossing there does not count: on the 156 graphs without long edges, where crossings
 * follow from the order of the boxes, theirs need 1,949 crossings and are measured to have 1,843.
 */
const MUCH_FEWER_CROSSINGS: Rivalry = {
  name: "15 % fewer crossings",
  isBetter: (ours, theirs) => ours.crossings <= 0.85 * theirs.crossings,
};
const HALF_AS_MANY_BENDS: Rivalry = {
  name: "at most 45 % of the bends",
  isBetter: (ours, theirs) => ours.bends <= 0.45 * theirs.bends,
};

/** What ours must be better in, by engine, and what it should be. */
const MUST: readonly (readonly [string, readonly Rivalry[]])[] = [
  ["ELK orthogonal", [FEWER_CROSSINGS, FEWER_BENDS, NO_SLOWER]],
  ["ELK polyline", [NO_SLOWER]],
  ["dagre", [FEWER_CROSSINGS, FEWER_BENDS]],
];
const SHOULD: readonly (readonly [string, readonly Rivalry[]])[] = [
  ["ELK polyline", [FEWER_CROSSINGS, FEWER_BENDS]],
  ["dot", [FEWER_CROSSINGS, NO_SLOWER]],
  ["dot polyline", [MUCH_FEWER_CROSSINGS, HALF_AS_MANY_BENDS, NO_SLOWER]],
];

async function north(): Promise<Table> {
  const graphs = (await northGraphs()).map(({ graph }) => graph);
  if (graphs.length === 0) return { columns: COLUMNS, rows: [["the collection is not there"]] };
  const totals = await compare(LAYOUT_ENGINES, graphs);
  const ours = totals.get("loom");
  const judge = (rivalries: typeof MUST): Target[] =>
    rivalries.flatMap(([rival, points]) =>
      points.map(({ name, isBetter }) => {
        const theirs = totals.get(rival);
        return { text: `${name} than ${rival}`, met: !!ours && !!theirs && isBetter(ours, theirs) };
      })
    );
  return {
    columns: COLUMNS,
    rows: [
      ...[...totals].map(([name, all]) => [name, ...cellsOf(all)]),
      ...judge(SHOULD).map(({ text, met }) => [`aim: ${text}`, met ? "yes" : "no"]),
    ],
    targets: [{ text: "no edge through a node", met: ours?.throughBoxes === 0 }, ...judge(MUST)],
  };
}

async function sparse(): Promise<Table> {
  const rows: Cell[][] = [];
  const targets: Target[] = [];
  for (const size of SPARSE_SIZES) {
    for (const engine of LAYOUT_ENGINES) {
      const found = await sparseFigures(engine, size);
      const label = `${engine.name}, ${size} nodes`;
      const isDone = typeof found !== "string";
      rows.push(isDone ? [label, ...cellsOf(totalsOf(found))] : [label, found]);
      if (engine.name === "loom") {
        targets.push({ text: `${size} nodes in at most ${MOST_MS / 1000} s`, met: isDone });
      }
    }
  }
  return { columns: COLUMNS, rows, targets };
}

/** The figures of the graphs of one size, or why there are none; a second graph is not tried in vain. */
async function sparseFigures(engine: LayoutEngine, size: number): Promise<Figures[] | string> {
  const figures: Figures[] = [];
  for (const seed of SPARSE_SEEDS) {
    console.error(`${engine.name}: ${size} nodes, seed ${seed} ...`);
    const found = await figuresInChild(engine, size, seed, MOST_MS);
    if (found === "late") return `over ${MOST_MS / 1000} s`;
    if (found === "failed") return found;
    figures.push(found);
  }
  return figures;
}

async function nested(): Promise<Table> {
  const sketches = NESTED_SIZES.flatMap((states) =>
    NESTED_SEEDS.map((seed) => ({ states, seed, nested: true }))
  );
  const graphs = sketches.map((sketch) => machineGraph(generatedMachine(sketch)));
  const engines = LAYOUT_ENGINES.filter(({ isNested }) => isNested);
  const totals = await compare(engines, graphs);
  return {
    columns: [...COLUMNS, "labels over boxes or labels"],
    rows: [...totals].map(([name, all]) => [name, ...cellsOf(all), all.badLabels]),
    targets: [
      { text: "no edge through a node", met: totals.get("loom")?.throughBoxes === 0 },
      { text: "no label over a box or a label", met: totals.get("loom")?.badLabels === 0 },
    ],
  };
}

/** Entity-relationship diagrams: the bare graph in all engines, and the whole drawing, with rows and labels, in ours. */
async function diagrams(): Promise<Table> {
  const defs = ERD_SIZES.flatMap((size) => ERD_SEEDS.map((seed) => generatedErd(size, seed)));
  const totals = await compare(LAYOUT_ENGINES, defs.map(erdGraph));
  const ours = totals.get("loom");
  const through = defs.map((def) => {
    const { entities, relationships } = drawErd(def);
    return edgesThroughBoxes({
      boxes: entities.map(({ name, box }) => ({ id: name, ...box })),
      edges: relationships.map(({ index, from, to, points }) => ({ id: String(index), from, to, points })),
    }).length;
  });
  const better = (rival: string, { name, isBetter }: Rivalry): Target => {
    const theirs = totals.get(rival);
    return { text: `${name} than ${rival}`, met: !!ours && !!theirs && isBetter(ours, theirs) };
  };
  return {
    columns: COLUMNS,
    rows: [...totals].map(([name, all]) => [name, ...cellsOf(all)]),
    targets: [
      {
        text: "no line through a table",
        met: ours?.throughBoxes === 0 && through.every((count) => count === 0),
      },
      better("ELK orthogonal", FEWER_CROSSINGS),
      better("ELK orthogonal", FEWER_BENDS),
      better("ELK polyline", FEWER_CROSSINGS),
      better("ELK polyline", FEWER_BENDS),
      better("dot", FEWER_CROSSINGS),
    ],
  };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: "The 639 graphs of the North collection", run: north },
  { name: "Nested machines, labels included", run: nested },
  {
    name: `Entity-relationship diagrams of ${ERD_SIZES.join(" and ")} entities`,
    run: diagrams,
  },
  { name: `Random sparse graphs, ${SPARSE_SEEDS.length} of each size`, run: sparse },
];
