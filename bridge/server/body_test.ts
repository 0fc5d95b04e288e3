import { assert, assertEquals } from "@std/assert";
import { declaredTooLarge, readBody } from "./body.ts";

const LIMITS = { maxBytes: 8, timeoutMs: 60_000 };

function post(body: BodyInit | null, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

/** A body in pieces, without a length. */
function pieces(...texts: string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(texts.map((text) => new TextEncoder().encode(text)));
}

async function read(request: Request, limits = LIMITS): Promise<string> {
  const result = await readBody(request, limits);
  return result.ok ? new TextDecoder().decode(result.value) : result.refusal.code;
}

Deno.test("readBody() reads bodies up to the limit", async () => {
  assertEquals(await read(post("12345678")), "12345678");
  assertEquals(await read(post("1234", { "content-length": "4" })), "1234");
  assertEquals(await read(post(pieces("1234", "5678"))), "12345678");
  assertEquals(await read(post(null)), "");
});

Deno.test("readBody() refuses a declared length that is too long without reading", async () => {
  const request = post("{}", { "content-length": "9" });
  const result = await readBody(request, LIMITS);
  assert(!result.ok);
  assertEquals(result.refusal, {
    code: "payload_too_large",
    limit: 8,
    status: 413,
    headers: { connection: "close" },
  });
  assertEquals(request.bodyUsed, false);
  assertEquals(declaredTooLarge(post("{}", { "content-length": "8" }), 8), undefined);
});

Deno.test("readBody() refuses a body as soon as it is too long", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(5));
    },
  }, { highWaterMark: 0 });
  assertEquals(await read(post(endless)), "payload_too_large");
  assertEquals(pulled, 2);
});

Deno.test("readBody() does not trust the declared length", async () => {
  assertEquals(await read(post("123456789", { "content-length": "1" })), "payload_too_large");
});

Deno.test("readBody() gives up on a body that does not arrive", async () => {
  for (const headers of [{}, { "content-length": "5" }]) {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    assertEquals(await read(post(silent, headers), { maxBytes: 8, timeoutMs: 1 }), "request_timeout");
  }
});

Deno.test("readBody() refuses a body whose sender goes away", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  assertEquals(await read(post(broken)), "body_broken_off");
});
