import { memoryStore, openStore, spoolEvent } from "@loom/bridge/narrative";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { beatsLike, ISSUE_STORY } from "../bridge/narrative/episode/testing.ts";
import { StubForge } from "../bridge/narrative/forge/testing.ts";
import { deadAddress } from "../cli/testing/hub.ts";
import { loom, TempFolder } from "../cli/testing/loom.ts";

const TITLE = "s01e07-issue-1---spelling-error-in-th";

/** Writes an episode into a folder; the beats come from there. */
async function episode(folder: TempFolder, args: readonly string[], env: Record<string, string> = {}) {
  return await loom(["narrative", "episode", "--output-dir", folder.at("out"), ...args], { env });
}

async function written(folder: TempFolder): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder.at("out")))).map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

Deno.test("narrative episode writes the two files of a list of beats, and their paths", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("beats.json", beatsLike(ISSUE_STORY));
  const args = ["--episode-number", "7", "--events-file", file];
  const { code, out } = await episode(folder, args);
  assertEquals([code, out], [
    0,
    [".md", ".ncp.json"].map((end) => `${folder.at("out")}/${TITLE}${end}\n`).join(""),
  ]);
  assertEquals(await written(folder), [".made-loom", `${TITLE}.md`, `${TITLE}.ncp.json`]);
  const more = await episode(folder, [...args, "--ncp2", "--ncp3", "--scenario", "--json"]);
  assertEquals(JSON.parse(more.out).files.length, 5);
});

Deno.test("narrative episode makes the same bytes at the same time, however it is told", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("beats.json", beatsLike(ISSUE_STORY));
  const args = ["--episode-number", "7", "--events-file", file];
  const texts: string[] = [];
  for (
    const [more, env] of [[["--now", "2026-01-03T13:20:00Z"], {}], [[], {
      SOURCE_DATE_EPOCH: "1767446400",
    }]] as const
  ) {
    await episode(folder, [...args, ...more], env);
    texts.push(await Deno.readTextFile(`${folder.at("out")}/${TITLE}.ncp.json`));
  }
  assertEquals(texts[0], texts[1]);
  for (const SOURCE_DATE_EPOCH of ["soon", "-1", "253402300800", "1".repeat(40)]) {
    assertEquals((await episode(folder, args, { SOURCE_DATE_EPOCH })).code, 2);
  }
  assertMatch(texts[0] ?? "", /"created_at": "2026-01-03T13:20:00Z"/);
});

Deno.test("narrative episode replaces what was edited only with --overwrite", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("beats.json", beatsLike(ISSUE_STORY));
  const args = ["--episode-number", "7", "--events-file", file];
  await episode(folder, args);
  assertEquals((await episode(folder, [...args, "--genre", "Other"])).code, 0);
  const path = `${folder.at("out")}/${TITLE}.ncp.json`;
  await Deno.writeTextFile(path, "mine");
  const { code, out, err } = await episode(folder, args);
  assertEquals([code, out, await Deno.readTextFile(path)], [1, "", "mine"]);
  assertMatch(err, /was edited after the loom made it, .* or give --overwrite\.$/m);
  assertEquals((await episode(folder, [...args, "--overwrite"])).code, 0);
  assertMatch(await Deno.readTextFile(path), /"schema_version": "1.0"/);
});

Deno.test("narrative episode refuses a wrong command line with 2, and what it cannot read with 1", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("beats.json", beatsLike(ISSUE_STORY));
  const number = ["--episode-number", "7"];
  const wrong = [
    number,
    ["--events-file", file],
    ["--episode-number", "0", "--events-file", file],
    ["--episode-number", "100", "--events-file", file],
    ["--episode-number", "seven", "--events-file", file],
    [...number, "--season", "100", "--events-file", file],
    [...number, "--events-file", file, "--nonsense"],
    [...number, "--events-file", file, "--now", "soon"],
    [...number, "--events-file", file, "--close"],
    [...number, "--events-file", file, "--story", "../x"],
  ];
  for (const args of wrong) assertEquals([(await episode(folder, args)).code, args], [2, args]);
  const unreadable = [
    folder.at("none.json"),
    await folder.write("object.json", "{}"),
    await folder.write("broken.json", "["),
  ];
  for (const path of unreadable) {
    const { code, err } = await episode(folder, [...number, "--events-file", path]);
    assertEquals([code, path], [1, path]);
    assert(err.startsWith("error: "));
  }
  const dead = deadAddress().replace("http", "redis");
  assertEquals((await episode(folder, [...number, "--redis-url", dead])).code, 1);
  assertEquals(await written(folder), []);
});

Deno.test("narrative episode writes nothing without beats, and nothing when it only tries", async () => {
  await using folder = await TempFolder.make();
  const none = await folder.write("none.json", "[]");
  const { code, err } = await episode(folder, ["--episode-number", "7", "--events-file", none]);
  assertEquals(code, 0);
  assertMatch(err, /no beats/);
  const file = await folder.write("beats.json", beatsLike(ISSUE_STORY));
  const dry = await episode(folder, ["--episode-number", "7", "--events-file", file, "--dry-run"]);
  assertEquals([dry.code, dry.out.split("\n").length], [0, 3]);
  assertEquals(await written(folder), []);
});

Deno.test("narrative episode warns of two sources, of elements that are no beats, and of an older title", async () => {
  await using folder = await TempFolder.make();
  const file = await folder.write("beats.json", [...beatsLike(ISSUE_STORY), 7]);
  await episode(folder, ["--episode-number", "7", "--events-file", file]);
  const other = await folder.write("other.json", [...beatsLike(["beat"]), 7]);
  const { err } = await episode(folder, [
    ...["--episode-number", "7", "--events-file", other, "--redis-url", "redis://127.0.0.1:1"],
    ...["--now", "2026-01-03T13:20:00Z"],
  ]);
  assertEquals(err.trimEnd().split("\n"), [
    "Several sources are named: --events-file is taken.",
    "Element 2 is no object and is left out.",
    `${folder.at("out")}/${TITLE}.md is of the same episode under another title; it stays.`,
  ]);
  assertEquals((await written(folder)).filter((name) => name.endsWith(".md")), [
    "s01e07-episode-20260103.md",
    `${TITLE}.md`,
  ]);
});

Deno.test("narrative episode closes the open one of the store, and writes it again from what was closed", async () => {
  await using folder = await TempFolder.make();
  const address = `sqlite:${folder.at("n.db")}`;
  const store = await openStore(address);
  const add = async (functions: readonly string[], from: number) => {
    for (const [index, { id: _, ...draft }] of beatsLike(functions).entries()) {
      await store.createBeat("main", { ...draft, event_id: `e${from + index}` });
    }
  };
  await add(ISSUE_STORY, 0);
  const first = await episode(folder, ["--episode-number", "1", "--store", address, "--close"]);
  assertEquals(first.code, 0);
  assertEquals((await store.count("main")).open, 0);
  await add(["beat", "beat"], 100);
  const second = await episode(folder, ["--episode-number", "2", "--store", address, "--json"]);
  assertEquals([JSON.parse(second.out).beats, (await store.count("main")).open], [2, 2]);
  const again = await episode(folder, ["--episode-number", "1", "--store", address, "--json"]);
  assertEquals([JSON.parse(again.out).beats, (await store.count("main")).open], [7, 2]);
  const twice = await episode(folder, ["--episode-number", "1", "--store", address, "--close"]);
  assertMatch(twice.err, /s01e01 was closed before: .* give it another number/);
  assertEquals((await store.count("main")).open, 2);
  assertEquals((await store.episodes("main")).map(({ episode_id, closed }) => [episode_id, closed]), [
    ["s01e01", true],
    ["s01e02", false],
  ]);
  const replayed = await loom(["narrative", "replay", "--store", address, "--json"]);
  const last = JSON.parse(replayed.out.trimEnd().split("\n").at(-1) ?? "");
  assertEquals([last.act, last.count], [1, 2]);
  await store.close();
});

Deno.test("narrative backfill asks a forge, and doctor has delivered again what the store does not have", async () => {
  await using folder = await TempFolder.make();
  const issue = { number: 1, title: "x", user: { login: "ann" }, created_at: "2026-01-02T10:00:00Z" };
  const hooks = [{ id: 7, config: { url: "https://bridge.example/api/narrative-bridge/webhook" } }];
  const lost = {
    id: 3,
    guid: "lost",
    event: "issues",
    action: "closed",
    status_code: 0,
    delivered_at: "2026-01-03",
  };
  await using forge = new StubForge({
    issues: [issue],
    hooks,
    deliveries: [lost, { ...lost, id: 2, event: "star" }],
  });
  const env = {
    GITHUB_API_URL: forge.url,
    GITHUB_TOKEN: "t0ken",
    LOOM_NARRATIVE_STORE: `sqlite:${folder.at("n.db")}`,
  };
  const run = (...args: string[]) => loom(["narrative", ...args, "--repo", "octo/door"], { env });
  const dry = await run("backfill", "--since", "2026-01-01", "--dry-run");
  assertEquals(dry.out, "2026-01-02 10:00  planned  issues.opened  Issue #1: x\n");
  const filled = await run("backfill", "--since", "2026-01-01", "--json");
  assertEquals(JSON.parse(filled.out), { fetched: 1, created: 1, known: 0 });
  const seen = await run("doctor", "--dry-run");
  assertEquals([seen.code, seen.out], [1, "missing  lost  issues.closed  2026-01-03  status 0\n"]);
  const mended = await run("doctor");
  assertEquals([mended.code, forge.attempts], [0, [3]]);
  assertEquals((await run("backfill")).code, 2);
  const unknown = await run("backfill", "--since", "2026-01-01", "--events", "issues,issue_comment");
  assertEquals([unknown.code, unknown.err.includes('"issue_comment": it takes issues, pull_request, push')], [
    2,
    true,
  ]);
  const gone = await loom(["narrative", "doctor", "--repo", "octo/door", "--api", deadAddress()], { env });
  assertEquals(gone.code, 4);
  assert(!gone.err.includes("t0ken"));
});

Deno.test("narrative hook tells one line, and drain takes to the bridge what it spooled", async () => {
  await using folder = await TempFolder.make();
  const spool = folder.at("spool");
  const env = { LOOM_NARRATIVE_SPOOL: spool, WEBHOOK_EVENT_TYPE: "push", WEBHOOK_EVENT_ID: "e1" };
  const ran = await loom(["narrative", "hook"], {
    stdin: "{}",
    env: { ...env, NARRATIVE_BRIDGE_URL: deadAddress() },
  });
  assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
  await spoolEvent(spool, {
    ...JSON.parse(
      '{"event_type":"push","repository":"","action":"","timestamp":"","sender":"","payload":{}}',
    ),
    event_id: "e2",
  }, new Date());
  const waiting = await loom(["narrative", "drain"], {
    env: { ...env, NARRATIVE_BRIDGE_URL: deadAddress() },
  });
  assertEquals(waiting.code, 5);
  const { handle, narrativeDeps, readNarrativeSettings } = await import("@loom/bridge/narrative");
  const store = memoryStore();
  const deps = narrativeDeps({ store, settings: readNarrativeSettings({}) });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => handle(request, deps),
  );
  const url = `http://127.0.0.1:${server.addr.port}/api/narrative-bridge`;
  const drained = await loom(["narrative", "drain", "--json"], {
    env: { ...env, NARRATIVE_BRIDGE_URL: url },
  });
  assertEquals([drained.code, JSON.parse(drained.out)], [0, { sent: 2, refused: 0, left: 0 }]);
  assertEquals((await store.list("main")).map(({ beat }) => beat.event_id), ["e1", "e2"]);
  assertEquals((await loom(["narrative", "drain"])).code, 2);
  deps.feed.close();
  await server.shutdown();
  await store.close();
});
