import { assertEquals } from "@std/assert";
import type { ServerContext } from "./handler.ts";
import { routes } from "./routes.ts";

const answer = routes<{ method: string; path: string; text: string }, ServerContext>(
  [
    { method: "GET", path: "/", text: "page" },
    { method: "POST", path: "/", text: "posted" },
    { method: "POST", path: "/login", text: "in" },
  ],
  ({ text }) => () => new Response(text),
  ({ status, code, headers }) => new Response(code, { status, headers }),
);

async function ask(method: string, path: string): Promise<[number, string, string | null]> {
  const url = new URL(path, "http://localhost");
  const response = await answer({ request: new Request(url, { method }), url, from: "" });
  return [response.status, await response.text(), response.headers.get("allow")];
}

Deno.test("routes() finds the row of a method and a path; HEAD takes that of GET", async () => {
  assertEquals(await ask("GET", "/?a=1"), [200, "page", null]);
  assertEquals(await ask("HEAD", "/"), [200, "page", null]);
  assertEquals(await ask("POST", "/"), [200, "posted", null]);
});

Deno.test("routes() refuses paths and methods that have no row", async () => {
  assertEquals(await ask("GET", "/logout"), [404, "not_found", null]);
  assertEquals(await ask("DELETE", "/"), [405, "method_not_allowed", "GET, POST"]);
  assertEquals(await ask("HEAD", "/login"), [405, "method_not_allowed", "POST"]);
});
