/**
 * Generated TypeScript beside the interpreter and XState's actors: events per second on three shapes, the heap of an idle
 * instance, and what a state costs to generate.
 *
 * @module
 */
import { enrich } from "@loom/engine";
import { generateTypeScript } from "@loom/engine/codegen";
import { createActor, createMachine } from "xstate";
import { type Bench, compareRates, costGrowth, costPer, measureScaling, type Table } from "./harness.ts";
import { machineOf } from "./machine_of_size.ts";
import { type Shape, SHAPES } from "./machine_shapes.ts";

const WANTED_OVER_MACHINE = 3;
const WANTED_OVER_XSTATE = 40;
const WANTED_BYTES = 500;
const TOLERATED_GROWTH = 1.5;
const INSTANCES = 20_000;
const SIZES = [1_000, 10_000];
const STATES = 10_000;

/** What the modules of the shapes have in common. */
interface GeneratedContext {
  enterInitialState(): void;
  readonly [method: string]: unknown;
}

type ContextClass = new (options: { data: object }) => GeneratedContext;

/** The context class that is generated from a shape, written to a file and imported as users do. */
async function generated(shape: Shape): Promise<ContextClass> {
  const runtime = new URL("../../engine/runtime/mod.ts", import.meta.url).href;
  const text = generateTypeScript(enrich(shape.definition), { runtime });
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/${shape.definition.settings.name}.ts`;
    await Deno.writeTextFile(path, text);
    const module: Record<string, unknown> = await import(new URL(path, "file:///").href);
    return module[`${shape.definition.settings.name}Context`] as ContextClass;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Goes `count` times round the shape's circle, calling the typed methods as a program would: by name, in a row. */
async function generatedRun(shape: Shape): Promise<(count: number) => void> {
  const Class = await generated(shape);
  const context = new Class({ data: { ...shape.data } });
  context.enterInitialState();
  const calls = shape.events.map((event) => `c.on${event[0]?.toUpperCase()}${event.slice(1)}();`).join(" ");
  const url = URL.createObjectURL(
    new Blob([
      `export const round = (c, count) => { for (let i = 0; i < count; i += ${shape.events.length}) { ${calls} } };`,
    ], { type: "text/javascript" }),
  );
  const { round } = await import(url);
  URL.revokeObjectURL(url);
  return (count) => round(context, count);
}

function machineRun(shape: Shape): (count: number) => void {
  const send = shape.loom();
  return rounds(send, shape.events);
}

function xstateRun(shape: Shape): (count: number) => void {
  return rounds(shape.xstate(), shape.events.map((type) => ({ type })));
}

function rounds<E>(send: (event: E) => unknown, events: readonly E[]): (count: number) => void {
  return (count) => {
    for (let i = 0, at = 0; i < count; i++) {
      send(events[at]!); // `at` stays below the length
      at = at + 1 === events.length ? 0 : at + 1;
    }
  };
}

async function rates(): Promise<Table> {
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const shape of SHAPES) {
    const run = await generatedRun(shape);
    const subject = { name: "generated", run };
    const machine = await compareRates(subject, { name: "Machine", run: machineRun(shape) });
    const xstate = await compareRates(subject, { name: "XState", run: xstateRun(shape) });
    rows.push([
      shape.name,
      machine.subject.median,
      machine.peer.median,
      xstate.peer.median,
      machine.ratio.median,
      xstate.ratio.median,
    ]);
    targets.push(
      {
        text: `${shape.name}: at least ${WANTED_OVER_MACHINE} times Machine`,
        met: machine.ratio.median >= WANTED_OVER_MACHINE,
      },
      {
        text: `${shape.name}: at least ${WANTED_OVER_XSTATE} times XState`,
        met: xstate.ratio.median >= WANTED_OVER_XSTATE,
      },
    );
  }
  const columns = [
    "shape",
    "generated events/s",
    "Machine events/s",
    "XState events/s",
    "to Machine",
    "to XState",
  ];
  return { columns, rows, targets };
}

/** The bytes of live heap that one of many instances takes. */
function bytesEach(make: () => unknown): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  make();
  collect?.();
  const before = Deno.memoryUsage().heapUsed;
  const kept = Array.from({ length: INSTANCES }, make);
  collect?.();
  const bytes = (Deno.memoryUsage().heapUsed - before) / kept.length;
  return bytes;
}

async function idle(): Promise<Table> {
  const [shape] = SHAPES;
  if (!shape) throw new Error("There is no shape to measure.");
  const Class = await generated(shape);
  const bytes = bytesEach(() => {
    const context = new Class({ data: {} });
    context.enterInitialState();
    return context;
  });
  const peer = createMachine({
    initial: "Off",
    states: { Off: { on: { on: "On" } }, On: { on: { off: "Off" } } },
  });
  const peerBytes = bytesEach(() => createActor(peer).start());
  return {
    columns: ["what", "bytes of heap"],
    rows: [["generated context", bytes], ["XState actor", peerBytes]],
    targets: [{ text: `an idle instance takes at most ${WANTED_BYTES} bytes`, met: bytes <= WANTED_BYTES }],
  };
}

async function generation(): Promise<Table> {
  const costs = await measureScaling({
    sizes: SIZES,
    prepare: (size) => Array.from({ length: STATES / size }, () => machineOf(size)),
    run: (definitions) => definitions.map((definition) => generateTypeScript(enrich(definition), {})),
  }, { rounds: 7 });
  const perState = costs.map((cost) => costPer(cost, cost.size / STATES));
  return {
    columns: [...SIZES.map((size) => `ns a state, ${size} states`), "growth"],
    rows: [[...perState.map(({ nsPerUnit }) => nsPerUnit.median), costGrowth(perState)]],
    targets: [{
      text: `a state costs at most ${TOLERATED_GROWTH} times as much`,
      met: costGrowth(perState) <= TOLERATED_GROWTH,
    }],
  };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: "Generated TypeScript beside Machine and XState", run: rates },
  { name: "Heap of an idle instance", run: idle },
  { name: "Cost of generating TypeScript over the size of the machine", run: generation },
];
