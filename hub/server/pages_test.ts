import { gauge, secretCheck, SlowCheck, sourcePolicy } from "@loom/bridge/server";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { hubPages } from "./pages.ts";

function pages(token?: string, delay = Promise.resolve()) {
  const handle = hubPages({
    source: sourcePolicy({ host: "127.0.0.1", origins: ["loopback"], hosts: [] }),
    checkToken: token === undefined ? undefined : new SlowCheck(secretCheck(token), () => delay),
    health: () => ({ isWell: false, body: { status: "stopping" } }),
    measures: () => [gauge("loom_hub_rooms", "Documents that are open.", 1)],
  });
  return (path: string, init: RequestInit = {}) =>
    handle(new Request(`http://127.0.0.1:4599${path}`, init), "10.0.0.7");
}

Deno.test("/health answers 503 while the hub is not well", async () => {
  const response = await pages()("/health");
  assertEquals(response.status, 503);
  assertEquals(Object.fromEntries(response.headers), {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  assertEquals(await response.text(), '{"status":"stopping"}\n');
});

Deno.test("pages refuse foreign names and origins, at every path", async () => {
  const ask = pages();
  for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }] as HeadersInit[]) {
    for (const path of ["/health", "/metrics", "/other"]) {
      const response = await ask(path, { headers });
      assertEquals(response.status, 403);
      assertStringIncludes(await response.text(), "start it with that");
    }
  }
});

Deno.test("/metrics requires the token, and answers wrong ones late", async () => {
  const delay = Promise.withResolvers<void>();
  const ask = pages("s3cret", delay.promise);
  const withToken = (token: string) => ask("/metrics", { headers: { authorization: `Bearer ${token}` } });
  assertStringIncludes(await (await withToken("s3cret")).text(), "loom_hub_rooms 1\n");
  const missing = await ask("/metrics");
  assertEquals([missing.status, missing.headers.get("www-authenticate")], [401, "Bearer"]);
  assertEquals(
    await missing.text(),
    "/metrics needs the hub's token: send it as Authorization: Bearer <token>.\n",
  );
  const guesses = Array.from({ length: 16 }, (_, guess) => withToken(`${guess}`));
  const late = await withToken("guess");
  assertEquals(late.status, 429);
  assertStringIncludes(await late.text(), "this one is wrong too: try again in 1 s.\n");
  assertEquals((await withToken("s3cret")).status, 200);
  delay.resolve();
  assertEquals(new Set((await Promise.all(guesses)).map(({ status }) => status)), new Set([401]));
});
