import { assertEquals } from "@std/assert";
import { bearerCheck, bearerToken, requireToken } from "./require_token.ts";
import { throttledSecretCheck } from "./throttled_check.ts";

Deno.test("requireToken() lets the right token in and throttles guesses", async () => {
  const middleware = requireToken<{ request: Request; from: string }>({
    check: bearerCheck(throttledSecretCheck("s3cret", () => 0)),
    answer: ({ status, headers }) => new Response(null, { status, headers }),
  });
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const request = new Request("http://localhost/", { headers });
    const response = await middleware({ request, from: "10.0.0.7" }, () => Promise.resolve(new Response()));
    return [response.status, response.headers.get("retry-after")];
  };
  assertEquals(await ask("Bearer s3cret"), [200, null]);
  assertEquals(await ask(), [401, null]);
  for (let guess = 0; guess < 20; guess++) assertEquals(await ask(`Bearer ${guess}`), [401, null]);
  assertEquals(await ask("Bearer s3cret"), [429, "2"]);
});

Deno.test("bearerToken() reads the scheme in any case", () => {
  const given = ["Bearer a", "bearer  a ", "Basic a", "a", "Bearer "];
  const tokens = given.map((authorization) => bearerToken(new Headers({ authorization })));
  assertEquals(tokens, ["a", "a", undefined, undefined, undefined]);
  assertEquals(bearerToken(new Headers()), undefined);
});
