/**
 * The full-size run: 10,000 random calls of every tool, valid and not, to one process over standard streams. Ends with 1 when a
 * document broke, the process ended, or a refusal did not say what to do.
 *
 * Run it with `deno task soak mcp`; a number as its argument is the seed.
 *
 * @module
 */
import { GATE } from "../../mcp/testing/tool_calls.ts";
import { randomCalls } from "../mcp_random/random_calls.ts";
import { startLoomMcp } from "../mcp_stdio/loom_mcp.ts";

const CALLS = 10_000;

if (import.meta.main) {
  const seed = Number(Deno.args[0] ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed}`);
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/gate.smdf.json`;
  await Deno.writeTextFile(path, JSON.stringify({ stateMachine: GATE }, null, 2) + "\n");
  let code = 1;
  try {
    await using server = await startLoomMcp({ LOOM_PROJECT_FILE: path, LOOM_MCP_ROOT: folder });
    const { faults, ...counts } = await randomCalls({ ...server, folder }, CALLS, seed);
    console.log(counts);
    for (const fault of faults) console.error(fault);
    const { tools } = await server.client.listTools();
    code = faults.length === 0 && counts.calls === CALLS && tools.length > 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  Deno.exit(code);
}
