/**
 * The time that programs take from their start to their end, or to their first answer: the executables, the same from the
 * sources, and peers, in turns within each round.
 *
 * @module
 */
import { readMachine } from "@loom/engine";
import { writeMachineDot } from "@loom/protocol";
import { executables, NO_EXECUTABLES } from "../executables.ts";
import { lines } from "../line_process.ts";
import { type Bench, type Cell, spreadOf, type Table, type Target } from "./harness.ts";

const ROOT = new URL("../../", import.meta.url);
const CHECKOUT = new URL("examples/checkout.smdf.json", ROOT).pathname;
const ROUNDS = 7;
const HAS_GRAPHVIZ = Deno.build.os === "linux" && isOnPath("dot");

/** A program of a row, and its words. */
interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A start to measure; the first contender is the executable, the base of all ratios. */
interface Start {
  readonly name: string;
  readonly contenders: readonly Contender[];
  /** Milliseconds and megabytes that the executable should stay below on a quiet machine. */
  readonly aim: readonly [number, number];
  /** True for a server of MCP, which is measured to its first answer. */
  readonly answers?: true;
}

function isOnPath(command: string): boolean {
  try {
    return new Deno.Command(command, { args: ["-V"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

const deno = (name: string, ...args: readonly string[]): Contender => ({
  name,
  command: Deno.execPath(),
  args,
});

const NOTHING = deno("Deno, an empty program", "eval", "0");
/** A server with nothing in it. */
const BARE_SERVER = `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
await new McpServer({ name: "bare", version: "1.0.0" }).connect(new StdioServerTransport());
`;

/** The starts that are measured; their files go to a folder. */
async function starts(folder: string): Promise<readonly Start[]> {
  const built = await executables();
  const own = (program: string, entry: string, args: readonly string[]) => [
    { name: "executable", command: `${built}/${program}`, args },
    deno("sources", "run", "-A", new URL(entry, ROOT).pathname, ...args),
  ];
  const { definition } = await readMachine(await Deno.readTextFile(CHECKOUT), { path: CHECKOUT });
  const dot = `${folder}/a.dot`;
  await Deno.writeTextFile(dot, writeMachineDot(definition).text);
  const drawn = (format: string, aim: Start["aim"]): Start => ({
    name: `loom render checkout, ${format}`,
    contenders: [
      ...own("loom", "cli/main.ts", ["render", CHECKOUT, "--out", `${folder}/a.${format}`, "--overwrite"]),
      ...(HAS_GRAPHVIZ
        ? [{ name: "Graphviz", command: "dot", args: [`-T${format}`, "-o", `${folder}/dot.${format}`, dot] }]
        : []),
    ],
    aim,
  });
  return [
    { name: "loom --help", contenders: [...own("loom", "cli/main.ts", ["--help"]), NOTHING], aim: [90, 150] },
    drawn("svg", [150, 150]),
    drawn("png", [500, 150]),
    {
      name: "loom-mcp, first answer",
      contenders: [
        ...own("loom-mcp", "mcp/main.ts", []),
        deno("the SDK, without tools", "eval", BARE_SERVER),
      ],
      aim: [200, 150],
      answers: true,
    },
  ];
}

interface Run {
  readonly ms: number;
  readonly megabytes: number;
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  },
};

/** Runs a program to its end, or to its first answer; its memory is that of the last look at it. */
async function run({ command, args }: Contender, answers: boolean): Promise<Run> {
  const start = performance.now();
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let peak = 0;
  const watch = setInterval(() => peak = Math.max(peak, peakOf(child.pid)), 5);
  const input = child.stdin.getWriter();
  const output = lines(child.stdout);
  try {
    if (answers) await input.write(new TextEncoder().encode(`${JSON.stringify(INITIALIZE)}\n`));
    else await input.close();
    let last = await output.next();
    while (!answers && !last.done) last = await output.next();
    if (answers) {
      const ms = performance.now() - start;
      if (last.done) throw new Error(`${command} ${args.join(" ")} does not answer.`);
      await input.close();
      return { ms, megabytes: Math.max(peak, peakOf(child.pid)) / 1000 };
    }
    const { success } = await child.status;
    if (!success) throw new Error(`${command} ${args.join(" ")} failed.`);
    return { ms: performance.now() - start, megabytes: peak / 1000 };
  } finally {
    clearInterval(watch);
    await output.return(undefined);
    await child.status;
  }
}

/** The most memory that a process had so far, in kilobytes. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function measured({ name, contenders, aim, answers }: Start) {
  const runs: Run[][] = contenders.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      runs[index]?.push(await run(contender, answers === true));
    }
  }
  const [own = []] = runs;
  const rows = contenders.map((contender, index): readonly Cell[] => {
    const each = runs[index] ?? [];
    const ms = spreadOf(each.map(({ ms }) => ms)).median;
    const ratio = spreadOf(each.map((one, round) => one.ms / (own[round]?.ms ?? NaN))).median;
    const megabytes = Math.max(...each.map(({ megabytes }) => megabytes));
    return [name, contender.name, ms, ratio, megabytes, index === 0 ? `${aim[0]} ms, ${aim[1]} MB` : ""];
  });
  const target: Target = {
    text: `${name}: the sources take 1.33 of the time of the executable or more`,
    met: Number(rows[1]?.[3]) > 1.33,
  };
  return { rows, target };
}

async function startTimes(): Promise<Table> {
  const folder = await Deno.makeTempDir();
  try {
    const found = [];
    for (const start of await starts(folder)) found.push(await measured(start));
    return {
      columns: ["start", "program", "ms", "of the executable", "MB", "aim"],
      rows: found.flatMap(({ rows }) => rows),
      targets: found.map(({ target }) => target),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = NO_EXECUTABLES !== undefined
  ? []
  : [{ name: "From the start of a program to its end, or to its first answer", run: startTimes }];
