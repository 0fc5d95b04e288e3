import { assertEquals } from "@std/assert";
import { TokenBucket } from "./token_bucket.ts";

Deno.test("take() gives what is there, then tells how long to wait", () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 10, size: 2, now: () => now });
  assertEquals([bucket.take(), bucket.take(), bucket.take()], [0, 0, 100]);
  now = 99;
  assertEquals(bucket.take(), 1);
  now = 100;
  assertEquals(bucket.take(), 0);
});

Deno.test("take() never holds more than the bucket's size", () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 10, size: 2, now: () => now });
  now = 60_000;
  assertEquals([bucket.take(2), bucket.take() > 0], [0, true]);
});

Deno.test("take() takes the whole bucket when the cost is larger", () => {
  const bucket = new TokenBucket({ perSecond: 10, size: 2, now: () => 0 });
  assertEquals([bucket.take(100), bucket.take(1)], [0, 100]);
});

Deno.test("take() is not misled by a clock that goes back", () => {
  let now = 1_000;
  const bucket = new TokenBucket({ perSecond: 10, size: 1, now: () => now });
  bucket.take();
  now = 0;
  assertEquals(bucket.take(), 100);
});
