import { assertEquals } from "@std/assert";
import { bearerCheck, bearerToken, requireToken } from "./require_token.ts";
import { secretCheck } from "./secret.ts";
import { SlowCheck } from "./slow_check.ts";

Deno.test("requireToken() lets the right token in while wrong ones wait", async () => {
  const delay = Promise.withResolvers<void>();
  const middleware = requireToken<{ request: Request }>({
    check: bearerCheck(new SlowCheck(secretCheck("s3cret"), () => delay.promise)),
    answer: ({ status, headers }) => new Response(null, { status, headers }),
  });
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const request = new Request("http://localhost/", { headers });
    const response = await middleware({ request }, () => Promise.resolve(new Response()));
    return [response.status, response.headers.get("retry-after")];
  };
  assertEquals(await ask("Bearer s3cret"), [200, null]);
  assertEquals(await ask(), [401, null]);
  const guesses = Array.from({ length: 16 }, (_, guess) => ask(`Bearer ${guess}`));
  assertEquals(await ask("Bearer guess"), [429, "1"]);
  assertEquals(await ask("Bearer s3cret"), [200, null]);
  delay.resolve();
  assertEquals(await Promise.all(guesses), Array(16).fill([401, null]));
});

Deno.test("bearerToken() reads the scheme in any case", () => {
  const given = ["Bearer a", "bearer  a ", "Basic a", "a", "Bearer "];
  const tokens = given.map((authorization) => bearerToken(new Headers({ authorization })));
  assertEquals(tokens, ["a", "a", undefined, undefined, undefined]);
  assertEquals(bearerToken(new Headers()), undefined);
});
