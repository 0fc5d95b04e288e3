import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { REFUSALS } from "./refusals.ts";
import { ROUTES } from "./routes.ts";
import { OPENED, testBridge } from "./testing/bridge.ts";

const KNOWN = new Set(Object.keys(REFUSALS));

const path = fc.oneof(
  fc.constantFrom(...ROUTES.map(({ path }) => path.replace(/\{\w+\}/, "beat_1"))),
  fc.string().map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
);
const query = fc.oneof(
  fc.constant(""),
  fc.dictionary(fc.constantFrom("action", "story", "limit", "after", "order", "lead", "newest"), fc.string())
    .map((given) => `?${new URLSearchParams(given)}`),
);

/** Something near to what analyze and create-beat take. */
const near = fc.record({
  event_type: fc.oneof(
    fc.constantFrom("issues", "push", "pull_request", "__proto__"),
    fc.string(),
    fc.jsonValue(),
  ),
  event_id: fc.oneof(fc.string(), fc.jsonValue()),
  action: fc.oneof(fc.constantFrom("opened", "closed"), fc.jsonValue()),
  payload: fc.oneof(
    fc.constant(OPENED.payload),
    fc.dictionary(fc.constantFrom("issue", "commits", "sender"), fc.jsonValue()),
  ),
  analysis: fc.dictionary(fc.constantFrom("engineer", "ceremony", "story_engine"), fc.jsonValue()),
}, { requiredKeys: [] });
const body = fc.oneof(fc.json(), near.map((value) => JSON.stringify(value)), fc.string());

Deno.test("handle() answers whatever comes, by a row of its tables", async () => {
  const { ask } = testBridge({ LOOM_NARRATIVE_ALLOW_UNSIGNED: "1" }, { maxStreams: 0 });
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      fc.constantFrom("GET", "POST", "PUT"),
      body,
      async (path, query, method, body) => {
        const headers = { "x-github-event": "issues" };
        const response = await ask(path + query, method === "GET" ? { method } : { method, headers, body });
        const text = await response.text();
        if (response.status < 300) return;
        const { error, code } = JSON.parse(text);
        assert(KNOWN.has(code), text);
        assertEquals(REFUSALS[code as keyof typeof REFUSALS].status, response.status);
        assert(typeof error === "string" && code !== "internal", text);
      },
    ),
    { numRuns: 1_000, seed: 7 },
  );
});
