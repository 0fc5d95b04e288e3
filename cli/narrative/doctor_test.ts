import { assertEquals, assertMatch } from "@std/assert";
import { loom, type Ran } from "../testing/loom.ts";

/** What a program did, which the bridge has no beat of. */
const DELIVERY = {
  id: 3,
  guid: "d-3",
  event: "issues",
  action: "opened",
  status_code: 202,
  delivered_at: "",
};

/** Asks a forge that has one delivery; tells what came of it, and what the forge was asked. */
async function examine(env: Record<string, string>): Promise<{ ran: Ran; asked: string[] }> {
  const asked: string[] = [];
  const hooks = "/repos/octo/door/hooks";
  const answers: Readonly<Record<string, unknown>> = {
    [hooks]: [{ id: 7, config: { url: "https://bridge.example/api/narrative-bridge/webhook" } }],
    [`${hooks}/7/deliveries`]: [DELIVERY],
    [`${hooks}/7/deliveries/3`]: { request: { payload: { sender: { type: "Bot" } } } },
  };
  await using forge = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return Response.json(answers[pathname]);
  });
  const all = {
    ...env,
    LOOM_NARRATIVE_STORE: "memory:",
    GITHUB_API_URL: `http://127.0.0.1:${forge.addr.port}`,
  };
  return {
    ran: await loom(["narrative", "doctor", "--repo", "octo/door", "--dry-run"], { env: all }),
    asked,
  };
}

Deno.test("loom narrative doctor tells what LOOM_NARRATIVE_SKIP leaves out, and does not miss it", async () => {
  const { ran } = await examine({ LOOM_NARRATIVE_SKIP: "bots,label:wip" });
  assertEquals([ran.code, ran.out], [0, ""]);
  assertMatch(
    ran.err,
    /LOOM_NARRATIVE_SKIP leaves out what programs do, the label "wip" coming and going: 1 delivery has no beat/,
  );
  assertMatch(ran.err, /0 of 1 deliveries are missing/);
});

Deno.test("loom narrative doctor fetches no payloads where nothing is left out", async () => {
  const { ran, asked } = await examine({});
  assertEquals([ran.code, ran.out], [1, "missing  d-3  issues.opened    status 202\n"]);
  assertEquals(asked.includes("/repos/octo/door/hooks/7/deliveries/3"), false);
  assertEquals(ran.err.includes("LOOM_NARRATIVE_SKIP"), false);
});

Deno.test("loom narrative doctor refuses a LOOM_NARRATIVE_SKIP that it does not understand, before it asks", async () => {
  const { ran, asked } = await examine({ LOOM_NARRATIVE_SKIP: "robots" });
  assertEquals([ran.code, asked], [2, []]);
  assertMatch(ran.err, /LOOM_NARRATIVE_SKIP has "robots": it takes bots, deletions and label:<name>/);
});

Deno.test("loom narrative doctor tells how many analyses without a beat are kept, and the bounds", async () => {
  assertMatch(
    (await examine({})).ran.err,
    /0 analyses without a beat are kept; a bridge forgets them after 90 days or beyond the newest 10000 of a story \(/,
  );
  const off = { LOOM_NARRATIVE_ANALYSES_DAYS: "off", LOOM_NARRATIVE_ANALYSES_MAX: "off" };
  assertMatch((await examine(off)).ran.err, /are kept; a bridge keeps all \(LOOM_NARRATIVE_ANALYSES_DAYS, /);
  const bad = await examine({ LOOM_NARRATIVE_ANALYSES_MAX: "many" });
  assertEquals([bad.ran.code, bad.asked], [2, []]);
});
