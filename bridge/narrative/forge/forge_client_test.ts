import { assertEquals, assertRejects } from "@std/assert";
import { ForgeClient, ForgeError } from "./forge_client.ts";
import { StubForge } from "./testing.ts";

Deno.test("list() ends when the forge tells of a page again as the next one", async () => {
  await using forge = new StubForge({
    answer: ({ href }) => Response.json([{ number: 1 }], { headers: { link: `<${href}>; rel="next"` } }),
  });
  const client = new ForgeClient({ url: forge.url });
  const seen: unknown[] = [];
  const error = await assertRejects(async () => {
    for await (const item of client.list("/repos/octo/door/issues")) seen.push(item);
  }, ForgeError);
  assertEquals([seen, error.code], [[{ number: 1 }], "forge_refused"]);
});
