import { assertEquals, assertRejects } from "@std/assert";
import { settlesWithin, untilAborted } from "./stop.ts";

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
