import { assertEquals } from "@std/assert";
import { cors, preflightHeaders } from "./cors.ts";

const OPTIONS = {
  allows: (origin: string) => origin === "https://loom.example",
  methods: "GET, POST",
  requestHeaders: "authorization",
  exposedHeaders: "x-request-id",
};

Deno.test("cors() lets pages of allowed origins read answers, and no others", async () => {
  const middleware = cors(OPTIONS);
  const ask = async (headers: Record<string, string>) => {
    const request = new Request("http://localhost/", { headers });
    const response = await middleware({ request }, () => Promise.resolve(new Response()));
    return Object.fromEntries(response.headers);
  };
  assertEquals(await ask({ origin: "https://loom.example" }), {
    "access-control-allow-origin": "https://loom.example",
    "access-control-expose-headers": "x-request-id",
    "vary": "origin",
  });
  assertEquals([await ask({}), await ask({ origin: "https://evil.example" })], [{}, {}]);
});

Deno.test("preflightHeaders() lists what a page may send", () => {
  assertEquals(preflightHeaders(OPTIONS), {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization",
    "access-control-max-age": "600",
  });
});
