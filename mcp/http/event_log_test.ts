import { assertEquals } from "@std/assert";
import type { JSONRPCMessage } from "../sdk.ts";
import { EventLog } from "./event_log.ts";

const notice = (method: string): JSONRPCMessage => ({ jsonrpc: "2.0", method });
const answer: JSONRPCMessage = { jsonrpc: "2.0", id: 1, result: {} };

function methods(log: EventLog, after: string): string[] {
  return log.after(after).map(({ message }) =>
    message === undefined ? "mark" : "method" in message ? message.method : "answer"
  );
}

Deno.test("after() gives what came later in the same stream", async () => {
  const log = new EventLog();
  const first = await log.storeEvent("a", notice("one"));
  await log.storeEvent("b", notice("other"));
  await log.storeEvent("a", notice("two"));
  assertEquals(methods(log, first), ["two"]);
});

Deno.test("replayEventsAfter() sends messages and no marks, and tells the stream", async () => {
  const log = new EventLog();
  const start = await log.storeEvent("_GET_stream", {} as JSONRPCMessage);
  log.mark("_GET_stream");
  await log.storeEvent("_GET_stream", notice("one"));
  const sent: string[] = [];
  const stream = await log.replayEventsAfter(start, {
    send: (id) => {
      sent.push(id);
      return Promise.resolve();
    },
  });
  assertEquals([stream, sent], ["_GET_stream", ["_GET_stream_2"]]);
});

Deno.test("EventLog forgets the oldest when there are too many", async () => {
  const log = new EventLog({ maxEvents: 2, maxLength: 1000 });
  const first = log.mark("a");
  for (const name of ["one", "two", "three"]) await log.storeEvent("a", notice(name));
  assertEquals(methods(log, first), ["two", "three"]);
  assertEquals(log.streamOf(first), "a");
});

Deno.test("EventLog forgets the oldest when they are too long, and never the newest", async () => {
  const log = new EventLog({ maxEvents: 100, maxLength: 100 });
  const first = await log.storeEvent("a", notice("x".repeat(60)));
  await log.storeEvent("a", notice("y".repeat(500)));
  assertEquals(log.after("a_0").length, 1);
  await log.storeEvent("b", notice("z"));
  assertEquals(log.streamOf(first), undefined);
});

Deno.test("streamOf() knows only ids that the log gave", async () => {
  const log = new EventLog();
  const id = await log.storeEvent("a", notice("one"));
  assertEquals([id, "a_9", "b_0", "a", "", "_", "a_%"].map((text) => log.streamOf(text)), [
    "a",
    ...Array(6).fill(undefined),
  ]);
});

Deno.test("isAnswered() is true once a stream has its answer", async () => {
  const log = new EventLog();
  await log.storeEvent("a", notice("one"));
  assertEquals(log.isAnswered("a"), false);
  await log.storeEvent("a", answer);
  assertEquals([log.isAnswered("a"), log.isAnswered("b")], [true, false]);
});
