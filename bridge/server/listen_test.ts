import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { httpUrl, listen, type ListenOptions } from "./listen.ts";

const OPTIONS: ListenOptions = {
  host: "127.0.0.1",
  port: 0,
  handler: (_request, from) => Promise.resolve(new Response(`called by ${from}`)),
  failure: (why, cause) => new Error(why, { cause }),
};

Deno.test("listen() hands requests on with the caller's address", async () => {
  const listener = listen(OPTIONS);
  assertEquals(await (await fetch(listener.url)).text(), "called by 127.0.0.1");
  await listener.shutdown();
  const anonymous = listen({ ...OPTIONS, needsCaller: false });
  assertEquals(await (await fetch(anonymous.url)).text(), "called by undefined");
  await anonymous.shutdown();
});

Deno.test("listen() says why it cannot listen, and what to do", async () => {
  const { port, shutdown } = listen(OPTIONS);
  const taken = assertThrows(() => listen({ ...OPTIONS, port }), Error);
  assertEquals(taken.message, "another program listens there (EADDRINUSE); choose another port.");
  await shutdown();
  const foreign = assertThrows(() => listen({ ...OPTIONS, host: "192.0.2.1", addressAdvice: "ask" }), Error);
  assertStringIncludes(foreign.message, "no such address (EADDRNOTAVAIL); ask.");
});

Deno.test("httpUrl() puts IPv6 addresses in brackets", () => {
  assertEquals([httpUrl("::1", 80), httpUrl("a.example", 80)], ["http://[::1]:80", "http://a.example:80"]);
});
