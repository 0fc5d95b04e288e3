import { assertEquals, assertStringIncludes } from "@std/assert";
import { writeJsrRegistry } from "../scripts/release/jsr_registry.ts";
import { runProgram, startServing } from "./executables.ts";

/** A registry of the packages, as `deno publish` would upload them. */
async function registry(): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await Deno.makeTempDir();
  await writeJsrRegistry(folder);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
    const path = decodeURIComponent(new URL(url).pathname);
    const bytes = await Deno.readFile(folder + path).catch(() => undefined);
    if (bytes === undefined) return new Response("not found", { status: 404 });
    const type = path.endsWith(".json") ? "application/json" : "application/typescript";
    return new Response(bytes, { headers: { "content-type": type } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("deno run jsr:@loom/cli validates, draws and serves pages in an empty folder", async () => {
  await using jsr = await registry();
  const empty = await Deno.makeTempDir();
  const options = { cwd: empty, env: { JSR_URL: jsr.url, LOOM_BRIDGE_PORT: "0", LOOM_WEB_PORT: "0" } };
  const words = ["run", "-A", "--quiet", "--no-lock", "jsr:@loom/cli"];
  const loom = (...args: string[]) => runProgram(Deno.execPath(), [...words, ...args], options);
  try {
    const created = await loom("new", "door.smdf.json");
    assertEquals(created.code, 0, created.stderr);

    const validated = await loom("validate", "door.smdf.json");
    assertEquals(validated.code, 0, validated.stderr);

    const drawn = await loom("render", "door.smdf.json", "--as", "png");
    assertEquals(drawn.code, 0, drawn.stderr);
    assertEquals([...(await Deno.readFile(`${empty}/door.png`)).subarray(1, 4)], [80, 78, 71]);

    const serve = [...words, "serve", "door.smdf.json", "--web", "--json"];
    await using server = await startServing(Deno.execPath(), serve, options);
    const { web } = JSON.parse(server.urls[0] ?? "");
    const page = await (await fetch(web.url)).text();
    const [script = ""] = /\/assets\/machine_page\.js[^"]*/.exec(page) ?? [];
    const asset = await fetch(new URL(script, web.url));
    assertStringIncludes(await asset.text(), "import");
    assertEquals(asset.status, 200);
  } finally {
    await Deno.remove(empty, { recursive: true });
  }
});
