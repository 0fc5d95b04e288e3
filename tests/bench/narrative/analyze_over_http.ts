/**
 * Analyzing events over HTTP, beside a server that only gives back what it is sent. Client and servers each have a process; the client's
 * own work is in the time of every request, the echo's too, so that the server's share of the processor stands beside the rates.
 *
 * @module
 */
import examples from "@octokit/webhooks-examples" with { type: "json" };
import { type Cell, spreadOf, type Table, type Target } from "../harness.ts";
import { HttpLoad, type Load, NUMBER } from "./http_load.ts";
import { LineProcess } from "../../line_process.ts";

const CONNECTIONS = 16;
const WARM_UP = 8_000;
const ROUNDS = 9;
const REQUESTS = 3_200;
const LEAST_SHARE = 0.6;
const ISSUE_OPENED = 15;

const KINDS = ["echo", "least", "memory", "sqlite"] as const;
type Kind = typeof KINDS[number];

const NAMES: Readonly<Record<Kind, string>> = {
  echo: "bare echo",
  least: "JSON parsed, answered with 600 bytes and the headers",
  memory: "analyze, memory store",
  sqlite: "analyze, SQLite store",
};

/** Rates and times of the servers for an event as the forge sends it, and for one that says what is read of it and no more. */
export async function analyzeOverHttp(): Promise<Table> {
  const rows: Cell[][] = [];
  const targets: Target[] = [];
  const folder = await Deno.makeTempDir();
  try {
    await using servers = new LineProcess(new URL("server.ts", import.meta.url), folder);
    await using sender = new HttpLoad();
    const addresses = await servers.hear<Addresses>();
    for (const body of [forgeBody(), shortBody()]) {
      const { loads, work } = await measure(addresses, sender, body);
      const size = `${body.length} bytes`;
      const share = (kind: Kind) =>
        spreadOf(loads[kind].map(({ rate }, round) => rate / (loads.echo[round]?.rate ?? NaN))).median;
      for (const kind of KINDS) {
        rows.push([size, NAMES[kind], ...figures(loads[kind]), spreadOf(work[kind]).min, share(kind)]);
      }
      targets.push({
        text: `${size}: analyze at ${LEAST_SHARE * 100} % of the echo or more, SQLite included`,
        met: share("memory") >= LEAST_SHARE && share("sqlite") >= LEAST_SHARE,
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return {
    columns: ["body", "server", "requests/s", "p50 ms", "p99 ms", "server µs each", "share of the echo"],
    rows,
    targets,
  };
}

interface Measured {
  readonly loads: Record<Kind, Load[]>;
  /** Processor time of the servers for one request in each round, in microseconds. */
  readonly work: Record<Kind, number[]>;
}

async function measure(addresses: Addresses, sender: HttpLoad, body: string): Promise<Measured> {
  const loads: Record<Kind, Load[]> = { echo: [], least: [], memory: [], sqlite: [] };
  const work: Record<Kind, number[]> = { echo: [], least: [], memory: [], sqlite: [] };
  const send = (kind: Kind, requests: number) =>
    sender.send({ url: addresses[kind], body, connections: CONNECTIONS, requests });
  for (const kind of KINDS) await send(kind, WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const before = await workOf(addresses.clock);
      loads[kind].push(await send(kind, REQUESTS));
      work[kind].push((await workOf(addresses.clock) - before) / REQUESTS);
    }
  }
  return { loads, work };
}

/** Requests per second, and the times in the middle and of the slowest in a hundred. */
function figures(loads: readonly Load[]): [number, number, number] {
  const times = loads.flatMap(({ times }) => times).sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
  return [spreadOf(loads.map(({ rate }) => rate)).median, quantile(0.5), quantile(0.99)];
}

type Addresses = Readonly<Record<Kind | "clock", string>>;

/** Processor time of the servers so far, in microseconds. */
async function workOf(clock: string): Promise<number> {
  return await (await fetch(clock)).json();
}

/** An opened issue as the forge describes it. */
function forgeBody(): string {
  const payload = examples.find(({ name }) => name === "issues")?.examples[ISSUE_OPENED];
  return JSON.stringify({ event_type: "issues", event_id: NUMBER, payload });
}

/** The same without what nobody reads. */
function shortBody(): string {
  const payload = {
    action: "opened",
    issue: {
      number: 1,
      title: "Spelling error in the README file",
      labels: [{ name: "bug" }],
      user: { login: "ann" },
    },
    repository: { full_name: "octo/door" },
    sender: { login: "ann", type: "User" },
  };
  return JSON.stringify({ event_type: "issues", event_id: NUMBER, payload });
}
