import { assert } from "@std/assert";
import { pause } from "./pause.ts";

Deno.test("pause() waits, but not for work that is to end", async () => {
  const stop = new AbortController();
  const began = performance.now();
  await pause(20, stop.signal);
  assert(performance.now() - began >= 15);
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
  await pause(60_000, stop.signal);
});
