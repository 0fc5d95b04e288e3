import { assertEquals } from "@std/assert";
import { catchErrors } from "./catch_errors.ts";

Deno.test("catchErrors() answers what is thrown, and leaves other answers alone", async () => {
  const answer = catchErrors<string>((error, name) => new Response(`${name}: ${error}`, { status: 500 }));
  const failed = await answer("shop", () => Promise.reject("broken"));
  assertEquals([failed.status, await failed.text()], [500, "shop: broken"]);
  const good = await answer("shop", () => Promise.resolve(new Response("fine")));
  assertEquals([good.status, await good.text()], [200, "fine"]);
});
