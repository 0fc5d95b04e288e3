import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DESIGNER_PORT } from "@loom/designer/server";
import { runLoom } from "../run_loom.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { WEB_PORT } from "../web_port.ts";

/** Serves with pages while `work` is done with their address; gives the exit code and what was said. */
async function servingPages(
  args: readonly string[],
  work: (web: string, hub: string) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string; err: string }> {
  const io = memoryIo({ env });
  const free = args.includes("--web-port") ? [] : ["--web-port", "0"];
  const running = runLoom(["serve", "--port", "0", ...free, ...args], io);
  await io.said("out", "\n", 2);
  const [hub = "", web = ""] = io.out().trim().split("\n");
  await work(web, hub);
  io.interrupt();
  return { code: await running, out: io.out(), err: io.err() };
}

Deno.test("loom serve --web shows the document, and describes it", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  let address = "";
  const { code } = await servingPages([doc], async (web, hub) => {
    address = web;
    const page = await fetch(web);
    assertEquals(page.status, 200);
    assertStringIncludes(page.headers.get("content-security-policy") ?? "", hub.replace("http", "ws"));
    assertStringIncludes(await page.text(), 'data-state="Closed"');
    const told = await (await fetch(`${web}/api/rispec`, { method: "POST" })).json();
    const { out } = await loom(["rispec", doc]);
    assertEquals([told.rispec.trim(), told.projectFile], [out.trim(), await Deno.realPath(doc)]);
  });
  assertEquals(code, 0);
  assertEquals(await fetch(`${address}/health`).then(() => "there", () => "gone"), "gone");
});

Deno.test("loom serve --narrative has the bridge beside its pages", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const env = { LOOM_NARRATIVE_STORE: "memory:" };
  const { code } = await servingPages([doc, "--narrative"], async (web) => {
    const position = await (await fetch(`${web}/api/narrative-bridge/get-position`)).json();
    assertEquals(position.beat_count, 0);
  }, env);
  assertEquals(code, 0);
});

Deno.test("loom serve does not show on pages what the narrative bridge guards", async () => {
  const io = memoryIo({ env: { LOOM_NARRATIVE_STORE: "memory:", LOOM_NARRATIVE_TOKEN: "s3cret" } });
  const code = await runLoom(["serve", "--port", "0", "--web-port", "0", "--narrative"], io);
  assertEquals([code, io.out()], [2, ""]);
  assertStringIncludes(io.err(), "LOOM_NARRATIVE_TOKEN");
});

Deno.test("loom serve --web serves documents of LOOM_DOC_ROOTS, and asks for the token of the hub", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const elsewhere = await other.write("gate.smdf.json", DOOR);
  const env = { LOOM_DOC_ROOTS: other.path, LOOM_BRIDGE_TOKEN: "s3cret" };
  const { out, err } = await servingPages([doc], async (web) => {
    const address = `${web}/?doc=${encodeURIComponent(elsewhere)}`;
    const [without, shown] = await Promise.all([
      fetch(address),
      fetch(address, { headers: { authorization: "Bearer s3cret" } }),
    ]);
    assertEquals([without.status, shown.status], [401, 200]);
    // The page reaches the hub through the server, which keeps the token.
    const text = await shown.text();
    assertEquals(text.includes("s3cret"), false);
    assertStringIncludes(text, '"hub":{"relay":"/api/hub"}');
    await without.body?.cancel();
  }, env);
  assertEquals((out + err).includes("s3cret"), false);
});

Deno.test("loom serve --web serves no folder but those that are named, and its document", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const beside = await folder.write("beside.smdf.json", DOOR);
  await servingPages([doc], async (web) => {
    const statusOf = async (path: string) => {
      const response = await fetch(`${web}/?doc=${encodeURIComponent(path)}`);
      await response.body?.cancel();
      return response.status;
    };
    assertEquals([await statusOf(doc), await statusOf(beside)], [200, 403]);
  }, { LOOM_DOC_ROOTS: other.path });
});

Deno.test("loom serve --web serves the diagrams of LOOM_CHRONICLE_ROOT too, and nothing else of it", async () => {
  await using folder = await TempFolder.make();
  await using chronicle = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  await Deno.mkdir(`${chronicle.path}/ep001/diagrams`, { recursive: true });
  const diagram = await chronicle.write("ep001/diagrams/gate.smdf.json", DOOR);
  const note = await chronicle.write("ep001/gate.smdf.json", DOOR);
  await servingPages([doc], async (web) => {
    const statusOf = async (path: string) => {
      const response = await fetch(`${web}/?doc=${encodeURIComponent(path)}`);
      await response.body?.cancel();
      return response.status;
    };
    assertEquals([await statusOf(doc), await statusOf(diagram), await statusOf(note)], [200, 200, 403]);
  }, { LOOM_CHRONICLE_ROOT: chronicle.path });
});

Deno.test("loom serve --narrative asks for the token of the pages at the bridge too", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const env = { LOOM_NARRATIVE_STORE: "memory:", LOOM_BRIDGE_TOKEN: "s3cret" };
  await servingPages([doc, "--narrative"], async (web) => {
    const address = `${web}/api/narrative-bridge/get-position`;
    const without = await fetch(address);
    const shown = await fetch(address, { headers: { authorization: "Bearer s3cret" } });
    assertEquals([without.status, shown.status], [401, 200]);
    await Promise.all([without.body?.cancel(), shown.body?.cancel()]);
  }, env);
});

Deno.test("loom serve --narrative keeps what the bridge's environment says of hosts and origins", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const env = { LOOM_NARRATIVE_STORE: "memory:", LOOM_NARRATIVE_CORS_ORIGIN: "https://monitor.example" };
  await servingPages([doc, "--narrative"], async (web) => {
    const statusOf = async (path: string, origin: string) => {
      const response = await fetch(web + path, { headers: { origin } });
      await response.body?.cancel();
      return response.status;
    };
    const position = "/api/narrative-bridge/get-position";
    assertEquals(await statusOf(position, "https://monitor.example"), 200);
    assertEquals(await statusOf(position, "https://evil.example"), 403);
    assertEquals(await statusOf("/", "https://monitor.example"), 403);
  }, env);
});

Deno.test("loom serve --narrative tells of a store that cannot be opened, and stops", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("file", "");
  const io = memoryIo({ env: { LOOM_NARRATIVE_STORE: `sqlite:${file}/beats.db` } });
  const code = await runLoom(["serve", "--port", "0", "--web-port", "0", "--narrative"], io);
  assertEquals([code, io.out()], [4, ""]);
  assertStringIncludes(io.err(), `${file}/beats.db`);
});

Deno.test("loom serve --web ends the streams of its pages when it is interrupted", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  let rest: Promise<string> | undefined;
  const began = performance.now();
  const { code } = await servingPages([doc, "--narrative"], async (web) => {
    const response = await fetch(`${web}/api/narrative-bridge/stream`);
    rest = response.text();
  }, { LOOM_NARRATIVE_STORE: "memory:" });
  assertEquals(code, 0);
  assertStringIncludes(await rest ?? "", "event: position");
  assert(performance.now() - began < 4_000, "It waited for the stream.");
});

Deno.test("loom serve --web tells a port that is taken, and stops the hub", async () => {
  await servingPages([], async (web) => {
    const { code, out, err } = await loom(["serve", "--port", "0", "--web-port", new URL(web).port]);
    assertEquals([code, out], [4, ""]);
    assertStringIncludes(err, "choose another port");
  });
});

Deno.test("loom serve --web lets its pages join the hub, whatever --origin says", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const args = [doc, "--web-port", `${port}`, "--origin", "https://loom.example"];
  await servingPages(args, async (_web, hub) => {
    const statusOf = async (origin: string) => {
      const response = await fetch(`${hub}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
      await response.body?.cancel();
      return response.status;
    };
    const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, "https://loom.example"];
    for (const origin of origins) assertEquals([origin, await statusOf(origin)], [origin, 200]);
    assertEquals(await statusOf("http://127.0.0.1:1"), 403);
  });
});

Deno.test("the command and the designer mean the same port", () => {
  assertEquals(WEB_PORT, DESIGNER_PORT);
});
