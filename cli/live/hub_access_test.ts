import { LOOM_KINDS } from "@loom/engine/kinds";
import { assertEquals, assertRejects } from "@std/assert";
import { type Context, type HubGlobals, makeContext } from "../context.ts";
import { TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { UsageError } from "../usage_error.ts";
import { configuredHub, likelyHub } from "./hub_access.ts";

function contextWith(hub: HubGlobals, env: Record<string, string> = {}): Context {
  return makeContext(
    memoryIo({ env }),
    { doc: undefined, json: false, quiet: false, color: "auto", hub },
    LOOM_KINDS,
  );
}

Deno.test("configuredHub() finds none when nobody named one", async () => {
  assertEquals(await configuredHub(contextWith({}, { LOOM_BRIDGE_URL: "" })), undefined);
});

Deno.test("configuredHub() takes the command line before the environment, and its older spellings", async () => {
  const url = async (hub: HubGlobals, env: Record<string, string>) =>
    (await configuredHub(contextWith(hub, env)))?.url;
  const env = { LOOM_BRIDGE_URL: "http://a:1/", SMCRAFT_BRIDGE_URL: "http://b:2" };
  assertEquals(await url({ url: "https://c:3" }, env), "https://c:3");
  assertEquals(await url({}, env), "http://a:1");
  assertEquals(await url({}, { ...env, LOOM_BRIDGE_URL: "" }), "http://b:2");
});

Deno.test("configuredHub() finds none when the command line names an empty one", async () => {
  assertEquals(await configuredHub(contextWith({ url: "" }, { LOOM_BRIDGE_URL: "http://a:1" })), undefined);
});

Deno.test("configuredHub() refuses a password in an address, and does not repeat it", async () => {
  for (const url of ["http://ann:s3cret@a:1", "http://s3cret@a:1"]) {
    const error = await assertRejects(
      () => configuredHub(contextWith({ url })),
      UsageError,
      "takes no name and no password",
    );
    assertEquals(error.message.includes("s3cret"), false);
  }
});

Deno.test("configuredHub() tells the address of a hub without what stands behind it", async () => {
  await assertRejects(
    () => configuredHub(contextWith({ url: "http://a:1/pages" })),
    UsageError,
    '"http://a:1/pages" goes on behind the address of a hub: write it as http://a:1.',
  );
});

Deno.test("configuredHub() refuses what is no address", async () => {
  for (const url of ["localhost:4599", "4599", "ftp://a", "http://"]) {
    await assertRejects(
      () => configuredHub(contextWith({ url })),
      UsageError,
      `"${url}" is no address of a hub`,
    );
  }
});

Deno.test("configuredHub() takes the token from the command line, from a file, from the environment", async () => {
  await using folder = await TempFolder.make();
  const tokenFile = await folder.write("token", "filed\n");
  if (Deno.build.os !== "windows") await Deno.chmod(tokenFile, 0o600);
  const env = { LOOM_BRIDGE_URL: "http://a:1", LOOM_BRIDGE_TOKEN: "ambient" };
  const token = async (hub: HubGlobals) => (await configuredHub(contextWith(hub, env)))?.token;
  assertEquals(await token({ token: "given" }), "given");
  assertEquals(await token({ tokenFile }), "filed");
  assertEquals(await token({}), "ambient");
  await assertRejects(() => token({ token: "given", tokenFile }), UsageError, "give one of them");
  await assertRejects(() => token({ token: "" }), UsageError, "not empty");
});

Deno.test("likelyHub() looks on this machine when nobody named one", async () => {
  assertEquals(await likelyHub(contextWith({ name: "Ann" })), {
    url: "http://127.0.0.1:4599",
    isConfigured: false,
    token: undefined,
    name: "Ann",
    kinds: LOOM_KINDS,
  });
  assertEquals((await likelyHub(contextWith({}, { LOOM_BRIDGE_PORT: "7000" }))).url, "http://127.0.0.1:7000");
});
