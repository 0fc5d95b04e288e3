import { assertEquals } from "@std/assert";
import { answerHead } from "./answer_head.ts";

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
