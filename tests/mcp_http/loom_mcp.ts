import { Client, StreamableHTTPClientTransport } from "../../mcp/testing/sdk.ts";

const ROOT = new URL("../../", import.meta.url);

/** The token of the servers that tests start. */
export const TOKEN = "a-secret-of-the-tests";

/** A program `loom-mcp` that serves over HTTP. */
export interface LoomMcp {
  /** Where MCP is. */
  readonly url: string;
  /** What it said on standard error so far. */
  readonly remarks: () => string;
  /** A connected client of the SDK. */
  readonly client: () => Promise<Client>;
  /** Tells it to stop; gives the number that it ends with. */
  readonly stop: (signal: Deno.Signal) => Promise<number>;
}

function command(env: Record<string, string>, cwd: string): Deno.Command {
  // What the machine's own environment says of the loom is none of the tests' business.
  const own = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !/^(?:LOOM|STATELOOM|SMCRAFT)_/.test(name)
  );
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", new URL("mcp/main.ts", ROOT).href],
    cwd,
    clearEnv: true,
    env: { ...Object.fromEntries(own), NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs the program where it cannot begin. */
export async function runToEnd(
  env: Record<string, string>,
  cwd: string,
): Promise<{ code: number; stderr: string; stdout: string }> {
  const { code, stderr, stdout } = await command(env, cwd).output();
  return { code, stderr: new TextDecoder().decode(stderr), stdout: new TextDecoder().decode(stdout) };
}

/** Runs a test with a folder and the program in it; all of it is gone after the test. */
export async function withLoomMcp(
  env: Record<string, string>,
  test: (loomMcp: LoomMcp, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const clients: Client[] = [];
  const child = command({ LOOM_MCP_HTTP_PORT: "0", LOOM_MCP_TOKEN: TOKEN, ...env }, folder).spawn();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let remarks = "";
  const more = async () => {
    const { done, value = "" } = await reader.read();
    remarks += value;
    return !done;
  };
  try {
    const address = /MCP over HTTP at (\S+)/;
    while (!address.test(remarks) && await more());
    const url = address.exec(remarks)?.[1];
    if (url === undefined) throw new Error(`loom-mcp did not begin: ${remarks}`);
    const rest = (async () => {
      while (await more());
    })();
    await test({
      url,
      remarks: () => remarks,
      async client() {
        const client = new Client({ name: "test", version: "1" });
        const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
        clients.push(client);
        return client;
      },
      async stop(signal) {
        child.kill(signal);
        const { code } = await child.status;
        await rest;
        return code;
      },
    }, folder);
  } finally {
    for (const client of clients) await client.close();
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await child.stdout.cancel();
    await child.status;
    while (await more());
    await Deno.remove(folder, { recursive: true });
  }
}
