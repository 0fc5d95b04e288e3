import { keepEpisode, openBeats, openStore } from "@loom/bridge/narrative";
import { LoomError } from "@loom/protocol";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { loomParts, partsOf } from "../client_session.ts";
import { annotationsOf, serveTool } from "../server/serve_tool.ts";
import type { ServerParts } from "../server/parts.ts";
import { narrativeWork } from "./work.ts";
import { openSession } from "../session/document_session.ts";
import { createMcpServer } from "../server/create_mcp_server.ts";
import { toolsOf } from "../table.ts";
import { Client, InMemoryTransport } from "../testing/sdk.ts";
import { narrativeTools } from "./tools.ts";
import { countTokens } from "../../tests/count_tokens.ts";

/** What an agent may be told on average for a tool, in tokens. */
const MOST_TOKENS = 110;

const ROWS = narrativeTools(await narrativeWork({ LOOM_NARRATIVE_STORE: "memory:" }));

/** A server with the narrative tools over a store in a folder, and its client. */
async function serving(
  test: (client: Client, folder: string) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const env = {
    LOOM_NARRATIVE_STORE: `sqlite:${folder}/n.db`,
    LOOM_EPISODES_DIR: `${folder}/episodes`,
    LOOM_NARRATIVE_DOCUMENTS: `${folder}/docs`,
    ...more,
  };
  const session = openSession({ path: `${folder}/x.smdf.json`, root: folder });
  const parts = await partsOf({ toolsets: undefined, offersNarrative: true }, env);
  const server = createMcpServer(parts, session);
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    await test(client, folder);
  } finally {
    await client.close();
    await server.close();
    await session.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name: `narrative_${name}`, arguments: args });
  const [block] = result.content as { text: string }[];
  return {
    text: block?.text ?? "",
    data: result.structuredContent as Record<string, unknown>,
    code: result._meta?.code,
    isError: result.isError,
  };
}

const OPENED = {
  event_type: "issues",
  event_id: "d-1",
  payload: { action: "opened", issue: { number: 1, title: "Design the door" } },
};

Deno.test("the narrative tools are offered only when they are asked for", async () => {
  const without = await partsOf({ toolsets: undefined, offersNarrative: false }, {});
  assertEquals(without.tools.length, toolsOf(undefined).length);
  const shownOf = ({ resources = [] }: ServerParts) =>
    resources.map((row) => JSON.parse(JSON.stringify(row)));
  assertEquals(shownOf(without), shownOf(loomParts()));
  const parts = await partsOf({ toolsets: undefined, offersNarrative: true }, {});
  assertEquals(parts.tools.length, without.tools.length + 8);
  assertEquals(parts.resources?.slice(-2).map(({ uri }) => uri), [
    "loom://narrative/position",
    "loom://narrative/beats",
  ]);
});

Deno.test("a narrative tool costs at most 110 tokens on average, and says what it is in few words", async () => {
  const costs = await countTokens(ROWS.map((tool) => serveTool(tool).description));
  const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  assert(average <= MOST_TOKENS, `${average.toFixed(1)} tokens`);
  for (const tool of ROWS) {
    assertMatch(tool.name, /^narrative(?:_[a-z]+)+$/);
    assertMatch(tool.description, /^[A-Z].*\.$/);
    assert(tool.description.split(/\s+/).length <= 15, tool.description);
    assertEquals(serveTool(tool).description.annotations, annotationsOf(tool.effect));
  }
});

Deno.test("an agent analyses an event, makes its beat, and asks where the story stands and why", async () => {
  await serving(async (client) => {
    const analyzed = await call(client, "analyze", OPENED);
    assertMatch(analyzed.text, /^feature_request \/ co_creation \/ inciting_incident; story_engine leads/);
    const { event_id, analysis } = analyzed.data;
    const args = { event_id, analysis, raw_payload: OPENED.payload };
    const made = await call(client, "create_beat", args);
    assertMatch(made.text, /^Made beat_\d+: inciting_incident, Issue #1: Design the door/);
    assertMatch((await call(client, "create_beat", args)).text, /^There was already beat_/);
    const position = await call(client, "get_position");
    assertMatch(position.text, /^Act 1 \(setup\), 1 beats\.\n- inciting_incident \(act 1\): Issue #1/);
    assertEquals(position.data.beat_count, 1);
    assertEquals(
      ((await call(client, "list_beats", { function: "climax" })).data.beats as unknown[]).length,
      0,
    );
    assertEquals(
      ((await call(client, "list_beats", { lead: "story_engine" })).data.beats as unknown[]).length,
      1,
    );
    for (const limit of [0, -1, 1.5]) {
      assertMatch((await call(client, "list_beats", { limit })).text, /"limit"/);
    }
    assertMatch(
      (await call(client, "explain", { event_id })).text,
      /story_engine: inciting_incident \(row issues.opened\)\n(.*\n)*seven_generation_impact: HIGH \(the word "design"\)$/,
    );
    const replayed = await call(client, "replay", { reclassify: true });
    assertEquals(replayed.text, "1 steps, ending in Act1Incited, act 1; 0 events read otherwise.");
    const { contents } = await client.readResource({ uri: "loom://narrative/position" });
    assertEquals(JSON.parse(String((contents[0] as { text: string }).text)).beat_count, 1);
  });
});

Deno.test("an agent writes an episode, and makes the story's machine its document", async () => {
  await serving(async (client, folder) => {
    const none = await call(client, "generate_episode", { episode_number: 1 });
    assertEquals([none.code, none.text.includes("narrative_create_beat")], ["no_beats", true]);
    assertMatch((await call(client, "generate_episode", { episode_number: 0 })).text, /from 1 to 99/);
    const { data: { event_id, analysis } } = await call(client, "analyze", OPENED);
    await call(client, "create_beat", { event_id, analysis, raw_payload: OPENED.payload });
    const { data } = await call(client, "generate_episode", { episode_number: 1, ncp2: true });
    assertEquals((data.files as string[]).map((path) => path.slice(path.lastIndexOf("/") + 1)), [
      "s01e01-issue-1---design-the-door.md",
      "s01e01-issue-1---design-the-door.ncp.json",
      "s01e01-issue-1---design-the-door.ncp2.json",
    ]);
    const opened = await call(client, "open_story");
    assert(String(opened.data.path).endsWith("/docs/story.smdf.json"));
    assert(await Deno.stat(`${folder}/docs/narrative.sysdf.json`));
    const states = await client.callTool({ name: "list_states" });
    assertMatch((states.content as { text: string }[])[0]?.text ?? "", /Act1Opening/);
  });
});

Deno.test("a narrative tool says what is wrong", async () => {
  await serving(async (client) => {
    const unknown = await call(client, "explain", { event_id: "never" });
    assertEquals([unknown.code, unknown.text.includes("narrative_list_beats")], ["unknown_event", true]);
    const bad = await call(client, "create_beat", { event_id: "e", analysis: {} });
    assertEquals([bad.isError, bad.code], [true, "invalid_field"]);
    assertMatch(bad.text, /analysis/);
    assertEquals((await call(client, "replay", { to: "soon" })).code, "bad_parameter");
    const story = await call(client, "get_position", { story: "../x" });
    assertEquals(story.code, "bad_parameter");
    assertMatch(story.text, /no name of a story: use at most 64 letters/);
  });
});

Deno.test("narrative_generate_episode replaces what was edited only when it is asked to", async () => {
  await serving(async (client, folder) => {
    const { data: { event_id, analysis } } = await call(client, "analyze", OPENED);
    await call(client, "create_beat", { event_id, analysis, raw_payload: OPENED.payload });
    await call(client, "generate_episode", { episode_number: 1 });
    const path = `${folder}/episodes/s01e01-issue-1---design-the-door.md`;
    await Deno.writeTextFile(path, "mine");
    const refused = await call(client, "generate_episode", { episode_number: 1 });
    assertEquals([refused.isError, refused.code], [true, "exists"]);
    assertMatch(refused.text, /or give overwrite: true\.$/);
    assertEquals(await Deno.readTextFile(path), "mine");
    await call(client, "generate_episode", { episode_number: 1, overwrite: true });
    assertMatch(await Deno.readTextFile(path), /^# S01E01/);
  });
});

Deno.test("narrative_generate_episode leaves an episode closed that was closed", async () => {
  await serving(async (client, folder) => {
    const address = `sqlite:${folder}/n.db`;
    const make = async (event_id: string) => {
      const { data: { analysis } } = await call(client, "analyze", { ...OPENED, event_id });
      await call(client, "create_beat", { event_id, analysis, raw_payload: OPENED.payload });
    };
    await make("d-1");
    const store = await openStore(address);
    const closing = { story: "main", episode_id: "s01e01", title: "t", now: new Date(0), closed: true };
    await keepEpisode(store, await openBeats(store, "main"), closing);
    await make("d-2");
    await call(client, "generate_episode", { episode_number: 1 });
    const [episode] = await store.episodes("main");
    assertEquals([episode?.closed, episode?.beat_ids.length], [true, 1]);
    assertEquals((await store.count("main")).open, 1);
    await store.close();
  });
});

Deno.test("narrative_analyze knows an event again that names no id", async () => {
  await serving(async (client) => {
    const { event_id: _, ...unnamed } = OPENED;
    const ids = [await call(client, "analyze", unnamed), await call(client, "analyze", unnamed)]
      .map(({ data }) => data.event_id);
    assertMatch(String(ids[0]), /^sha256:[0-9a-f]{32}$/);
    assertEquals(ids[0], ids[1]);
  });
});

Deno.test("narrative_replay takes times of any zone", async () => {
  await serving(async (client) => {
    const { data: { event_id, analysis } } = await call(client, "analyze", OPENED);
    await call(client, "create_beat", { event_id, analysis });
    const steps = async (hours: number) => {
      const from = new Date(Date.now() + hours * 3_600_000).toISOString().replace("Z", "-02:00");
      return ((await call(client, "replay", { from })).data.steps as unknown[]).length;
    };
    // Two hours behind UTC the same digits are two hours later.
    assertEquals([await steps(-3), await steps(-1)], [1, 0]);
  });
});

Deno.test("a narrative tool writes nothing outside the root", async () => {
  await serving(async (client) => {
    const { data: { event_id, analysis } } = await call(client, "analyze", OPENED);
    await call(client, "create_beat", { event_id, analysis });
    const codes = ["generate_episode", "open_story"].map(async (name) =>
      (await call(client, name, name === "open_story" ? {} : { episode_number: 1 })).code
    );
    assertEquals(await Promise.all(codes), ["outside_root", "outside_root"]);
  }, { LOOM_EPISODES_DIR: "../episodes", LOOM_NARRATIVE_DOCUMENTS: "/nowhere/docs" });
});

Deno.test("narrativeWork() refuses rules that cannot be read, and a story that has no name", async () => {
  for (
    const [name, value] of [["LOOM_NARRATIVE_RULES", "/nowhere/rules.json"], ["LOOM_NARRATIVE_STORY", "a b"]]
  ) {
    await assertRejects(() => narrativeWork({ [name ?? ""]: value }), LoomError, value);
  }
});
