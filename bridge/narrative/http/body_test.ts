import { assertEquals } from "@std/assert";
import { OPENED, testBridge, told } from "./testing/bridge.ts";

Deno.test("handle() waits for a body only so long", async () => {
  const { ask } = testBridge({}, { bodyTimeout: 1 });
  for (const headers of [{}, { "content-length": "10" }]) {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const response = await ask("/analyze", { method: "POST", body: silent, headers });
    assertEquals(response.headers.get("connection"), "close");
    assertEquals(await told(response), [408, "request_timeout"]);
  }
});

Deno.test("handle() takes a body of just the longest length", async () => {
  const body = JSON.stringify(OPENED);
  const exactly = testBridge({ LOOM_NARRATIVE_MAX_BODY: String(body.length) });
  assertEquals((await exactly.post("/analyze", body)).status, 200);
  const less = testBridge({ LOOM_NARRATIVE_MAX_BODY: String(body.length - 1) });
  const refused = await less.post("/analyze", body);
  assertEquals([refused.status, await refused.json()], [413, {
    error: `request body exceeds ${body.length - 1} bytes`,
    code: "payload_too_large",
    limit: body.length - 1,
  }]);
});
