import { assertEquals, assertRejects } from "@std/assert";
import { SerialQueue } from "./serial_queue.ts";

Deno.test("run() does one piece of work after another, in the order in which they came", async () => {
  const queue = new SerialQueue();
  const done: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queue.run(async () => {
    await promise;
    done.push(1);
  });
  const second = queue.run(() => Promise.resolve(done.push(2)));
  assertEquals(queue.size, 2);
  resolve();
  await Promise.all([first, second]);
  assertEquals([done, queue.size], [[1, 2], 0]);
});

Deno.test("run() goes on after work that failed, and tells who asked for it", async () => {
  const queue = new SerialQueue();
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const next = queue.run(() => Promise.resolve(5));
  await assertRejects(() => failing, Error, "no");
  assertEquals(await next, 5);
});

Deno.test("idle() settles when all that came so far is done", async () => {
  const queue = new SerialQueue();
  let isDone = false;
  void queue.run(() => Promise.resolve().then(() => isDone = true));
  await queue.idle();
  assertEquals(isDone, true);
});
