import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { leaveBody, readBody } from "./read_body.ts";

const BOUNDS = { maxBytes: 32, timeout: 1_000 };

function post(body: BodyInit | null, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/mcp", { method: "POST", body, headers });
}

async function refusalOf(request: Request, bounds = BOUNDS): Promise<[number, string]> {
  const body = await readBody(request, bounds);
  assert(!body.ok);
  return [body.status, body.message];
}

Deno.test("readBody() reads JSON up to the very bound", async () => {
  const text = JSON.stringify("x".repeat(30));
  assertEquals(await readBody(post(text), BOUNDS), { ok: true, value: "x".repeat(30) });
});

Deno.test("readBody() refuses a body that says it is too long without reading it", async () => {
  const request = post("{}", { "content-length": "33" });
  assertEquals((await refusalOf(request))[0], 413);
  assertEquals(request.bodyUsed, false);
});

Deno.test("readBody() refuses a body that grows too long while it arrives", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(16));
    },
  });
  assertEquals((await refusalOf(post(endless)))[0], 413);
  assert(pulled < 6);
});

Deno.test("readBody() gives up on a body that does not come", async () => {
  const silent = new ReadableStream<Uint8Array>({});
  assertEquals((await refusalOf(post(silent), { maxBytes: 32, timeout: 1 }))[0], 408);
});

Deno.test("readBody() says where the JSON breaks", async () => {
  const [status, message] = await refusalOf(post('{"a": }'));
  assertEquals(status, 400);
  assertStringIncludes(message, "line 1");
});

Deno.test("readBody() refuses what is empty, no UTF-8, or nested without end", async () => {
  const deep = "[".repeat(2_000) + "]".repeat(2_000);
  const bodies: (BodyInit | null)[] = [null, "", new Uint8Array([0x22, 0xff, 0x22])];
  for (const body of bodies) assertEquals((await refusalOf(post(body)))[0], 400);
  assertEquals((await refusalOf(post(deep), { maxBytes: 5_000, timeout: 1_000 }))[0], 400);
});

Deno.test("leaveBody() holds a body that may be long without reading it, and no other", async () => {
  const states: [Request, boolean][] = [
    [post("{}"), true],
    [post("{}", { "content-length": "2000000" }), true],
    [post("{}", { "content-length": "2" }), false],
  ];
  for (const [request, isHeld] of states) {
    leaveBody(request);
    leaveBody(request);
    assertEquals([request.bodyUsed, request.body?.locked], [false, isHeld]);
  }
  leaveBody(new Request("http://localhost/mcp"));
  const read = post("{}");
  await read.text();
  leaveBody(read);
});
