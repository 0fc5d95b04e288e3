import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DOOR, withHub } from "./hub/run_hub.ts";

Deno.test("/health tells how the hub is", () =>
  withHub(async ({ hub, client, write }) => {
    await (await client()).join(await write("door.smdf.json", DOOR));
    const response = await fetch(`${hub.url}/health`);
    const { status, version, rooms, clients, uptime } = await response.json();
    assertEquals([response.status, status, rooms, clients], [200, "ok", 1, 1]);
    assertMatch(version, /^\d+\.\d+\.\d+/);
    assertEquals(typeof uptime, "number");
    assertEquals(response.headers.get("cache-control"), "no-store");
  }));

Deno.test("/metrics counts what happened", () =>
  withHub(async ({ hub, client, write }) => {
    const ann = await client();
    await ann.join(await write("door.smdf.json", DOOR));
    await ann.ask("def:patch", {});
    const text = await (await fetch(`${hub.url}/metrics`)).text();
    assertStringIncludes(text, 'loom_hub_messages_total{event="bridge:join"} 1\n');
    assertStringIncludes(text, 'loom_hub_refusals_total{code="bad_request"} 1\n');
    assertStringIncludes(text, "loom_hub_rooms 1\n");
  }));

Deno.test("other paths are answered with a sentence", () =>
  withHub(async ({ hub }) => {
    for (const path of ["/", "/health/", "/socket.io.js", "/%00", "/../etc/passwd"]) {
      const response = await fetch(`${hub.url}${path}`);
      assertEquals(response.status, 404, path);
      assertMatch(await response.text(), /^[^\n]+\.\n$/);
    }
  }));

Deno.test("pages are only read", () =>
  withHub(async ({ hub }) => {
    const posted = await fetch(`${hub.url}/health`, { method: "POST", body: "x" });
    assertEquals([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
    await posted.body?.cancel();
    const head = await fetch(`${hub.url}/health`, { method: "HEAD" });
    assertEquals([head.status, await head.text()], [200, ""]);
  }));

Deno.test("the client library is not served", () =>
  withHub(async ({ hub }) => {
    const response = await fetch(`${hub.url}/socket.io/socket.io.js`);
    assertEquals(response.status >= 400, true);
    await response.body?.cancel();
  }));
