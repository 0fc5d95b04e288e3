import { assertEquals, assertRejects } from "@std/assert";
import { atOnce, openTestClient } from "../testing/client.ts";
import type { ResourceRow, ServedTool } from "./parts.ts";

/** Counts to three, then waits until it is taken back. */
function counting(): { tool: ServedTool; takenBack: Promise<void>; begun: Promise<void> } {
  const end = Promise.withResolvers<void>();
  const begin = Promise.withResolvers<void>();
  const tool: ServedTool = {
    description: { name: "count", inputSchema: { type: "object" } },
    async call({ wait }, { progress, signal }) {
      for (let done = 1; done <= 3; done++) progress(done, 3, `step ${done}`);
      begin.resolve();
      if (wait !== true) return { content: [] };
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      end.resolve();
      return { content: [] };
    },
  };
  return { tool, takenBack: end.promise, begun: begin.promise };
}

Deno.test("a client that asks for progress is told of it, and one that does not is not", async () => {
  const { tool } = counting();
  await using one = await openTestClient({ parts: { tools: [tool] } });
  const told: unknown[] = [];
  one.client.fallbackNotificationHandler = (notification) => {
    told.push(notification.method);
    return Promise.resolve();
  };
  await one.client.callTool({ name: "count" });
  assertEquals(told, []);
  await one.client.callTool({ name: "count" }, undefined, {
    onprogress: ({ progress, total, message }) => told.push([progress, total, message]),
  });
  assertEquals(told, [[1, 3, "step 1"], [2, 3, "step 2"], [3, 3, "step 3"]]);
});

Deno.test("a call that the client takes back is aborted, and the next one is served", async () => {
  const { tool, takenBack, begun } = counting();
  await using one = await openTestClient({ parts: { tools: [tool] } });
  const stop = new AbortController();
  const call = one.client.callTool({ name: "count", arguments: { wait: true } }, undefined, {
    signal: stop.signal,
  });
  await atOnce(begun);
  stop.abort();
  await assertRejects(() => call);
  await atOnce(takenBack);
  assertEquals((await one.client.callTool({ name: "count" })).content, []);
});

Deno.test("reading a resource that the client takes back is aborted, too", async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow: ResourceRow = {
    uri: "loom://slow",
    name: "slow",
    title: "Slow",
    description: "Never comes.",
    mimeType: "text/plain",
    read: async ({ signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      aborted.resolve();
      return { content: "" };
    },
  };
  await using one = await openTestClient({ parts: { resources: [slow] } });
  const stop = new AbortController();
  const reading = one.client.readResource({ uri: "loom://slow" }, { signal: stop.signal });
  await atOnce(begun.promise);
  stop.abort();
  await assertRejects(() => reading);
  await atOnce(aborted.promise);
});
