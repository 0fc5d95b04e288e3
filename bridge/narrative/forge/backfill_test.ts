import { assertEquals, assertRejects } from "@std/assert";
import { analyzeEvent } from "../event/analyze_event.ts";
import { draftBeat } from "../beat/beat.ts";
import { beatLike } from "../episode/testing.ts";
import { readEvent } from "../event/read_event.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { naturalEvent } from "../event/natural_event.ts";
import { backfill, type BackfilledEvent, type BackfillOptions } from "./backfill.ts";
import { ForgeClient, ForgeError } from "./forge_client.ts";
import { StubForge, type StubForgeData } from "./testing.ts";

const ANN = { login: "ann", type: "User" };
const ISSUE = {
  number: 1,
  title: "Spelling error",
  state: "closed",
  user: ANN,
  labels: [{ name: "bug" }],
  created_at: "2026-01-02T10:00:00Z",
  updated_at: "2026-01-09T10:00:00Z",
  closed_at: "2026-01-05T10:00:00Z",
};
const REQUEST = {
  number: 2,
  title: "Mend it",
  user: ANN,
  created_at: "2026-01-03T10:00:00Z",
  updated_at: "2026-01-04T10:00:00Z",
  closed_at: "2026-01-04T10:00:00Z",
  merged_at: "2026-01-04T10:00:00Z",
};

function commit(sha: string, date: string) {
  return { sha, author: ANN, commit: { message: "m", author: { name: "Ann", date }, committer: { date } } };
}

const PAST: StubForgeData = {
  issues: [ISSUE, { ...ISSUE, number: 2, pull_request: {} }, {
    ...ISSUE,
    number: 3,
    created_at: "2025-01-01T00:00:00Z",
  }],
  issueEvents: [
    { event: "closed", created_at: "2026-01-05T10:00:00Z", issue: ISSUE, actor: ANN },
    {
      event: "closed",
      created_at: "2026-01-04T10:00:00Z",
      issue: { ...ISSUE, pull_request: {} },
      actor: ANN,
    },
    {
      event: "labeled",
      created_at: "2026-01-02T11:00:00Z",
      issue: ISSUE,
      actor: ANN,
      label: { name: "bug" },
    },
    {
      event: "labeled",
      created_at: "2025-12-01T11:00:00Z",
      issue: ISSUE,
      actor: ANN,
      label: { name: "old" },
    },
    {
      event: "labeled",
      created_at: "2026-01-02T12:00:00Z",
      issue: ISSUE,
      actor: ANN,
      label: { name: "unread" },
    },
  ],
  pulls: [REQUEST],
  branches: ["main", "side"],
  commits: {
    main: [commit("aaa", "2026-01-03T09:00:00Z"), commit("bbb", "2026-01-02T09:30:00Z")],
    side: [commit("aaa", "2026-01-03T09:00:00Z"), commit("ccc", "2026-01-03T09:30:00Z")],
  },
};

const OPTIONS: BackfillOptions = {
  repository: "octo/door",
  since: new Date("2026-01-01T00:00:00Z"),
  story: "main",
  now: () => new Date("2026-02-01T00:00:00Z"),
};

Deno.test("backfill() makes beats of all that happened since, in order, and none twice", async () => {
  await using forge = new StubForge(PAST);
  const store = memoryStore();
  const seen: BackfilledEvent[] = [];
  const client = new ForgeClient({ url: forge.url, token: "t0ken" });
  const outcome = await backfill(client, store, { ...OPTIONS, onEvent: (event) => seen.push(event) });
  assertEquals(outcome, { fetched: 8, created: 8, known: 0 });
  assertEquals(seen.map(({ event_id }) => event_id), [
    "backfill:octo/door:push:refs/heads/main:bbb:2026-01-02T09:30:00.000Z",
    "backfill:octo/door:issues:1:opened:2026-01-02T10:00:00.000Z",
    "backfill:octo/door:issues:1.bug:labeled:2026-01-02T11:00:00.000Z",
    "backfill:octo/door:push:refs/heads/main:aaa:2026-01-03T09:00:00.000Z",
    "backfill:octo/door:push:refs/heads/side:ccc:2026-01-03T09:30:00.000Z",
    "backfill:octo/door:pull_request:2:opened:2026-01-03T10:00:00.000Z",
    "backfill:octo/door:pull_request:2:merged:2026-01-04T10:00:00.000Z",
    "backfill:octo/door:issues:1:closed:2026-01-05T10:00:00.000Z",
  ]);
  const beats = await store.list("main");
  assertEquals(
    beats.map(({ beat }) => [beat.timestamp.slice(5, 13), beat.narrative_function, beat.content]),
    [
      ["01-02T09", "beat", "Push with 1 commit(s)"],
      ["01-02T10", "inciting_incident", "Issue #1: Spelling error"],
      ["01-02T11", "rising_action", "Issue #1: Spelling error"],
      ["01-03T09", "beat", "Push with 1 commit(s)"],
      ["01-03T09", "beat", "Push with 1 commit(s)"],
      ["01-03T10", "turning_point", "PR #2: Mend it"],
      ["01-04T10", "climax", "PR #2: Mend it"],
      ["01-05T10", "resolution", "Issue #1: Spelling error"],
    ],
  );
  assertEquals(new Set(forge.tokens), new Set(["Bearer t0ken"]));
  assertEquals(await backfill(client, store, OPTIONS), { fetched: 8, created: 0, known: 8 });
  await store.close();
});

Deno.test("backfill() knows what a webhook has told", async () => {
  await using forge = new StubForge({ issues: [ISSUE] });
  const store = memoryStore();
  const now = "2026-01-02T10:00:01.000Z";
  const issue = { ...ISSUE, state: "open", closed_at: null, updated_at: ISSUE.created_at };
  const payload = { action: "opened", issue, repository: { full_name: "octo/door" } };
  const event = readEvent({ event_type: "issues", event_id: "guid-1", payload }, { now, eventId: "" });
  const { analysis, key } = analyzeEvent(event, { story: "main", now });
  await store.claim("main", naturalEvent(key, event)?.name ?? "", "guid-1");
  await store.createBeat("main", draftBeat({ ...event, analysis, raw_payload: payload, story: "main" }));
  const client = new ForgeClient({ url: forge.url });
  assertEquals(await backfill(client, store, OPTIONS), { fetched: 1, created: 0, known: 1 });
  assertEquals((await store.count("main")).total, 1);
  await store.close();
});

Deno.test("backfill() makes the beat that a webhook did not come to", async () => {
  await using forge = new StubForge({ issues: [ISSUE] });
  const store = memoryStore();
  await store.claim("main", "octo/door:issues:1:opened:2026-01-02T10:00:00.000Z", "guid-1");
  const client = new ForgeClient({ url: forge.url });
  assertEquals(await backfill(client, store, OPTIONS), { fetched: 1, created: 1, known: 0 });
  assertEquals(await backfill(client, store, OPTIONS), { fetched: 1, created: 0, known: 1 });
  const beats = await store.list("main");
  assertEquals(beats.map(({ beat }) => [beat.event_id, beat.content]), [[
    "guid-1",
    "Issue #1: Spelling error",
  ]]);
  assertEquals((await store.getAnalysis("main", "guid-1"))?.key, "issues.opened");
  await store.close();
});

Deno.test("backfill() knows the commits that a push told of under a branch that is gone", async () => {
  await using forge = new StubForge({ branches: ["main"], commits: PAST.commits ?? {} });
  const store = memoryStore();
  const { id: _, ...draft } = beatLike("beat");
  await store.createBeat("main", { ...draft, event_id: "guid-1" });
  await store.claim("main", "octo/door:commit:aaa", "guid-1");
  const client = new ForgeClient({ url: forge.url });
  for (const created of [1, 0]) {
    assertEquals(await backfill(client, store, OPTIONS), { fetched: 2, created, known: 2 - created });
  }
  assertEquals((await store.list("main")).map(({ beat }) => beat.event_id), [
    "backfill:octo/door:push:refs/heads/main:bbb:2026-01-02T09:30:00.000Z",
    "guid-1",
  ]);
  await store.close();
});

Deno.test("backfill() keeps nothing when it only tries, and fetches only the types that are wanted", async () => {
  await using forge = new StubForge(PAST);
  const store = memoryStore();
  const seen: string[] = [];
  const outcome = await backfill(new ForgeClient({ url: forge.url }), store, {
    ...OPTIONS,
    types: new Set(["pull_request"]),
    dryRun: true,
    onEvent: ({ key, outcome }) => seen.push(`${outcome} ${key}`),
  });
  assertEquals(outcome, { fetched: 2, created: 0, known: 0 });
  assertEquals(seen, ["planned pull_request.opened", "planned pull_request.merged"]);
  assertEquals([(await store.count("main")).total, forge.asked.length], [0, 1]);
  await store.close();
});

Deno.test("ForgeClient says in a sentence why the forge is of no use, without the token", async () => {
  const cases: [Response, string, string][] = [
    [
      Response.json({ message: "Bad credentials" }, { status: 401 }),
      "forge_refused",
      'refuses with 401, "Bad credentials"',
    ],
    [
      new Response(null, {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767446400" },
      }),
      "forge_limited",
      "try again at 2026-01-03T13:20:00.000Z",
    ],
    [new Response("<html>"), "forge_refused", "gives no list"],
    [
      Response.json([], { headers: { link: '<http://elsewhere.example/x>; rel="next"' } }),
      "forge_refused",
      "sends to another host",
    ],
    [
      new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } }),
      "forge_refused",
      "with 302: it has moved, so name it as it is called today",
    ],
  ];
  for (const [response, code, text] of cases) {
    await using forge = new StubForge({ answer: () => response });
    const client = new ForgeClient({ url: forge.url, token: "t0ken" });
    const work = () => backfill(client, memoryStore(), OPTIONS);
    const error = await assertRejects(work, ForgeError, text);
    assertEquals([error.code as string, error.message.includes("t0ken")], [code, false]);
  }
  const gone = new ForgeClient({ url: "http://127.0.0.1:1" });
  const error = await assertRejects(() => backfill(gone, memoryStore(), OPTIONS), ForgeError);
  assertEquals(error.code, "forge_unreachable");
});

Deno.test("backfill() refuses what is no repository", async () => {
  for (const repository of ["door", "octo/door/x", "../door", "octo/..", "octo/do or", ""]) {
    const work = () => backfill(new ForgeClient(), memoryStore(), { ...OPTIONS, repository });
    await assertRejects(work, Error, "write it as owner/name");
  }
});
