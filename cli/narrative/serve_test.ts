import { assertEquals, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { loom, TempFolder } from "../testing/loom.ts";
import { memoryIo, type MemoryIoOptions } from "../testing/memory_io.ts";

/** Serves while `work` is done with the address; gives the exit code and what was said. */
async function serving(
  args: readonly string[],
  work: (url: string) => Promise<void>,
  options: MemoryIoOptions = {},
): Promise<{ code: number; out: string; err: string }> {
  const io = memoryIo(options);
  const running = runLoom(["narrative", "serve", "--port", "0", ...args], io);
  await io.said("out", "\n");
  const [url = ""] = /http:[^"\s]+/.exec(io.out()) ?? [];
  await work(url);
  io.interrupt();
  return { code: await running, out: io.out(), err: io.err() };
}

Deno.test("loom narrative serve tells the address of a bridge that answers, and stops it", async () => {
  let address = "";
  const { code, out, err } = await serving(["--store", "memory:"], async (url) => {
    address = url;
    const { store } = await (await fetch(`${url}/health`)).json();
    assertEquals(store, { kind: "memory", ok: true, seq: 0 });
  });
  assertEquals([code, out], [0, `${address}\n`]);
  assertStringIncludes(err, "GITHUB_WEBHOOK_SECRET is not set");
  assertStringIncludes(err, "The bridge has stopped.");
  assertEquals(await fetch(`${address}/health`).then(() => "there", () => "gone"), "gone");
});

Deno.test("loom narrative serve keeps beats in its store from one run to the next", async () => {
  await using folder = await TempFolder.make();
  const args = ["--store", `sqlite:${folder.at("beats.db")}`, "--json", "--story", "door"];
  const count = async (url: string) => (await (await fetch(`${url}/get-position`)).json()).beat_count;
  const { out } = await serving(args, async (url) => {
    const event = { event_type: "push", payload: { commits: [] } };
    const analysis = await (await fetch(`${url}/analyze`, { method: "POST", body: JSON.stringify(event) }))
      .json();
    const beat = { event_id: "1", analysis };
    await (await fetch(`${url}/create-beat`, { method: "POST", body: JSON.stringify(beat) })).json();
    assertEquals(await count(url), 1);
  });
  const { store, story } = JSON.parse(out);
  assertEquals([store, story], ["sqlite", "door"]);
  await serving(args, async (url) => assertEquals(await count(url), 1));
});

Deno.test("loom narrative serve reads rules, and its settings from the environment", async () => {
  await using folder = await TempFolder.make();
  const rules = await folder.write("rules.json", { engineer: { push: "delivery" } });
  const env = { LOOM_NARRATIVE_STORE: "memory:", LOOM_NARRATIVE_TOKEN: "right" };
  await serving(["--rules", rules, "--quiet", "--log"], async (url) => {
    const body = JSON.stringify({ event_type: "push" });
    const headers = { authorization: "Bearer right" };
    const analysis = await (await fetch(`${url}/analyze`, { method: "POST", body, headers })).json();
    assertEquals(analysis.engineer.intent, "delivery");
    const refused = await fetch(`${url}/analyze`, { method: "POST", body });
    assertEquals([refused.status, (await refused.json()).code], [401, "unauthorized"]);
  }, { env });
});

Deno.test("loom narrative serve lets other machines in only with a token", async () => {
  const { code, err } = await loom(["narrative", "serve", "--host", "0.0.0.0", "--store", "memory:"]);
  assertEquals(code, 3);
  assertStringIncludes(err, "set LOOM_NARRATIVE_TOKEN");
});

Deno.test("loom narrative serve refuses what it does not understand", async () => {
  const refusal = async (...args: string[]) =>
    (await loom(["narrative", "serve", "--port", "0", ...args])).code;
  assertEquals(await refusal("--store", "shoebox:"), 2);
  assertEquals(await refusal("--store", "memory:", "--story", "a/b"), 2);
  assertEquals(await refusal("--store", "memory:", "--rules", "/nowhere/rules.json"), 4);
  assertEquals(await refusal("--store", "memory:", "--origin", "loom.example"), 2);
});

Deno.test("loom narrative serve closes episodes that are over when the environment says so", async () => {
  await using folder = await TempFolder.make();
  const address = `sqlite:${folder.at("beats.db")}`;
  const env = { LOOM_NARRATIVE_STORE: address, LOOM_NARRATIVE_CLOSE_EPISODES: "1" };
  const closed = await folder.write("closed.json", { event_type: "issues.closed", event_id: "e1" });
  assertEquals((await loom(["narrative", "beat", closed], { env })).code, 0);
  const io = memoryIo({ env });
  const running = runLoom(["narrative", "serve", "--port", "0"], io);
  await io.said("err", "Episode s01e01 is closed.");
  io.interrupt();
  assertEquals(await running, 0);
  const { out } = await loom(["narrative", "position", "--json"], { env });
  assertEquals(JSON.parse(out).beat_count, 0);
});
