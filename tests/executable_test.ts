/**
 * The executables, on a machine with nothing else, and in the container of the `Dockerfile`: one file, so that they are made once.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readPng } from "../bridge/picture/testing/read_png.ts";
import { closeStdio } from "../mcp/testing/close_stdio.ts";
import { Client, StdioClientTransport } from "../mcp/testing/sdk.ts";
import type { CallToolResult } from "../mcp/sdk.ts";
import { HAS_BROWSER, openBrowser } from "./browser/browser.ts";
import { Container, CONTAINER_TOKEN, CONTAINER_USER, NO_CONTAINER } from "./container.ts";
import { executables, NO_EXECUTABLES, runProgram, startServing } from "./executables.ts";

const ROOT = new URL("../", import.meta.url);

if (NO_EXECUTABLES !== undefined) console.log(`The executables are not tried: ${NO_EXECUTABLES}.`);
if (NO_CONTAINER !== undefined) console.log(`The container is not tried: ${NO_CONTAINER}.`);

/** Nothing of the machine that it was built on: no Deno, no cache, no home. */
const BARE = { clearEnv: true, env: {} } as const;

Deno.test({
  name: "the loom executable makes, validates, runs and draws a machine in an empty folder",
  ignore: NO_EXECUTABLES !== undefined,
  async fn() {
    const built = await executables();
    const empty = await Deno.makeTempDir();
    try {
      const loom = (...args: string[]) => runProgram(`${built}/loom`, args, { ...BARE, cwd: empty });

      const version = await loom("--version");
      assertEquals(version.code, 0, version.stderr);
      assertMatch(version.stdout, /^loom \d+\.\d+\.\d+ \(commit [0-9a-f]{10}.*; Deno 2\./);

      const created = await loom("new", "door.smdf.json");
      assertEquals(created.code, 0, created.stderr);

      const edits = [
        ["add-event", "open"],
        ["add-state", "Closed"],
        ["add-state", "Open"],
        ["add-transition", "Closed", "open", "--to", "Open"],
      ];
      for (const edit of edits) {
        const edited = await loom("--doc", "door.smdf.json", ...edit);
        assertEquals(edited.code, 0, edited.stderr);
      }
      const validated = await loom("validate", "door.smdf.json", "--json");
      assertEquals(validated.code, 0, validated.stdout + validated.stderr);

      const ran = await loom("run", "door.smdf.json", "--events", "open");
      assertEquals(ran.code, 0, ran.stderr);
      assertStringIncludes(ran.stdout, "Closed → Open");

      const drawn = await loom("render", "door.smdf.json", "--as", "mermaid", "--out", "-");
      assertEquals(drawn.code, 0, drawn.stderr);
      assertStringIncludes(drawn.stdout, "stateDiagram-v2");

      const pictured = await loom("render", "door.smdf.json", "--as", "png", "--scale", "1");
      assertEquals(pictured.code, 0, pictured.stderr);
      const { width, height } = await readPng(await Deno.readFile(`${empty}/door.png`));
      assertStringIncludes(pictured.stderr, `png ${width}×${height} · `);

      for (const format of ["pdf", "html"]) {
        const written = await loom("render", "door.smdf.json", "--as", format);
        assertEquals(written.code, 0, written.stderr);
      }

      await Deno.writeTextFile(`${empty}/shop.sql`, "CREATE TABLE item (id serial PRIMARY KEY);");
      const read = await loom("convert", "shop.sql", "--out", "shop.erdf.json", "--dialect", "postgres");
      assertEquals(read.code, 0, read.stderr);
    } finally {
      await Deno.remove(empty, { recursive: true });
    }
  },
});

Deno.test({
  name: "the loom-hub executable serves, and stops when it is told to",
  ignore: NO_EXECUTABLES !== undefined,
  async fn() {
    const empty = await Deno.makeTempDir();
    try {
      await using hub = await serving("loom-hub", ["--port", "0"], empty);
      const health = await fetch(new URL("/health", hub.urls[0]));
      assertEquals(health.status, 200, await health.text());
      assertEquals(await hub.stop(), 0);
    } finally {
      await Deno.remove(empty, { recursive: true });
    }
  },
});

Deno.test({
  name: "the loom-mcp executable serves an agent that makes, checks and draws a machine, under any name",
  ignore: NO_EXECUTABLES !== undefined,
  async fn() {
    const built = await executables();
    const empty = await Deno.realPath(await Deno.makeTempDir());
    try {
      const executable = `${built}/smcraft-mcp`;
      const client = new Client({ name: "test", version: "0.0.0" });
      const env = { SMCRAFT_PROJECT_FILE: `${empty}/door.smdf.json` };
      const transport = new StdioClientTransport({ command: executable, cwd: empty, env, stderr: "ignore" });
      await client.connect(transport);
      try {
        const calls: readonly (readonly [string, Record<string, unknown>])[] = [
          ["create_state_machine", { namespace: "Home", name: "Door" }],
          ["add_event", { id: "open" }],
          ["add_state", { name: "Closed" }],
          ["add_state", { name: "Open", kind: "final" }],
          ["add_transition", { state: "Closed", event: "open", nextState: "Open" }],
          ["validate_definition", {}],
          ["generate_code", { language: "python" }],
          ["render_diagram", { format: "png", scale: 1 }],
        ];
        for (const [name, values] of calls) {
          const { content, isError } = await client.callTool({ name, arguments: values }) as CallToolResult;
          const [first] = content;
          assertEquals(isError ?? false, false, first?.type === "text" ? first.text : name);
        }
      } finally {
        await closeStdio(client, transport);
      }
      const { width } = await readPng(await Deno.readFile(`${empty}/door.png`));
      assertEquals(width > 100, true);
    } finally {
      await Deno.remove(empty, { recursive: true });
    }
  },
});

Deno.test({
  name: "the loom executable shows a machine in a browser while it is edited",
  ignore: NO_EXECUTABLES !== undefined || !HAS_BROWSER,
  // The browser's driver keeps what it opened until the process ends.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const built = await executables();
    const empty = await Deno.realPath(await Deno.makeTempDir());
    try {
      const loom = (...args: string[]) => runProgram(`${built}/loom`, args, { ...BARE, cwd: empty });
      assertEquals((await loom("new", "door.smdf.json")).code, 0);
      await using served = await serving(
        "loom",
        ["serve", "door.smdf.json", "--port", "0", "--web-port", "0"],
        empty,
      );
      const [hub = "", web = ""] = served.urls;
      await using browser = await openBrowser();
      const page = await browser.page();
      await page.goto(`${web}/?live=1`);
      await page.locator(".board [data-state]").first().waitFor();
      const added = await loom("--bridge", hub, "--doc", "door.smdf.json", "add-state", "Ajar");
      assertEquals(added.code, 0, added.stderr);
      await page.locator('.board [data-state="Ajar"]').waitFor();
      assertEquals(browser.complaints, []);
    } finally {
      await Deno.remove(empty, { recursive: true });
    }
  },
});

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

/** Starts an executable that serves, on a machine that has nothing else. */
async function serving(name: string, args: readonly string[], cwd: string) {
  return await startServing(`${await executables()}/${name}`, args, { ...BARE, cwd });
}
