/** The image of the `Dockerfile` with `loom` in it, run as a container. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Container, CONTAINER_TOKEN, CONTAINER_USER, NO_CONTAINER } from "./container.ts";

const ROOT = new URL("../", import.meta.url);

if (NO_CONTAINER !== undefined) console.log(`The container is not tried: ${NO_CONTAINER}.`);

Deno.test({
  name:
    "the container serves pages, hub and agents behind one port and token, from a root that cannot be written",
  ignore: NO_CONTAINER !== undefined,
  async fn() {
    await using container = await Container.build();
    const door = `${container.data}/door.smdf.json`;
    await Deno.copyFile(new URL("examples/door.smdf.json", ROOT), door);
    await Deno.chown(door, CONTAINER_USER, CONTAINER_USER);

    const refused = await container.loom("serve", "--mcp", "--host", "0.0.0.0", "--port", "0");
    assertEquals([refused.code, refused.stdout], [3, ""]);
    const outside = await container.loom("new", "/etc/door.smdf.json");
    assertEquals(outside.code, 4, outside.stderr);
    const made = await container.loom("new", "/data/gate.smdf.json");
    assertEquals(made.code, 0, made.stderr);
    assertEquals((await Deno.stat(`${container.data}/gate.smdf.json`)).uid, CONTAINER_USER);

    await using server = await container.serve("/data/door.smdf.json");
    const { url } = server;
    assertEquals((await container.loom("health", url)).code, 0);
    const headers = { authorization: `Bearer ${CONTAINER_TOKEN}` };
    const statuses = await Promise.all(
      ["/", "/api/docs", "/mcp"].map((path) =>
        fetch(url + path).then(async (response) => {
          await response.text();
          return response.status;
        })
      ),
    );
    assertEquals(statuses, [401, 401, 401]);
    const page = await fetch(url, { headers });
    assertEquals(page.status, 200);
    assertStringIncludes(await page.text(), 'data-state="Closed"');
    const edited = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "add_state", arguments: { name: "Ajar" } },
      }),
    });
    assertEquals([edited.status, (await edited.text()).includes('"isError":true')], [200, false]);
    assert((await Deno.readTextFile(`${container.data}/door.smdf.json`)).includes('"Ajar"'));
    const live = await container.loom(
      "--bridge",
      url,
      "--token",
      CONTAINER_TOKEN,
      "--doc",
      "/data/door.smdf.json",
      "add-state",
      "Shut",
    );
    assertStringIncludes(live.stderr, "live: sent");
  },
});
