import { assert, assertEquals, assertMatch } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { loom, type Ran, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const OPENED = {
  event_type: "issues",
  event_id: "d-1",
  timestamp: "2026-01-03T13:20:00Z",
  payload: {
    action: "opened",
    issue: { number: 1, title: "Redesign the API", labels: [{ name: "Priority: HIGH" }] },
    repository: { full_name: "octo/door" },
    sender: { login: "ann" },
  },
};

/** A folder with a store, and commands that work on it. */
class Story implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly store: string;

  private constructor(folder: TempFolder) {
    this.folder = folder;
    this.store = `sqlite:${folder.at("narrative.db")}`;
  }

  static async make(): Promise<Story> {
    return new Story(await TempFolder.make());
  }

  run(verb: string, ...args: string[]): Promise<Ran> {
    return loom(["narrative", verb, ...args], { env: { LOOM_NARRATIVE_STORE: this.store } });
  }

  async add(event: { readonly event_id: string; readonly [member: string]: unknown }): Promise<Ran> {
    return await this.run("beat", await this.folder.write("event.json", event));
  }

  /** Beats of events of these types. */
  async addAll(...types: string[]): Promise<void> {
    for (const [index, event_type] of types.entries()) {
      const timestamp = new Date(Date.UTC(2026, 0, 3, 13, index)).toISOString();
      await this.add({ event_type, event_id: `e${index}`, timestamp });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.folder[Symbol.asyncDispose]();
  }
}

Deno.test("narrative analyze tells three readings of an event, or of what the forge sent", async () => {
  await using story = await Story.make();
  const whole = await story.folder.write("whole.json", OPENED);
  const payload = await story.folder.write("payload.json", OPENED.payload);
  const ran = await story.run("analyze", whole);
  assertEquals([ran.code, ran.out.split("\n").length], [0, 4]);
  assertMatch(ran.out, /^engineer +feature_request +0\.80 +priority: HIGH, impact_area: API/);
  assertMatch(ran.out, /story_engine +inciting_incident +0\.85 +leads/);
  const json = JSON.parse((await story.run("analyze", whole, "--json")).out);
  assertEquals(Object.keys(json), [
    "engineer",
    "ceremony",
    "story_engine",
    "lead_universe",
    "coherence_score",
  ]);
  const told = await story.run("analyze", payload, "--type", "issues", "--json");
  assertEquals(JSON.parse(told.out), json);
  const untold = await story.run("analyze", payload);
  assertEquals(untold.code, 2);
  assertMatch(untold.err, /give the type of the event with --type/);
});

Deno.test("narrative analyze keeps nothing unless it is to, and explain traces what is kept", async () => {
  await using story = await Story.make();
  const file = await story.folder.write("whole.json", OPENED);
  await story.run("analyze", file);
  const unknown = await story.run("explain", "d-1");
  assertMatch(unknown.err, /No analysis of the event "d-1" is kept/);
  assertEquals(unknown.code, 3);
  await story.run("analyze", file, "--keep");
  const { code, out } = await story.run("explain", "d-1");
  assertEquals([code, out], [
    0,
    `d-1 was looked up as issues.opened.
  engineer: feature_request (row issues.opened)
  ceremony: co_creation (row issues.opened)
  story_engine: inciting_incident (row issues.opened)
  priority: HIGH (the word "high")
  impact_area: API (the word "api")
  seven_generation_impact: HIGH (the word "design")
`,
  ]);
});

Deno.test("narrative beat makes one beat of an event, and takes what create-beat takes", async () => {
  await using story = await Story.make();
  const first = JSON.parse(
    (await story.run("beat", await story.folder.write("a.json", OPENED), "--json")).out,
  );
  assertEquals([first.beat_id, first.beat.content, first.beat.timestamp], [
    first.beat.id,
    "Issue #1: Redesign the API",
    "2026-01-03T13:20:00.000Z",
  ]);
  const again = await story.add(OPENED);
  assertMatch(again.err, /had this beat already/);
  const analysis = {
    engineer: { intent: "x" },
    ceremony: { intent: "y" },
    story_engine: { intent: "climax" },
  };
  const made = await story.add({ event_id: "d-2", analysis });
  assertMatch(made.out, /climax +act 3/);
  const bad = await story.add({ event_id: "d-3", analysis: { engineer: {} } });
  assertEquals(bad.code, 1);
  assertMatch(bad.err, /analysis/);
});

Deno.test("narrative beat makes a beat of what the forge sent, when it is told the type", async () => {
  await using story = await Story.make();
  const payload = await story.folder.write("payload.json", OPENED.payload);
  const untold = await story.run("beat", payload);
  assertEquals(untold.code, 2);
  assertMatch(untold.err, /--type/);
  const told = await story.run("beat", payload, "--type", "issues", "--id", "run-7", "--json");
  const { beat } = JSON.parse(told.out);
  assertEquals([beat.event_id, beat.narrative_function], ["run-7", "inciting_incident"]);
  const analysis = {
    engineer: { intent: "x" },
    ceremony: { intent: "y" },
    story_engine: { intent: "climax" },
  };
  const ready = await story.folder.write("ready.json", { event_id: "d-2", analysis });
  const both = await story.run("beat", ready, "--type", "issues");
  assertEquals(both.code, 2);
  assertMatch(both.err, /analysed already: leave --type/);
});

Deno.test("narrative position and watch tell act, phase, leads and the newest beats", async () => {
  await using story = await Story.make();
  await story.addAll("issues.opened", "push", "push", "push", "push", "pull_request.merged");
  const { out } = await story.run("position");
  const lines = out.trimEnd().split("\n");
  assertEquals([lines[0], lines.length], ["Act 2 (confrontation), 6 beats", 6]);
  assertMatch(lines[1] ?? "", /climax/);
  const position = JSON.parse((await story.run("position", "--json")).out);
  assertEquals(Object.keys(position), ["current_act", "current_phase", "beat_count", "recent_beats"]);
  const watched = await story.run("watch", "--once");
  assertMatch(watched.out, /acts +\[#{9}\.{15}\] 6, next at 16\n/);
  assertMatch(watched.out, /story_engine +\[#{24}\] 6\n/);
});

Deno.test("narrative beats lists by time, and filters", async () => {
  await using story = await Story.make();
  await story.addAll("issues.opened", "push", "pull_request.merged", "push");
  const list = async (...args: string[]) => {
    const beats = JSON.parse((await story.run("beats", "--json", ...args)).out);
    return beats.map(({ event_id }: { event_id: string }) => event_id);
  };
  assertEquals(await list(), ["e0", "e1", "e2", "e3"]);
  assertEquals(await list("--function", "beat"), ["e1", "e3"]);
  assertEquals(await list("--limit", "2"), ["e0", "e1"]);
  assertEquals(await list("--lead", "engineer"), []);
  const [, second] = JSON.parse((await story.run("beats", "--json")).out);
  assertEquals(await list("--after", second.id), ["e2", "e3"]);
  assertEquals((await story.run("beats", "--limit", "0")).code, 2);
});

Deno.test("narrative amend corrects a beat, and tells one that is not there", async () => {
  await using story = await Story.make();
  await story.addAll("push");
  const [{ id }] = JSON.parse((await story.run("beats", "--json")).out);
  const amended = await story.run("amend", id, "--function", "crisis", "--act", "3", "--reason", "outage");
  assertMatch(amended.out, /crisis +act 3/);
  await story.run("amend", id, "--function", "climax");
  const { amendments } = JSON.parse((await story.run("explain", "e0", "--json")).out);
  assertEquals(
    amendments.map((
      { narrative_function, act, reason }: Record<string, unknown>,
    ) => [narrative_function, act, reason]),
    [["crisis", 3, "outage"], ["climax", 3, ""]],
  );
  assertEquals((await story.run("amend", "beat_1", "--function", "climax")).code, 3);
  assertEquals((await story.run("amend", id)).code, 2);
  assertEquals((await story.run("amend", id, "--function", "climax", "--act", "4")).code, 2);
});

Deno.test("narrative replay tells the state after each beat, and what other rules would move", async () => {
  await using story = await Story.make();
  await story.addAll("issues.opened", "push");
  const { out } = await story.run("replay");
  assertEquals(out.split("\n").map((line) => line.slice(18).trimEnd()), [
    "inciting_incident -> Act1Incited  act 1, beat 1  Event processed",
    "beat -> Act1Incited  act 1, beat 2  Event processed",
    "",
  ]);
  const rules = await story.folder.write("rules.json", { story_engine: { push: "climax" } });
  const moved = await story.run("replay", "--reclassify", "--rules", rules, "--json");
  const lines = moved.out.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ type, event, event_id }) => [type, event ?? event_id]), [
    ["moved", "e1"],
    ["step", "inciting_incident"],
    ["step", "climax"],
  ]);
  const kept = async () => JSON.parse((await story.run("beats", "--json")).out)[1].narrative_function;
  assertEquals(await kept(), "beat");
  await story.run("replay", "--reclassify", "--write", "--rules", rules);
  assertEquals(await kept(), "climax");
  const slow = await story.run("replay", "--speed", "1000");
  assertEquals([slow.code, slow.out.split("\n").length], [0, 3]);
  assertEquals((await story.run("replay", "--speed", "0")).code, 2);
  assertEquals((await story.run("replay", "--write")).code, 2);
  assertEquals((await story.run("replay", "--from", "soon")).code, 2);
});

Deno.test("narrative forget deletes the events of a person", async () => {
  await using story = await Story.make();
  await story.add(OPENED);
  await story.addAll("push");
  const dry = await story.run("forget", "--login", "ann", "--dry-run");
  assertEquals([dry.out, dry.err], ["d-1\n", "1 event would be forgotten.\n"]);
  await story.run("forget", "--login", "Ann", "--repo", "Octo/Door");
  const { beat_count } = JSON.parse((await story.run("position", "--json")).out);
  assertEquals(beat_count, 1);
  assertEquals((await story.run("forget")).code, 2);
});

Deno.test("narrative forget finds what was fetched without its analysis, and tells of what nothing tells", async () => {
  await using story = await Story.make();
  const analysis = {
    engineer: { intent: "x" },
    ceremony: { intent: "y" },
    story_engine: { intent: "beat" },
  };
  const fetched = "backfill:octo/door:issues:1:opened:2026-01-03T13:20:00.000Z";
  for (const event_id of [fetched, fetched.replace("door", "wall"), "d-2"]) {
    await story.add({ event_id, analysis });
  }
  await story.add(OPENED);
  const { out, err } = await story.run("forget", "--repo", "Octo/Door", "--dry-run");
  assertEquals(out, `d-1\n${fetched}\n`);
  assertMatch(err, /1 beat has no analysis, and nothing tells whose it is: .*--event/);
  const login = await story.run("forget", "--login", "ann", "--dry-run", "--json");
  assertEquals(JSON.parse(login.out), {
    events: ["d-1"],
    unknown: [fetched, fetched.replace("door", "wall"), "d-2"],
  });
  const both = await story.run("forget", "--login", "ann", "--repo", "octo/door", "--json");
  assertEquals(JSON.parse(both.out), { events: ["d-1"], unknown: [fetched, "d-2"] });
  await story.run("forget", "--repo", "octo/door");
  const left = JSON.parse((await story.run("beats", "--json")).out);
  assertEquals(left.length, 2);
  assertEquals((await story.run("forget", "--event", "d-2")).err, "1 event forgotten.\n");
});

Deno.test("narrative forget deletes one event", async () => {
  await using story = await Story.make();
  await story.add(OPENED);
  await story.addAll("push");
  assertEquals((await story.run("forget", "--event", "d-2")).err, "0 events forgotten.\n");
  assertEquals((await story.run("forget", "--event", "d-1")).out, "d-1\n");
  const left = JSON.parse((await story.run("beats", "--json")).out);
  assertEquals(left.map(({ event_id }: { event_id: string }) => event_id), ["e0"]);
  assertEquals((await story.run("forget", "--event", "e0", "--login", "ann")).code, 2);
});

Deno.test("narrative commands that only look make no store", async () => {
  await using folder = await TempFolder.make();
  for (const store of [`sqlite:${folder.at("a/b.db")}`, `jsonl:${folder.at("c")}`]) {
    const run = (verb: string, ...args: string[]) =>
      loom(["narrative", verb, ...args], { env: { LOOM_NARRATIVE_STORE: store } });
    const { code, out } = await run("position", "--json");
    assertEquals([code, JSON.parse(out).beat_count], [0, 0]);
    assertEquals((await run("beats")).code, 0);
    assertEquals((await run("replay")).code, 0);
    assertEquals((await run("forget", "--login", "ann", "--dry-run")).code, 0);
  }
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

Deno.test("narrative open lays down documents that other commands take", async () => {
  await using story = await Story.make();
  const { out, err } = await story.run("open", "--out", story.folder.at("docs"));
  assertEquals(out, `${story.folder.at("docs")}/story.smdf.json\n`);
  assertMatch(err, /LOOM_PROJECT_FILE/);
  const checked = await loom(["validate", out.trim(), out.trim().replace("story", "issue")]);
  assertEquals(checked.code, 0);
  assertEquals(
    JSON.parse((await story.run("open", "--out", story.folder.at("docs"), "--json")).out).written,
    [],
  );
});

Deno.test("narrative commands tell a store that is none, and a story that has no name", async () => {
  for (const [args, code] of [[["--store", "nowhere"], 2], [["--story", "../x"], 2]] as const) {
    const ran = await loom(["narrative", "position", ...args]);
    assertEquals(ran.code, code);
    assert(ran.err.startsWith("error: "));
  }
});

Deno.test("narrative watch tells each beat as it comes, until it is interrupted", async () => {
  await using story = await Story.make();
  await story.addAll("push");
  const io = memoryIo({ env: { LOOM_NARRATIVE_STORE: story.store } });
  const watching = runLoom(["narrative", "watch"], io);
  await io.said("out", "Act 1 (setup), 1 beat\n");
  await story.add(OPENED);
  await io.said(
    "out",
    "feature_request | co_creation | inciting_incident  act 1  Issue #1: Redesign the API  Act1Incited\n",
  );
  io.interrupt();
  assertEquals(await watching, 0);
});
