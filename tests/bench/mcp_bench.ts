/**
 * What an agent waits for and what it is told: round trips over standard streams, the start, and tokens.
 *
 * @module
 */
import { parseMermaid, type StateMachineDefinition } from "@loom/protocol";
import { instructionsFor } from "../../mcp/instructions.ts";
import { serveTool } from "../../mcp/server/serve_tool.ts";
import { TOOLSETS } from "../../mcp/settings.ts";
import { TOOLS, toolsOf } from "../../mcp/table.ts";
import { countTokens } from "../count_tokens.ts";
import { startLoomMcp, type StdioMcp } from "../mcp_stdio/loom_mcp.ts";
import { type Bench, type Cell, spreadOf, type Table } from "./harness.ts";
import { machineOf } from "./machine_of_size.ts";

const STATES = 1_000;
const CALLS = 200;
const WARM_UP = 20;
const STARTS = 9;
const MOST_TOKENS_A_TOOL = 110;
const MOST_TOKENS_LISTED = 400;

/** A call that is timed; `at` counts the calls. */
interface TimedCall {
  readonly name: string;
  readonly tool: string;
  readonly values: (at: number) => Record<string, unknown>;
}

/** The calls, from the least work to the most. */
const TIMED_CALLS: readonly TimedCall[] = [
  { name: "get_project_file", tool: "get_project_file", values: () => ({}) },
  { name: "get_definition of a state", tool: "get_definition", values: () => ({ path: "State500" }) },
  { name: "list_states below a state", tool: "list_states", values: () => ({ state: "State5" }) },
  { name: "list_states", tool: "list_states", values: () => ({}) },
  {
    name: "add_state, dry",
    tool: "add_state",
    values: () => ({ name: "New", parent: "State500", dry_run: true }),
  },
  {
    name: "update_state, written",
    tool: "update_state",
    values: (at) => ({ name: `State${at % 900 + 1}`, description: `Version ${at}.` }),
  },
  {
    name: "add_transition, written",
    tool: "add_transition",
    values: (at) => ({ state: `State${at % 900 + 1}`, event: "event1", nextState: `State${at % 900 + 2}` }),
  },
  { name: "validate_definition", tool: "validate_definition", values: () => ({}) },
  { name: "simulate, 10 events", tool: "simulate", values: () => ({ events: Array(10).fill("event1") }) },
];

/** A machine of thirteen states, as an agent meets them. */
const THIRTEEN_STATES = `stateDiagram-v2
  state Open {
    Draft --> Submitted : submit
    Submitted --> InReview : assign
    state InReview {
      Reading --> Questioned : ask
      Questioned --> Reading : answer
      Reading --> Judged : judge
    }
    InReview --> Draft : send_back
  }
  Judged --> Accepted : accept [score >= 7]
  Judged --> Declined : decline
  Open --> Withdrawn : withdraw
  Accepted --> Scheduled : schedule
  Scheduled --> Published : publish
  Scheduled --> Accepted : postpone
  Published --> [*]
`;

async function roundTrips(): Promise<Table> {
  const rows = await withServer(machineOf(STATES), async (server) => {
    const rows: Cell[][] = [];
    for (const timed of TIMED_CALLS) rows.push([timed.name, ...await timesOf(server, timed)]);
    return rows;
  });
  return { columns: ["call", "p50 ms", "p99 ms", "max ms"], rows };
}

async function timesOf(server: StdioMcp, { tool, values }: TimedCall): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < WARM_UP + CALLS; at++) {
    const start = performance.now();
    const { isError, text } = await server.call(tool, values(at));
    const time = performance.now() - start;
    if (isError) throw new Error(`${tool}: ${text}`);
    if (at >= WARM_UP) times.push(time);
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? NaN;
  return [quantile(0.5), quantile(0.99), times.at(-1) ?? NaN];
}

async function starts(): Promise<Table> {
  const bare: number[] = [];
  const connected: number[] = [];
  const answered: number[] = [];
  const document = machineOf(STATES);
  for (let round = 0; round < STARTS; round++) {
    bare.push(await bareStart());
    await withServer(document, async (server, began) => {
      connected.push(performance.now() - began);
      await server.call("list_states", { depth: 1 });
      answered.push(performance.now() - began);
    });
  }
  const row = (name: string, times: readonly number[]): Cell[] => {
    const { min, median, max } = spreadOf(times);
    return [name, median, min, max];
  };
  return {
    columns: ["from the start of the process", "median ms", "min ms", "max ms"],
    rows: [
      row("an empty program begins and ends", bare),
      row("the client is connected", connected),
      row(`list_states on ${STATES} states is answered`, answered),
    ],
  };
}

async function bareStart(): Promise<number> {
  const start = performance.now();
  await new Deno.Command(Deno.execPath(), { args: ["eval", "0"] }).output();
  return performance.now() - start;
}

async function withServer<Result>(
  definition: StateMachineDefinition,
  work: (server: StdioMcp, began: number) => Promise<Result>,
): Promise<Result> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/bench.smdf.json`;
  await Deno.writeTextFile(path, JSON.stringify({ stateMachine: definition }, null, 2) + "\n");
  try {
    const began = performance.now();
    await using server = await startLoomMcp({ LOOM_PROJECT_FILE: path });
    return await work(server, began);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Counts what a client is sent of each tool, as it stands on the wire. */
async function toolTokens(): Promise<Table> {
  const [instructions = NaN, ...counts] = await countTokens([
    instructionsFor(undefined),
    ...TOOLS.map((tool) => serveTool(tool).description),
  ]);
  const costs = TOOLS.map(({ name }, index) => ({ name, tokens: counts[index] ?? NaN }));
  const sum = costs.reduce((all, { tokens }) => all + tokens, 0);
  const average = sum / costs.length;
  const groups = TOOLSETS.map((toolset) => {
    const names = new Set(toolsOf(new Set([toolset])).map(({ name }) => name));
    const tools = costs.filter(({ name }) => names.has(name));
    const tokens = tools.reduce((all, { tokens }) => all + tokens, 0);
    return [`toolset ${toolset}, ${tools.length} tools`, tokens];
  });
  return {
    columns: ["what", "tokens"],
    rows: [
      ...costs.toSorted((a, b) => b.tokens - a.tokens).map(({ name, tokens }) => [name, tokens]),
      ...groups,
      [`all ${costs.length} tools`, sum],
      ["a tool, on average", average],
      ["instructions", instructions],
    ],
    targets: [{ text: `at most ${MOST_TOKENS_A_TOOL} tokens a tool`, met: average <= MOST_TOKENS_A_TOOL }],
  };
}

async function listTokens(): Promise<Table> {
  const { definition } = parseMermaid(THIRTEEN_STATES, { name: "Paper" });
  return await withServer(definition, async (server) => {
    const listed = await server.call("list_states");
    const whole = await server.call("get_definition");
    const [text = NaN, data = NaN, all = NaN] = await countTokens([listed.text, listed.data, whole.text]);
    return {
      columns: [`${listed.data.count} states`, "tokens"],
      rows: [
        ["list_states, its text", text],
        ["list_states, the same for programs", data],
        ["list_states, both", text + data],
        ["get_definition, its text", all],
      ],
      targets: [
        { text: "there are 13 states", met: listed.data.count === 13 },
        {
          text: `at most ${MOST_TOKENS_LISTED} tokens, both counted`,
          met: text + data <= MOST_TOKENS_LISTED,
        },
      ],
    };
  });
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: `Tool calls over standard streams, ${STATES} states`, run: roundTrips },
  { name: "From start to first answer", run: starts },
  { name: "What a client is told of the tools", run: toolTokens },
  { name: "Reading a machine of 13 states", run: listTokens },
];
