import { assertEquals, assertMatch } from "@std/assert";
import { readSpooled, spooledFiles } from "../bridge/narrative/hook/spool.ts";
import { bodyIdentity } from "../bridge/narrative/sha256.ts";

const SCRIPT = new URL("../scripts/narrative_hook.sh", import.meta.url).pathname;
const EVENT = { WEBHOOK_EVENT_TYPE: "issues", WEBHOOK_EVENT_ID: "d-1" };
/** What the hook says without a bridge, but for the time that it took. */
const LOCAL = { mode: "local", lead_universe: null, coherence_score: null, beat_id: null, flows: [] };

/** A test of the script where there is no program to run; it gets an empty folder. */
function test(name: string, fn: (folder: string) => Promise<void>): void {
  Deno.test({
    name: `narrative_hook.sh ${name}`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      const folder = await Deno.makeTempDir();
      try {
        await fn(folder);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

function start(env: Record<string, string>): Deno.ChildProcess {
  return new Deno.Command("/bin/sh", {
    args: [SCRIPT],
    env: { PATH: "/usr/bin:/bin", LOOM_COMMAND: "/nowhere/loom", ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function endOf(child: Deno.ChildProcess): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

async function hook(env: Record<string, string>, payload: string) {
  const child = start(env);
  const fed = new Blob([payload]).stream().pipeTo(child.stdin).catch(() => {});
  const ended = await endOf(child);
  await fed;
  return ended;
}

async function names(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

/** Waits for what another process does, 10 seconds at most. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 1_000 && !await isSo(); looks++) {
    await new Promise((done) => setTimeout(done, 10));
  }
}

test("keeps an event for its owner alone where there is no program, and says one line", async (folder) => {
  const payload = JSON.stringify({ text: 'é"\\\n'.repeat(60_000) });
  const env = {
    WEBHOOK_EVENT_TYPE: " issues ",
    WEBHOOK_EVENT_ID: 'd"1\\n',
    WEBHOOK_REPOSITORY: "octo/tür",
    WEBHOOK_ACTION: "two\nlines",
    WEBHOOK_TIMESTAMP: "2026-01-03T14:20:00+01:00",
    WEBHOOK_SENDER: "ann",
    LOOM_NARRATIVE_SPOOL: `${folder}/deep/spool`,
  };
  const { code, out, err } = await hook(env, payload);
  const { ms, ...result } = JSON.parse(out);
  assertEquals([code, typeof ms, out.split("\n").length], [0, "number", 2]);
  assertEquals(result, { event_id: 'd"1\\n', ...LOCAL });
  assertMatch(err, /LOOM_COMMAND names no program.*\n.*the event waits in /);
  const paths = await spooledFiles(`${folder}/deep/spool`);
  assertEquals((await names(`${folder}/deep/spool`)).length, 1);
  const [path = ""] = paths;
  // Modes are there wherever there is a shell.
  assertEquals([
    (await Deno.stat(path)).mode! & 0o777,
    (await Deno.stat(`${folder}/deep/spool`)).mode! & 0o777,
  ], [
    0o600,
    0o700,
  ]);
  assertEquals(await readSpooled(path), {
    event_type: "issues",
    event_id: 'd"1\\n',
    repository: "octo/tür",
    action: "two lines",
    timestamp: "2026-01-03T13:20:00.000Z",
    sender: "ann",
    payload: JSON.parse(payload),
  });
});

test("keeps an event that names no id and no time", async (folder) => {
  const before = new Date().toISOString().slice(0, 19);
  await hook({ WEBHOOK_EVENT_TYPE: "push", LOOM_NARRATIVE_SPOOL: folder }, "{}");
  const event = await readSpooled((await spooledFiles(folder))[0] ?? "");
  assertEquals([event?.event_id, event?.payload], [bodyIdentity(new TextEncoder().encode("{}")), {}]);
  assertEquals((event?.timestamp ?? "") >= before, true);
});

test("lets the oldest make room, and leaves other files", async (folder) => {
  const others = ["1-zz.json", "12.json", "notes-1.json", "1 -a.json"];
  for (const name of others) await Deno.writeTextFile(`${folder}/${name}`, "");
  for (let ms = 0; ms < 501; ms++) {
    await Deno.writeTextFile(`${folder}/${String(ms).padStart(13, "0")}-ab.json`, "{}");
  }
  await hook({ ...EVENT, LOOM_NARRATIVE_SPOOL: folder }, "{}");
  const paths = await spooledFiles(folder);
  assertEquals([paths.length, paths[0]], [500, `${folder}/0000000000002-ab.json`]);
  assertEquals((await names(folder)).filter((name) => others.includes(name)), others.toSorted());
});

test("keeps nothing of an event whose payload does not come before the end", async (folder) => {
  const child = start({ ...EVENT, LOOM_NARRATIVE_SPOOL: folder });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"half":'));
  await until(async () => (await names(folder)).length > 0);
  child.kill("SIGTERM");
  const { code, out, err } = await endOf(child);
  assertEquals([code, JSON.parse(out).mode], [0, "local"]);
  assertMatch(err, /its payload did not come/);
  assertEquals(await names(folder), []);
  await writer.close().catch(() => {});
});

test("keeps an event whose payload comes within a second of the end", async (folder) => {
  const child = start({ ...EVENT, LOOM_NARRATIVE_SPOOL: folder });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"half":'));
  await until(async () => (await names(folder)).length > 0);
  child.kill("SIGTERM");
  await writer.write(new TextEncoder().encode("1}"));
  await writer.close();
  assertEquals((await endOf(child)).code, 0);
  assertEquals((await readSpooled((await spooledFiles(folder))[0] ?? ""))?.payload, { half: 1 });
});

test("says one line and ends with 0 where nothing can be kept", async (folder) => {
  await Deno.writeTextFile(`${folder}/file`, "");
  const ran = await hook({ ...EVENT, LOOM_NARRATIVE_SPOOL: `${folder}/file` }, "{}");
  assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
  assertMatch(ran.err, /cannot be spooled in /);
  const without = await hook(EVENT, "x".repeat(1_000_000));
  assertEquals([without.code, JSON.parse(without.out).mode], [0, "local"]);
  const untyped = await hook({ LOOM_NARRATIVE_SPOOL: `${folder}/spool` }, "{}");
  assertEquals([untyped.code, JSON.parse(untyped.out).mode], [0, "local"]);
  assertMatch(untyped.err, /WEBHOOK_EVENT_TYPE is not set/);
  assertEquals(await names(folder), ["file"]);
});

test("appends its line to the log, and never the payload", async (folder) => {
  const env = { ...EVENT, WEBHOOK_REPOSITORY: "octo/door", LOOM_NARRATIVE_LOG: `${folder}/log` };
  await hook(env, '{"secret":1}');
  await hook({ ...env, LOOM_NARRATIVE_LOG: `${folder}/none/log` }, "{}");
  const text = await Deno.readTextFile(`${folder}/log`);
  const { ts, ms: _, ...line } = JSON.parse(text);
  assertMatch(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assertEquals(line, {
    event_id: "d-1",
    ...LOCAL,
    event_type: "issues",
    action: "",
    repository: "octo/door",
    error: "LOOM_COMMAND names no program",
  });
});

test("keeps an event whose program ends with an error before it reads", async (folder) => {
  const ran = await hook({ ...EVENT, LOOM_COMMAND: "/bin/false", LOOM_NARRATIVE_SPOOL: folder }, '{"a":1}');
  assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
  assertMatch(ran.err, /the program ended with 1/);
  assertEquals((await readSpooled((await spooledFiles(folder))[0] ?? ""))?.payload, { a: 1 });
});

test("keeps nothing of an event whose payload went with the program", async (folder) => {
  for (const [name, reads] of [["all", "cat >/dev/null"], ["half", "head -c 3 >/dev/null"]]) {
    const program = `${folder}/${name}`;
    await Deno.writeTextFile(program, `#!/bin/sh\n${reads}\nexit 3\n`, { mode: 0o700 });
    const spool = `${folder}/spool`;
    const ran = await hook({ ...EVENT, LOOM_COMMAND: program, LOOM_NARRATIVE_SPOOL: spool }, '{"a":{"b":1}}');
    assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
    assertMatch(ran.err, /the program has taken its payload/);
    assertEquals(await names(spool), []);
  }
});

test("ends with the program where that works, at a signal too", async (folder) => {
  const program = `${folder}/loom`;
  const text = `#!/bin/sh
trap 'echo {}; exit 0' TERM
read -r line
: >"$0.ready"
while :; do sleep 0.05; done
`;
  await Deno.writeTextFile(program, text, { mode: 0o700 });
  const child = start({ ...EVENT, LOOM_COMMAND: program, LOOM_NARRATIVE_SPOOL: `${folder}/spool` });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("{}\n"));
  await until(async () => (await names(folder)).includes("loom.ready"));
  child.kill("SIGTERM");
  const { code, out } = await endOf(child);
  assertEquals([code, out], [0, "{}\n"]);
  assertEquals(await names(folder), ["loom", "loom.ready"]);
  await writer.close().catch(() => {});
});
