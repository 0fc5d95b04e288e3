import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ProgramResult } from "../io.ts";
import { runLoom } from "../run_loom.ts";
import { TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { dockerPrograms } from "./docker.ts";

const DONE: ProgramResult = { code: 0, stdout: "", stderr: "" };

/** Docker's program as far as it is called, with a server for each container. */
class Host implements AsyncDisposable {
  readonly calls: string[][] = [];
  #container: { readonly about: object; readonly server: Deno.HttpServer } | undefined;

  readonly run = async (
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ProgramResult | undefined> => {
    if (program !== dockerPrograms()[0]) return undefined;
    this.calls.push([...args]);
    const [word] = args;
    if (word === "container") {
      return this.#container === undefined
        ? { ...DONE, code: 1 }
        : { ...DONE, stdout: JSON.stringify([this.#container.about]) };
    }
    if (word === "run") await this.#start(args, env);
    if (word === "rm") await this[Symbol.asyncDispose]();
    return word === "logs" ? { ...DONE, stderr: "It serves.\n" } : DONE;
  };

  async #start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
    const after = (word: string) => args[args.indexOf(word) + 1] ?? "";
    const [hostname = "", port = ""] = after("--publish").split(":");
    assert((env["LOOM_BRIDGE_TOKEN"] ?? "").length === 64);
    const server = Deno.serve(
      { hostname, port: Number(port), onListen: () => {} },
      () => Response.json({ status: "ok" }),
    );
    const about = {
      State: { Running: true },
      Config: { Image: args.at(-1) },
      HostConfig: { PortBindings: { "8080/tcp": [{ HostIp: hostname, HostPort: port }] } },
      Mounts: [{ Source: after("--volume").split(":")[0], Destination: "/data" }],
    };
    this.#container = { about, server };
    await Promise.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#container?.server.shutdown();
    this.#container = undefined;
  }
}

async function call(run: Host["run"] | undefined, ...words: string[]) {
  const io = memoryIo(run === undefined ? {} : { run });
  const code = await runLoom(["docker", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("loom docker up runs one container, tells of it again, and down removes it", async () => {
  await using folder = await TempFolder.make();
  await using host = new Host();
  const up = ["up", "--dir", folder.path, "--json"];
  const first = await call(host.run, ...up);
  const told = JSON.parse(first.out);
  assertEquals([first.code, told.ok, told.mcp], [0, true, `${told.url}/mcp`]);
  assertEquals(told.mcpConfig.mcpServers.loom.headers.Authorization, `Bearer ${told.token}`);
  assertEquals(((await Deno.stat(folder.at(".loom-token"))).mode ?? 0) & 0o777, 0o600);
  const run = host.calls.find(([word]) => word === "run") ?? [];
  for (const word of ["--read-only", "ALL", `${await Deno.realPath(folder.path)}:/data`]) {
    assert(run.includes(word), word);
  }
  assertEquals(run.filter((word) => word.includes(told.token)), []);

  assertEquals(JSON.parse((await call(host.run, "up", "--json")).out), told);
  assertEquals(host.calls.filter(([word]) => word === "run").length, 1);
  const status = await call(host.run, "status", "--json");
  assertEquals([status.code, JSON.parse(status.out).url], [0, told.url]);
  assertEquals((await call(host.run, "logs")).out, "It serves.\n");

  assertEquals((await call(host.run, "down")).code, 0);
  assertEquals((await call(host.run, "status")).code, 5);
  assertStringIncludes((await call(host.run, "down")).out, "no container");
});

Deno.test("loom docker says whether Docker is missing or does not run", async () => {
  const missing = await call(undefined, "up");
  assertEquals([missing.code, missing.out], [4, ""]);
  assertStringIncludes(missing.err, "Docker is not installed");
  const refuses = () => Promise.resolve({ ...DONE, code: 1, stderr: "Cannot connect to the daemon\n" });
  const stopped = await call(refuses, "status");
  assertEquals([stopped.code, stopped.out], [5, ""]);
  assertStringIncludes(stopped.err, "does not run: start it, then try again. It says: Cannot connect");
  assertEquals((await call(undefined, "up", "--port", "70000")).code, 2);
});

Deno.test("loom health ends with 5 where nobody answers, or another server does", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("Hi"),
  );
  const ask = async (...words: string[]) => await runLoom(["health", ...words], memoryIo());
  assertEquals(await ask(`http://127.0.0.1:${server.addr.port}`), 5);
  assertEquals(await ask("http://127.0.0.1:1"), 5);
  assertEquals(await ask("door.smdf.json"), 2);
});
