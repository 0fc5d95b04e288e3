import { assertEquals, assertRejects } from "@std/assert";
import { once } from "./once.ts";

Deno.test("once() loads again only after a failure", async () => {
  let calls = 0;
  const load = once(() => {
    calls++;
    return calls === 1 ? Promise.reject(new Error("not yet")) : Promise.resolve(calls);
  });
  await assertRejects(load, Error, "not yet");
  assertEquals([await load(), await load()], [2, 2]);
});
