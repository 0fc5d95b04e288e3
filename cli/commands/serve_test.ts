import { assertEquals, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo, type MemoryIoOptions } from "../testing/memory_io.ts";

/** Serves while `work` is done with the address; gives the exit code and what was said. */
async function serving(
  args: readonly string[],
  work: (url: string) => Promise<void>,
  options: MemoryIoOptions = {},
): Promise<{ code: number; out: string; err: string }> {
  const io = memoryIo(options);
  const running = runLoom(["serve", "--port", "0", ...args], io);
  await io.said("out", "\n");
  const [url = ""] = /http:[^"\s]+/.exec(io.out()) ?? [];
  await work(url);
  io.interrupt();
  return { code: await running, out: io.out(), err: io.err() };
}

async function health(url: string): Promise<unknown> {
  return (await (await fetch(`${url}/health`)).json()).status;
}

Deno.test("loom serve tells the address of a hub that answers, and stops it", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  let address = "";
  const { code, out, err } = await serving([doc], async (url) => {
    address = url;
    assertEquals(await health(url), "ok");
  });
  assertEquals([code, out], [0, `${address}\n`]);
  assertEquals(
    err,
    `Documents: ${doc}, and others by their paths. Ctrl-C stops the hub.\nThe hub has stopped.\n`,
  );
  assertEquals(await fetch(`${address}/health`).then(() => "there", () => "gone"), "gone");
});

Deno.test("loom serve --json tells the same to programs, as a line", async () => {
  await using folder = await TempFolder.make();
  const { out } = await serving(["--json", "--root", folder.path, "--quiet"], () => Promise.resolve());
  const { url, port, root } = JSON.parse(out);
  assertEquals([url, root, out.split("\n").length], [`http://127.0.0.1:${port}`, folder.path, 2]);
});

Deno.test("loom serve --log tells what happens", async () => {
  const { err } = await serving(["--log", "--quiet"], () => Promise.resolve());
  assertEquals(err.trim().split("\n").map((line) => JSON.parse(line).event), [
    "listening",
    "stopping",
    "stopped",
  ]);
});

Deno.test("loom serve lets other machines in only with a token", async () => {
  const { code, err } = await loom(["serve", "--port", "0", "--host", "0.0.0.0"]);
  assertEquals(code, 3);
  assertStringIncludes(err, "needs a token");
  const short = await loom(["serve", "--port", "0", "--host", "0.0.0.0"], {
    env: { LOOM_BRIDGE_TOKEN: "s3cret" },
  });
  assertEquals(short.code, 3);
  assertStringIncludes(short.err, "(LOOM_BRIDGE_TOKEN) has fewer than 16 characters");
  const env = { LOOM_BRIDGE_TOKEN: "s3cret-of-length" };
  const served = await serving(["--host", "0.0.0.0"], async (url) => {
    assertEquals(await health(url.replace("0.0.0.0", "127.0.0.1")), "ok");
  }, { env });
  assertEquals([served.code, (served.out + served.err).includes("s3cret")], [0, false]);
});

Deno.test("loom serve says that its document is one that nobody can join", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  await Deno.mkdir(folder.at("machines"));
  const outside = await serving([doc, "--root", folder.at("machines")], () => Promise.resolve());
  assertStringIncludes(
    outside.err,
    `Clients that name no document are refused: "${doc}" is no document inside`,
  );
  const other = await serving([folder.at("notes.md")], () => Promise.resolve());
  assertStringIncludes(other.err, "is no document of the loom");
  const unnamed = await serving(["--root", folder.at("machines")], () => Promise.resolve());
  assertEquals(unnamed.err.includes("refused"), false);
});

const REFUSED: readonly (readonly [readonly string[], number, string])[] = [
  [["--port", "70000"], 2, "70000 is no port"],
  [["--port", "-1"], 2, "-1 is no port"],
  [["--port", "0", "--origin", "here"], 2, "is no origin of a page"],
  [["--port", "0", "--root", "/nowhere/at/all"], 2, "There is no folder"],
  [["--port", "0", "--token-file", "/nowhere/token"], 4, "cannot be read"],
  [["--port", "0", "--token", "a", "--token-file", "b"], 2, "give one of them"],
  [["-"], 2, "Standard input is no document"],
];
for (const [args, exit, sentence] of REFUSED) {
  Deno.test(`loom serve ${args.join(" ")} is refused with a sentence`, async () => {
    const { code, out, err } = await loom(["serve", ...args]);
    assertEquals([code, out], [exit, ""]);
    assertStringIncludes(err, sentence);
  });
}

Deno.test("loom serve tells a port that is taken", async () => {
  await serving([], async (url) => {
    const { code, err } = await loom(["serve", "--port", new URL(url).port]);
    assertEquals(code, 4);
    assertStringIncludes(err, "cannot listen");
  });
});
