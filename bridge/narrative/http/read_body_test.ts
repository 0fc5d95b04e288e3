import { assertEquals } from "@std/assert";
import { readBody } from "./read_body.ts";
import { OPENED, testBridge, told } from "./testing/bridge.ts";

const BOUNDS = { maxBody: 8, bodyTimeout: 60_000 };

/** A body in pieces, without a length. */
function pieces(...texts: string[]): Request {
  const body = ReadableStream.from(texts.map((text) => new TextEncoder().encode(text)));
  return new Request("http://127.0.0.1/", { method: "POST", body });
}

async function read(request: Request): Promise<string> {
  const step = await readBody(request, BOUNDS);
  return step.ok ? new TextDecoder().decode(step.value) : step.refusal.code;
}

Deno.test("readBody() joins what arrives in pieces", async () => {
  assertEquals(await read(pieces("1234", "5678")), "12345678");
  assertEquals(await read(new Request("http://127.0.0.1/", { method: "POST" })), "");
});

Deno.test("readBody() refuses a body as soon as it is too long", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(5));
    },
  }, { highWaterMark: 0 });
  assertEquals(await read(new Request("http://127.0.0.1/", { method: "POST", body })), "payload_too_large");
  assertEquals(pulled, 2);
});

Deno.test("readBody() does not believe a length", async () => {
  const request = new Request("http://127.0.0.1/", {
    method: "POST",
    headers: { "content-length": "1" },
    body: "123456789",
  });
  assertEquals(await read(request), "payload_too_large");
});

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
