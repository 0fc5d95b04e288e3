/**
 * What the hook leaves behind: flows that ran, spooled events, lines of the log.
 */
import { assert, assertEquals } from "@std/assert";
import { readSpooled, spooledFiles } from "./spool.ts";
import { ANALYSIS, bridgeWith, hook, StubBridge } from "./testing.ts";

Deno.test({
  name: "runHook() runs flows in order, with the event on standard input, and none outside the folder",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const program = (name: string, text: string) =>
        Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      await Deno.mkdir(`${folder}/flows`);
      await program("flows/arc_tracker", `cat > "${folder}/seen"`);
      await program("flows/beat_generator", "exit 3");
      await program("x", `touch "${folder}/smuggled"`);
      const suggested_flows = ["arc_tracker", "beat_generator", "narrative_analyzer", "../x"];
      const analysis = { ...ANALYSIS, story_engine: { suggested_flows } };
      await using bridge = bridgeWith(analysis);
      const { result } = await hook(bridge.url, { env: { LOOM_NARRATIVE_FLOWS: `${folder}/flows` } });
      assertEquals(result.flows, [
        { name: "arc_tracker", ran: true, ok: true },
        { name: "beat_generator", ran: true, ok: false },
        { name: "narrative_analyzer", ran: false, ok: null },
        { name: "../x", ran: false, ok: null },
      ]);
      const seen = JSON.parse(await Deno.readTextFile(`${folder}/seen`));
      assertEquals([seen.event.event_id, seen.analysis, seen.beat_id], ["d-1", analysis, "beat_17"]);
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["flows", "seen", "x"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("runHook() spools what no bridge took, and nothing that was refused for good", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const env = { LOOM_NARRATIVE_SPOOL: `${folder}/spool` };
    await using down = new StubBridge(() => new Response(null, { status: 503 }));
    await hook(down.url, { env });
    await using refusing = new StubBridge(() => new Response(null, { status: 400 }));
    await hook(refusing.url, { env });
    const paths = await spooledFiles(`${folder}/spool`);
    assertEquals(paths.length, 1);
    assertEquals(await readSpooled(paths[0] ?? ""), {
      event_type: "issues",
      event_id: "d-1",
      repository: "octo/door",
      action: "opened",
      timestamp: "2026-01-03T13:20:00.000Z",
      sender: "ann",
      payload: { a: 1 },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("runHook() appends a line without payload and token to the log", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using bridge = bridgeWith();
    const env = { LOOM_NARRATIVE_LOG: `${folder}/log`, LOOM_NARRATIVE_TOKEN: "s3cret" };
    await hook(bridge.url, { env, stdin: '{"title":"private"}' });
    await hook("http://127.0.0.1:1", { env, stdin: '{"title":"private"}' });
    const text = await Deno.readTextFile(`${folder}/log`);
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(lines.map(({ mode, error }) => [mode, error]), [
      ["bridge", null],
      ["local", "connection refused"],
    ]);
    assertEquals([lines[0].event_type, lines[0].action, lines[0].repository], [
      "issues",
      "opened",
      "octo/door",
    ]);
    assert(!/private|s3cret/.test(text));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("runHook() goes on when neither spool nor log can be written", async () => {
  const file = await Deno.makeTempFile();
  try {
    const env = { LOOM_NARRATIVE_SPOOL: `${file}/spool`, LOOM_NARRATIVE_LOG: `${file}/log` };
    const { result, remarks } = await hook("http://127.0.0.1:1", { env });
    assertEquals([result.mode, remarks.length], ["local", 3]);
  } finally {
    await Deno.remove(file);
  }
});
