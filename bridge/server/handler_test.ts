import { assertEquals } from "@std/assert";
import { compose, type Middleware, requestHandler } from "./handler.ts";

Deno.test("compose() runs the first middleware outermost", async () => {
  const seen: string[] = [];
  const note = (name: string): Middleware<string> => async (_context, next) => {
    seen.push(`${name} before`);
    const response = await next();
    seen.push(`${name} after`);
    return response;
  };
  await compose([note("a"), note("b")], () => {
    seen.push("handler");
    return new Response();
  })("");
  assertEquals(seen, ["a before", "b before", "handler", "b after", "a after"]);
});

Deno.test("compose() does not reach the handler when a middleware answers", async () => {
  const response = await compose([() => new Response("stop")], () => new Response("handler"))("");
  assertEquals(await response.text(), "stop");
});

Deno.test("compose() rejects with what a handler throws", async () => {
  const thrown = await compose([(_context, next) => next()], () => {
    throw new Error("broken");
  })("").catch((error) => error.message);
  assertEquals(thrown, "broken");
});

Deno.test("requestHandler() refuses a request whose address does not parse", async () => {
  const handle = requestHandler(
    ({ url, from }) => new Response(`${url.pathname} ${from}`),
    ({ status, code }) => new Response(code, { status }),
  );
  const broken = new Proxy(new Request("http://localhost/a"), {
    get: (target, name) => name === "url" ? "http://a b/" : Reflect.get(target, name),
  });
  const answers = [await handle(new Request("http://localhost/a"), "10.0.0.7"), await handle(broken)];
  assertEquals(await Promise.all(answers.map(async (one) => [one.status, await one.text()])), [
    [200, "/a 10.0.0.7"],
    [400, "bad_host"],
  ]);
});
