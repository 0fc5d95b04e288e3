import { assertEquals, assertRejects } from "@std/assert";
import { RunningRequests, settlesWithin, untilAborted } from "./running_requests.ts";

Deno.test("RunningRequests waits for the last request to end", async () => {
  const running = new RunningRequests();
  await running.none();
  const [endFirst, endSecond] = [running.begin(), running.begin()];
  let isIdle = false;
  const idle = running.none().then(() => isIdle = true);
  endFirst();
  await Promise.resolve();
  assertEquals([running.count, isIdle], [1, false]);
  endSecond();
  await idle;
  assertEquals(running.count, 0);
});

Deno.test("RunningRequests counts requests that fail", async () => {
  const running = new RunningRequests();
  await assertRejects(async () => {
    await running.middleware({}, () => {
      assertEquals(running.count, 1);
      return Promise.reject(new Error("broken"));
    });
  });
  assertEquals(running.count, 0);
});

Deno.test("settlesWithin() waits for work up to a time", async () => {
  assertEquals(await settlesWithin(60_000, Promise.resolve()), true);
  assertEquals(await settlesWithin(1, new Promise(() => {})), false);
  await assertRejects(() => settlesWithin(60_000, Promise.reject(new Error("broken"))), Error, "broken");
});

Deno.test("untilAborted() settles when the signal is aborted, before or after", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(controller.signal);
  controller.abort();
  await waiting;
  await untilAborted(controller.signal);
});
