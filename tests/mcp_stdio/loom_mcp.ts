import { closeStdio } from "../../mcp/testing/close_stdio.ts";
import { type Called, calledOf } from "../../mcp/testing/tool_calls.ts";
import { Client, StdioClientTransport } from "../../mcp/testing/sdk.ts";
import type { CallToolResult } from "../../mcp/sdk.ts";

const MAIN = new URL("../../mcp/main.ts", import.meta.url).href;

/** The program `loom-mcp` with the SDK's client, over standard streams. */
export interface StdioMcp extends AsyncDisposable {
  readonly client: Client;
  /** The program's process. */
  readonly pid: number | null;
  /** Calls a tool. */
  call(name: string, values?: Record<string, unknown>): Promise<Called>;
}

/**
 * Starts the program and connects to it.
 *
 * @param env what it is told by its environment, beside what every program needs
 */
export async function startLoomMcp(env: Readonly<Record<string, string>>, cwd?: string): Promise<StdioMcp> {
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "-A", "-q", "--no-check", MAIN],
    env: { ...ownEnvironment(), NO_COLOR: "1", ...env },
    stderr: "ignore",
    ...(cwd === undefined ? {} : { cwd }),
  });
  const client = new Client({ name: "test", version: "0.0.0" });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid,
    call: async (name, values = {}) =>
      calledOf(await client.callTool({ name, arguments: values }) as CallToolResult),
    [Symbol.asyncDispose]: () => closeStdio(client, transport),
  };
}

/** What the machine's own environment says of the loom is none of the tests' business. */
function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(Deno.env.toObject());
  return Object.fromEntries(entries.filter(([name]) => !/^(?:LOOM|STATELOOM|SMCRAFT)_/.test(name)));
}
