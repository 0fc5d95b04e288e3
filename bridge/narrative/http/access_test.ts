import { LoomError } from "@loom/protocol";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readNarrativeSettings } from "../settings.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { hmac, hmacKey } from "./webhook/signature.ts";
import { narrativeDeps } from "./deps.ts";
import { narrativeHandler } from "./narrative_handler.ts";
import { NOW, OPENED, testBridge, told } from "./testing/bridge.ts";

const TOKEN = { LOOM_NARRATIVE_TOKEN: "a-long-random-text" };

Deno.test("handle() asks for the token everywhere but at health and webhook", async () => {
  const { ask } = testBridge({ ...TOKEN, GITHUB_WEBHOOK_SECRET: "s" });
  for (const path of ["", "/beats", "/stream", "/metrics", "/stats", "/get-position", "/episodes"]) {
    const response = await ask(path);
    assertEquals(response.headers.get("www-authenticate"), 'Bearer realm="narrative-bridge"');
    assertEquals(await response.json(), { error: "authentication required", code: "unauthorized" }, path);
  }
  assertEquals((await ask("/health")).status, 200);
  assertEquals(await told(await ask("/webhook", { method: "POST", body: "{}" })), [401, "bad_signature"]);
});

Deno.test("handle() takes the right token only, and only as a bearer's", async () => {
  const { ask } = testBridge(TOKEN);
  const statusOf = async (authorization: string) =>
    (await ask("/beats", { headers: { authorization } })).status;
  assertEquals(await statusOf("Bearer a-long-random-text"), 200);
  assertEquals(await statusOf("bearer  a-long-random-text "), 200);
  for (
    const wrong of ["Bearer a-long-random-tex", "Bearer a-long-random-text2", "a-long-random-text", "Bearer "]
  ) {
    assertEquals(await statusOf(wrong), 401, wrong);
  }
});

Deno.test("handle() takes a request that is signed with the token in place of showing it", async () => {
  const { post } = testBridge(TOKEN);
  const body = JSON.stringify(OPENED);
  const sign = async (seconds: number, key = "a-long-random-text") => {
    const mac = await hmac(await hmacKey(key), new TextEncoder().encode(`${seconds}.${body}`));
    return {
      "x-narrative-timestamp": String(seconds),
      "x-narrative-signature-256": `sha256=${mac.toHex()}`,
    };
  };
  const now = NOW / 1_000;
  assertEquals((await post("/analyze", body, await sign(now))).status, 200);
  assertEquals((await post("/analyze", body, await sign(now - 300))).status, 200);
  assertEquals(await told(await post("/analyze", body, await sign(now - 301))), [401, "unauthorized"]);
  assertEquals(await told(await post("/analyze", body, await sign(now, "another"))), [401, "bad_signature"]);
  assertEquals(await told(await post("/analyze", `${body} `, await sign(now))), [401, "bad_signature"]);
});

Deno.test("handle() refuses a name that is not the bridge's", async () => {
  const { ask } = testBridge();
  for (const host of ["evil.example", "127.0.0.1.evil.example", "192.168.0.7:4600"]) {
    assertEquals(await told(await ask("/health", { headers: { host } })), [403, "host_not_allowed"], host);
  }
  const refused = await ask("/health", { headers: { host: "evil.example" } });
  assertStringIncludes((await refused.json()).error, "LOOM_NARRATIVE_HOSTS");
  assertEquals((await ask("/health", { headers: { host: "localhost:9" } })).status, 200);
  const proxied = testBridge({ LOOM_NARRATIVE_HOSTS: "bridge.example" });
  assertEquals((await proxied.ask("/health", { headers: { host: "Bridge.example" } })).status, 200);
});

Deno.test("handle() takes the name from the address where no header has it", async () => {
  const handle = narrativeHandler(testBridge().deps);
  const statusAt = async (base: string) =>
    (await handle(new Request(`${base}/api/narrative-bridge/health`))).status;
  assertEquals(await statusAt("http://127.0.0.1:4600"), 200);
  assertEquals(await statusAt("http://evil.example"), 403);
});

Deno.test("handle() lets its own pages and listed ones call, and no others", async () => {
  const asked = async (env: Record<string, string>, origin: string) => {
    const response = await testBridge(env).post("/analyze", OPENED, { origin });
    return [response.status, response.headers.get("access-control-allow-origin")];
  };
  assertEquals(await asked({}, "http://127.0.0.1:4600"), [200, null]);
  for (const foreign of ["https://elsewhere.example", "http://127.0.0.1:8000", "null", "no origin"]) {
    assertEquals(await asked({}, foreign), [403, null], foreign);
  }
  const listed = { LOOM_NARRATIVE_CORS_ORIGIN: "https://loom.example" };
  assertEquals(await asked(listed, "https://loom.example"), [200, "https://loom.example"]);
  assertEquals(await asked(listed, "https://elsewhere.example"), [403, null]);
});

Deno.test("handle() tells a browser what a page of a listed origin may send", async () => {
  const { ask } = testBridge({ LOOM_NARRATIVE_CORS_ORIGIN: "https://loom.example", ...TOKEN });
  const preflight = (origin: string) =>
    ask("/analyze", { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
  const response = await preflight("https://loom.example");
  assertEquals(response.status, 204);
  assertEquals(response.headers.get("access-control-allow-origin"), "https://loom.example");
  assertEquals(
    response.headers.get("access-control-allow-headers"),
    "authorization, content-type, last-event-id",
  );
  assertEquals((await preflight("https://elsewhere.example")).status, 403);
});

Deno.test("handle() answers only so many requests a second, those without a credential not counted", async () => {
  let now = NOW;
  const { ask } = testBridge({ LOOM_NARRATIVE_RATE: "2", ...TOKEN }, { now: () => now });
  const statuses = async (times: number, authorization: string) => {
    const all: number[] = [];
    for (let at = 0; at < times; at++) all.push((await ask("/beats", { headers: { authorization } })).status);
    return all;
  };
  assertEquals(await statuses(5, "Bearer wrong"), [401, 401, 401, 401, 401]);
  assertEquals(await statuses(3, "Bearer a-long-random-text"), [200, 200, 429]);
  const refused = await ask("/beats", { headers: { authorization: "Bearer a-long-random-text" } });
  assertEquals(refused.headers.get("retry-after"), "1");
  assertEquals((await ask("/health")).status, 200);
  now += 500;
  assertEquals(await statuses(2, "Bearer a-long-random-text"), [200, 429]);
});

Deno.test("narrativeDeps() refuses an origin that is none", () => {
  const settings = readNarrativeSettings({ LOOM_NARRATIVE_CORS_ORIGIN: "loom.example" });
  assertThrows(() => narrativeDeps({ store: memoryStore(), settings }), LoomError, "is no origin of a page");
});
