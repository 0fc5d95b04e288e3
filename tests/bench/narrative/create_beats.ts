/**
 * Making beats over HTTP, on the stores that last, beside a server that only gives back what it is sent.
 *
 * @module
 */
import { classify, factsOf } from "@loom/bridge/narrative";
import { join } from "@std/path";
import { HAS_REDIS, startRedis } from "../../redis/redis_server.ts";
import { type Cell, spreadOf, type Table } from "../harness.ts";
import { HttpLoad, type Load, NUMBER } from "./http_load.ts";
import { LineProcess } from "../../line_process.ts";

const CONNECTIONS = [1, 16] as const;
const ROUNDS = 7;
const REQUESTS = 800;
const WARM_UP = 800;

/** A server under load, over so many connections. */
interface Line {
  readonly name: string;
  readonly connections: number;
  readonly url: string;
  readonly rounds: Load[];
}

/** Rates and times on each store, in turns within each round. */
export async function createBeats(): Promise<Table> {
  const folder = await Deno.makeTempDir();
  const redis = HAS_REDIS ? await startRedis() : undefined;
  const stores = [
    ["SQLite, safe from the end of the process", `sqlite:${join(folder, "normal.db")}`],
    ["SQLite, safe from a power cut", `sqlite:${join(folder, "full.db")}?synchronous=full`],
    ...(redis === undefined ? [] : [["Redis that keeps nothing on disk", redis.url]]),
  ];
  try {
    await using servers = new LineProcess(
      new URL("beat_server.ts", import.meta.url),
      ...stores.map(([, address = ""]) => address),
    );
    const names = ["bare echo", ...stores.map(([name = ""]) => name)];
    return tableOf(await measured(names, await servers.hear<string[]>()));
  } finally {
    await redis?.kill();
    await Deno.remove(folder, { recursive: true });
  }
}

async function measured(names: readonly string[], urls: readonly string[]): Promise<Line[]> {
  const lines = CONNECTIONS.flatMap((connections) =>
    urls.map((url, at): Line => ({ name: names[at] ?? "", connections, url, rounds: [] }))
  );
  const body = beatBody();
  await using sender = new HttpLoad();
  const send = ({ url, connections }: Line, requests: number) =>
    sender.send({ url, connections, body, requests });
  for (const line of lines) await send(line, WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    for (const line of round % 2 === 0 ? lines : lines.toReversed()) {
      line.rounds.push(await send(line, REQUESTS));
    }
  }
  return lines;
}

function tableOf(lines: readonly Line[]): Table {
  const rows = lines.map(({ name, connections, rounds }): Cell[] => {
    const echo = lines.find((line) => line.name === "bare echo" && line.connections === connections);
    const shares = rounds.map(({ rate }, round) => rate / (echo?.rounds[round]?.rate ?? NaN));
    const times = rounds.flatMap(({ times }) => times).sort((a, b) => a - b);
    const quantile = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
    return [
      name,
      connections,
      spreadOf(rounds.map(({ rate }) => rate)).median,
      quantile(0.5),
      quantile(0.99),
      spreadOf(shares).median,
    ];
  });
  return {
    columns: ["create-beat on", "connections", "beats/s", "p50 ms", "p99 ms", "share of the echo"],
    rows,
  };
}

/** Each request has an identity of its own in it, so that it makes a beat. */
function beatBody(): string {
  const raw_payload = { issue: { number: 7, title: "A need that takes some words to say" } };
  const analysis = classify(factsOf({ event_type: "issues.opened", payload: raw_payload }));
  return JSON.stringify({ event_id: NUMBER, analysis, raw_payload });
}
