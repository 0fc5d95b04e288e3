import { assertRejects } from "@std/assert";
import { reach } from "./bridge_call.ts";

Deno.test("reach() finds what listens, and nothing when its time is up before it begins", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const url = `http://127.0.0.1:${port}/api`;
  await reach(url, new AbortController().signal);
  await assertRejects(() => reach(url, AbortSignal.abort()), DOMException, "aborted");
});
