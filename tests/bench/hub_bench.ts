/**
 * The hub under load: beside plain socket.io and Yjs, with many rooms, and after many edits.
 *
 * @module
 */
import { LineProcess } from "../line_process.ts";
import { type Bench, spreadOf, type Table } from "./harness.ts";
import { joinTimes } from "./live_loop/joining.ts";
import { measureRooms, type RoomFigures } from "./live_loop/rooms.ts";
import { type RunningServer, startHub, startPlain, startYjs } from "./live_loop/servers.ts";
import type { CrowdOrder, CrowdReport, ServerKind } from "./live_loop/wire.ts";

const CLIENTS = 200;
/** After these, the log of the room is full. */
const WARM_UP_EDITS = 1_200;
const ROUNDS = 15;
const BURST_EDITS = 150;
const PACED_ROUNDS = 7;
const PACED_EDITS = 30;
const PACED_MS = 50;
const LEAST_SHARE = 0.8;
const ROOMS = 10_000;
const MOST_ROOM_BYTES = 64 * 1024;
const PASTS = [0, 1_000, 10_000];
const JOINS = 60;
const MOST_JOIN_GROWTH = 1.5;

/** What one server did in all rounds. */
interface Runs {
  /** Deliveries per second. */
  readonly rates: number[];
  /** Processor time of the server for one delivery, in microseconds. */
  readonly costs: number[];
  /** The latency of each paced round, in milliseconds. */
  readonly p50s: number[];
  readonly p99s: number[];
  /** Bytes of one delivery. */
  size: number;
}

const KINDS: readonly ServerKind[] = ["hub", "plain", "yjs"];

const NAMES: Readonly<Record<ServerKind, string>> = {
  hub: "hub",
  plain: "plain socket.io, the same bytes",
  yjs: "y-websocket, the same edits",
};

async function fanOut(): Promise<Table> {
  const servers = { hub: await startHub(), plain: await startPlain(), yjs: await startYjs() };
  const crowd = new LineProcess(new URL("live_loop/crowd_main.ts", import.meta.url));
  const ask = (order: CrowdOrder) => crowd.ask<CrowdReport>(order);
  const runs: Record<ServerKind, Runs> = { hub: noRuns(), plain: noRuns(), yjs: noRuns() };
  try {
    for (const { address } of Object.values(servers)) {
      await ask({ type: "connect", address, clients: CLIENTS });
    }
    for (const kind of KINDS) await ask({ type: "burst", kind, edits: WARM_UP_EDITS });
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of turn(round)) await burst(ask, servers[kind], runs[kind]);
    }
    for (let round = 0; round < PACED_ROUNDS; round++) {
      for (const kind of turn(round)) {
        const report = await ask({ type: "paced", kind, edits: PACED_EDITS, everyMs: PACED_MS });
        runs[kind].p50s.push(quantile(report.latencies, 0.5));
        runs[kind].p99s.push(quantile(report.latencies, 0.99));
      }
    }
  } finally {
    await crowd[Symbol.asyncDispose]();
    await Promise.all(Object.values(servers).map((server) => server.close()));
  }
  return fanOutTable(runs);
}

/** The order of the servers in a round: every other time the other way round. */
function turn(round: number): readonly ServerKind[] {
  return round % 2 === 0 ? KINDS : KINDS.toReversed();
}

async function burst(
  ask: (order: CrowdOrder) => Promise<CrowdReport>,
  server: RunningServer,
  runs: Runs,
): Promise<void> {
  collectGarbage();
  const before = await server.processorTime();
  const { delivered, ms, bytes } = await ask({
    type: "burst",
    kind: server.address.kind,
    edits: BURST_EDITS,
  });
  runs.costs.push((await server.processorTime() - before) / delivered);
  runs.rates.push(delivered * 1000 / ms);
  runs.size = bytes / delivered;
}

function noRuns(): Runs {
  return { rates: [], costs: [], p50s: [], p99s: [], size: 0 };
}

function fanOutTable(runs: Readonly<Record<ServerKind, Runs>>): Table {
  const share = (of: "rates" | "costs", peer: ServerKind) =>
    spreadOf(runs.hub[of].map((own, round) => own / (runs[peer][of][round] ?? NaN))).median;
  const plain = share("rates", "plain");
  const yjs = share("rates", "yjs");
  return {
    columns: ["server", "delivered/s", "edits/s", "bytes", "server CPU us", "p50 ms", "p99 ms"],
    rows: [
      ...KINDS.map((kind) => {
        const { rates, costs, p50s, p99s, size } = runs[kind];
        const [rate, cost, p50, p99] = [rates, costs, p50s, p99s].map((values) => spreadOf(values).median);
        return [NAMES[kind], rate ?? NaN, (rate ?? NaN) / CLIENTS, size, cost ?? NaN, p50 ?? NaN, p99 ?? NaN];
      }),
      ["hub / plain socket.io", plain, "", "", share("costs", "plain")],
      ["hub / y-websocket", yjs, "", "", share("costs", "yjs")],
      ["aim: as fast as y-websocket", yjs >= 1 ? "yes" : "no"],
    ],
    targets: [{
      text: `${LEAST_SHARE * 100} % of plain socket.io in a room of ${CLIENTS}`,
      met: plain >= LEAST_SHARE,
    }],
  };
}

async function idleRooms(): Promise<Table> {
  const { document, joined, visited, watched } = await measureRooms(ROOMS);
  const row = (name: string, { heap, rss, ms }: RoomFigures) => [name, heap / 1024, rss / 1024, ms];
  const all = [joined, visited, watched.figures];
  const most = Math.max(...all.flatMap(({ heap, rss }) => [heap, rss]));
  return {
    columns: ["rooms", "heap kB", "process kB", "ms to open"],
    rows: [
      row("someone is in, documents in memory", joined),
      row("nobody is in, opened over a connection", visited),
      row("someone is in, watched files", watched.figures),
      ["the document of each, not counted above", document / 1024],
      ["ms until the change of a watched file is told", "", "", watched.hearMs],
    ],
    targets: [
      {
        text: `under ${MOST_ROOM_BYTES / 1024} kB a room, its document apart`,
        met: most < MOST_ROOM_BYTES,
      },
      { text: `with ${ROOMS} watched files, changes are seen`, met: watched.seen === 1 },
    ],
  };
}

async function joins(): Promise<Table> {
  const times = await joinTimes(PASTS, JOINS);
  const [fresh] = times;
  const growths = times.map(({ rounds }) =>
    spreadOf(rounds.map((ms, round) => ms / (fresh?.rounds[round] ?? NaN))).median
  );
  return {
    columns: ["edits before", "ms to join", "ratio to none"],
    rows: times.map(({ edits, ms }, at) => [edits, ms.median, growths[at] ?? NaN]),
    targets: [{
      text: `at most ${MOST_JOIN_GROWTH} times the time after ${PASTS.at(-1)} edits`,
      met: Math.max(...growths) <= MOST_JOIN_GROWTH,
    }],
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

/** Keeps one server's garbage out of the next one's time, where the collector is exposed. */
function collectGarbage(): void {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: `Edits told to ${CLIENTS} clients of one room`, run: fanOut },
  { name: `${ROOMS} rooms in which nothing happens`, run: idleRooms },
  { name: "Joining a document that was edited before", run: joins },
];
