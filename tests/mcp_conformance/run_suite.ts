import { peerProgram, ROOT } from "../../scripts/repository.ts";

/** A check of the suite. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** What a run of the suite found. */
export interface SuiteRun {
  /** The exit code of the suite; 0 when it is content. */
  readonly code: number;
  /** The checks of every scenario that ran, by its name. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
  /** What it printed. */
  readonly printed: string;
}

/** Serves the suite's tables in a process of its own, as long as the work takes. */
export async function withFixture<T>(work: (url: string) => Promise<T>): Promise<T> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", "tests/mcp_conformance/serve_fixture.ts"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const { value = "" } = await lines.read();
    return await work(value.trim());
  } finally {
    await child.stdin.close();
    await lines.cancel();
    await child.status;
  }
}

/**
 * Runs what a revision of the protocol requires of servers.
 *
 * @param timeout How long the whole may take, in milliseconds.
 */
export async function runSuite(url: string, revision: string, timeout: number): Promise<SuiteRun> {
  const folder = await Deno.makeTempDir();
  try {
    const command = new Deno.Command(Deno.execPath(), {
      args: peerProgram("@modelcontextprotocol/conformance")
        .concat(["server", "--url", url, "--requirements", revision, "-o", folder]),
      cwd: ROOT,
      signal: AbortSignal.timeout(timeout),
      env: { NO_COLOR: "1" },
    });
    const { code, stdout, stderr } = await command.output();
    const printed = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    return { code, scenarios: await readScenarios(folder), printed };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A scenario's checks lie in a folder `server-<scenario>-<time>`. */
async function readScenarios(folder: string): Promise<Map<string, readonly Check[]>> {
  const scenarios = new Map<string, readonly Check[]>();
  for await (const { name } of Deno.readDir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT.+$/.exec(name)?.[1];
    if (scenario === undefined) continue;
    scenarios.set(scenario, JSON.parse(await Deno.readTextFile(`${folder}/${name}/checks.json`)));
  }
  return scenarios;
}
