import { assertEquals } from "@std/assert";
import { answerHead, catchErrors, cors, preflightHeaders } from "./middleware.ts";

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

Deno.test("catchErrors() answers what is thrown, and leaves other answers alone", async () => {
  const answer = catchErrors<string>((error, name) => new Response(`${name}: ${error}`, { status: 500 }));
  const failed = await answer("shop", () => Promise.reject("broken"));
  assertEquals([failed.status, await failed.text()], [500, "shop: broken"]);
  const good = await answer("shop", () => Promise.resolve(new Response("fine")));
  assertEquals([good.status, await good.text()], [200, "fine"]);
});

Deno.test("answerHead() drops the body of an answer to HEAD, and keeps status and headers", async () => {
  const ask = async (method: string) => {
    const request = new Request("http://localhost/", { method });
    const response = await answerHead()(
      { request },
      () => Promise.resolve(new Response("text", { status: 404, headers: { "x-a": "1" } })),
    );
    return [response.status, response.headers.get("x-a"), await response.text()];
  };
  assertEquals([await ask("GET"), await ask("HEAD")], [[404, "1", "text"], [404, "1", ""]]);
});
