/**
 * The interpreter beside XState's actors: events per second on three shapes, and the heap over ten million events.
 *
 * @module
 */
import { type Bench, compareRates, type Table, traceHeap } from "./harness.ts";
import { type Shape, SHAPES } from "./machine_shapes.ts";

const WANTED_RATIO = 15;
const HEAP_EVENTS = 10_000_000;
const TOLERATED_GROWTH = 1_000_000;

/** Sends `count` events, going round the shape's circle. */
function rounds<E>(send: (event: E) => unknown, events: readonly E[]): (count: number) => void {
  return (count) => {
    for (let i = 0, at = 0; i < count; i++) {
      send(events[at]!); // `at` stays below the length
      at = at + 1 === events.length ? 0 : at + 1;
    }
  };
}

function loomRun(shape: Shape): (count: number) => void {
  return rounds(shape.loom(), shape.events);
}

function xstateRun(shape: Shape): (count: number) => void {
  return rounds(shape.xstate(), shape.events.map((type) => ({ type })));
}

async function rates(): Promise<Table> {
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const shape of SHAPES) {
    const found = await compareRates(
      { name: "loom", run: loomRun(shape) },
      { name: "xstate", run: xstateRun(shape) },
    );
    rows.push([shape.name, found.subject.median, found.peer.median, found.ratio.median, found.ratio.min]);
    targets.push({
      text: `${shape.name}: at least ${WANTED_RATIO} times XState`,
      met: found.ratio.median >= WANTED_RATIO,
    });
  }
  return { columns: ["shape", "loom events/s", "XState events/s", "ratio", "lowest ratio"], rows, targets };
}

async function heap(): Promise<Table> {
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const shape of SHAPES) {
    const trace = await traceHeap(loomRun(shape), HEAP_EVENTS);
    rows.push([shape.name, trace.first, trace.last, trace.growth]);
    targets.push({ text: `${shape.name}: the heap does not grow`, met: trace.growth < TOLERATED_GROWTH });
  }
  return { columns: ["shape", "bytes after 1 M events", "bytes after 10 M", "growth"], rows, targets };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: "Machine beside XState actors", run: rates },
  { name: "Heap over ten million events", run: heap },
];
