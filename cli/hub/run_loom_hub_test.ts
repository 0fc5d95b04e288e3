import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runLoomHub } from "./run_loom_hub.ts";

/** Runs the program until it has printed something or ended, then stops it. */
async function run(
  args: readonly string[],
  env: Record<string, string>,
  use?: (url: string) => Promise<void>,
) {
  let printed = "";
  let remarks = "";
  const stop = new AbortController();
  const { promise: hasPrinted, resolve } = Promise.withResolvers<void>();
  const ended = runLoomHub(args, {
    env,
    print: (text) => {
      printed += text;
      resolve();
    },
    remark: (text) => remarks += text,
    stop: stop.signal,
  });
  await Promise.race([hasPrinted, ended]);
  await use?.(printed.trim());
  stop.abort();
  return { code: await ended, printed, remarks };
}

Deno.test("runLoomHub() serves until it is stopped, prints its address and logs JSON", async () => {
  const { code, printed, remarks } = await run(["--port", "0"], {}, async (url) => {
    const health = await (await fetch(`${url}/health`)).json();
    assertEquals([health.status, health.rooms, health.clients], ["ok", 0, 0]);
  });
  assertEquals(code, 0);
  assertMatch(printed, /^http:\/\/127\.0\.0\.1:\d+\n$/);
  const events = remarks.trim().split("\n").map((line) => JSON.parse(line).event);
  assertEquals(events, ["listening", "stopping", "stopped"]);
});

Deno.test("runLoomHub() asks for the token that the environment or a file holds", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/token`, "right\n", { mode: 0o600 });
  const cases: [string[], Record<string, string>][] = [
    [[], { LOOM_BRIDGE_TOKEN: "right" }],
    [["--token-file", `${folder}/token`], {}],
    // What is said at the start counts more than the environment.
    [["--token-file", `${folder}/token`], { LOOM_BRIDGE_TOKEN: "other" }],
  ];
  for (const [args, env] of cases) {
    const { remarks } = await run(["--port", "0", ...args], env, async (url) => {
      const refused = await fetch(`${url}/metrics`);
      assertEquals(refused.status, 401);
      await refused.body?.cancel();
      const metrics = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer right" } });
      assertStringIncludes(await metrics.text(), "loom_hub_clients 0");
    });
    assertEquals(remarks.includes("right"), false);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("runLoomHub() refuses to be reached from elsewhere without a token", async () => {
  const { code, remarks } = await run(["--host", "0.0.0.0"], {});
  assertEquals(code, 3);
  assertStringIncludes(remarks, "token");
});

Deno.test("runLoomHub() ends with 2 on wrong usage and 4 where it cannot listen", async () => {
  assertEquals((await run(["--nonsense"], {})).code, 2);
  assertEquals((await run(["--root", "/no/such/folder"], {})).code, 2);
  assertEquals((await run(["--origin", "example"], {})).code, 2);
  await run(["--port", "0"], {}, async (url) => {
    assertEquals((await run(["--port", new URL(url).port], {})).code, 4);
  });
});

Deno.test("runLoomHub() prints help and the version", async () => {
  assertStringIncludes((await run(["--help"], {})).printed, "Usage: loom-hub");
  assertMatch((await run(["--version"], {})).printed, /^loom-hub \d/);
});
