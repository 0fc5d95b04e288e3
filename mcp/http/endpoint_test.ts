import { assertEquals, assertStringIncludes } from "@std/assert";
import { Endpoint } from "./endpoint.ts";
import { attendTools } from "./testing/attend_tools.ts";

const LIMITS = { maxBytes: 32, bodyTimeout: 1_000 };

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** True when the connection ends with the answer. */
  readonly isLast: boolean;
}

async function answerTo(body: BodyInit | null, limits = LIMITS): Promise<Answer> {
  const endpoint = new Endpoint({ attend: attendTools([]).attend, limits });
  const response = await endpoint.answer(new Request("http://localhost/mcp", { method: "POST", body }));
  const { error } = await response.json();
  return { status: response.status, ...error, isLast: response.headers.get("connection") === "close" };
}

Deno.test("answer() refuses bodies that are too long, too slow or broken off", async () => {
  const message = "The body is longer than 32 bytes: send less at once.";
  const tooLong = { status: 413, code: -32000, message, isLast: true };
  assertEquals(await answerTo("x".repeat(33)), tooLong);
  const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(16)) });
  assertEquals(await answerTo(endless), tooLong);
  assertEquals(await answerTo(new ReadableStream({}), { maxBytes: 32, bodyTimeout: 1 }), {
    status: 408,
    code: -32000,
    message: "The body did not arrive within 1 ms: send it again.",
    isLast: true,
  });
  const broken = new ReadableStream({ pull: (stream) => stream.error(new Error("gone")) });
  assertEquals(await answerTo(broken), {
    status: 400,
    code: -32700,
    message: "The body broke off: send it again.",
    isLast: true,
  });
});

Deno.test("answer() reads JSON up to the very limit", async () => {
  const { status, isLast } = await answerTo(JSON.stringify("x".repeat(30)));
  // Read, and then refused by the protocol: the request does not accept its media types.
  assertEquals([status, isLast], [406, false]);
});

Deno.test("answer() says where the JSON breaks", async () => {
  const { status, code, message } = await answerTo('{"a": }');
  assertEquals([status, code], [400, -32700]);
  assertStringIncludes(message, "line 1");
});

Deno.test("answer() refuses what is empty, no UTF-8, or nested without end", async () => {
  const deep = "[".repeat(2_000) + "]".repeat(2_000);
  const bodies: (BodyInit | null)[] = [null, "", new Uint8Array([0x22, 0xff, 0x22])];
  for (const body of bodies) {
    const { status, isLast } = await answerTo(body);
    assertEquals([status, isLast], [400, true]);
  }
  const { status, isLast } = await answerTo(deep, { maxBytes: 5_000, bodyTimeout: 1_000 });
  assertEquals([status, isLast], [400, true]);
});
