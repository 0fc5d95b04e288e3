import { assertEquals } from "@std/assert";
import { checkSource, ownOrigin } from "./check_source.ts";
import { sourcePolicy } from "./source_policy.ts";

async function ask(headers: Record<string, string>, allowsOwnPages: boolean): Promise<string> {
  const middleware = checkSource({
    policy: sourcePolicy({ host: "127.0.0.1", origins: ["https://loom.example"], hosts: ["hub.example"] }),
    allowsOwnPages,
    answer: ({ status, code }) => new Response(`${status} ${code}`),
  });
  const request = new Request("http://127.0.0.1:4600/", { headers });
  const response = await middleware({ request }, () => Promise.resolve(new Response("in")));
  return await response.text();
}

Deno.test("checkSource() refuses names that are not the server's", async () => {
  assertEquals(await ask({}, false), "in");
  assertEquals(await ask({ host: "localhost:9" }, false), "in");
  assertEquals(await ask({ host: "Hub.example" }, false), "in");
  assertEquals(await ask({ host: "evil.example" }, false), "403 host_not_allowed");
});

Deno.test("checkSource() refuses pages of foreign origins", async () => {
  assertEquals(await ask({ origin: "https://loom.example" }, false), "in");
  assertEquals(await ask({ origin: "https://evil.example" }, false), "403 origin_not_allowed");
  assertEquals(await ask({ origin: "null" }, false), "403 origin_not_allowed");
});

Deno.test("checkSource() lets the server's own pages call where that is allowed", async () => {
  const own = { host: "hub.example:80", origin: "http://hub.example:80" };
  const secure = { host: "hub.example", origin: "https://hub.example" };
  assertEquals([await ask(own, true), await ask(secure, true)], ["403 origin_not_allowed", "in"]);
  assertEquals(await ask(secure, false), "403 origin_not_allowed");
});

Deno.test("ownOrigin() compares with the name that the request uses", () => {
  const originOf = (headers: Record<string, string>) =>
    ownOrigin(new Request("http://127.0.0.1:4600/", { headers }))?.origin;
  assertEquals(originOf({ origin: "http://127.0.0.1:4600" }), "http://127.0.0.1:4600");
  assertEquals(originOf({ origin: "https://a.example", host: "A.example" }), "https://a.example");
  assertEquals([originOf({}), originOf({ origin: "no origin" })], [undefined, undefined]);
});
