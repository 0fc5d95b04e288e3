import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

Deno.test("fonts add refuses unknown words before anything is downloaded, and packages that are not the known ones", async () => {
  await using folder = await TempFolder.make();
  const asked: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return new Response("something else");
  });
  const env = {
    LOOM_FONTS_DIR: folder.at("fonts"),
    NPM_CONFIG_REGISTRY: `http://127.0.0.1:${server.addr.port}`,
  };
  const unknown = await loom(["fonts", "add", "thai", "hebrw"], { env });
  assertEquals([unknown.code, asked], [2, []]);
  assertStringIncludes(unknown.err, 'Did you mean "hebrew"?');
  const wrong = await loom(["fonts", "add", "thai"], { env });
  assertEquals(wrong.code === 0, false);
  assertStringIncludes(wrong.err, "is not the known package of Noto Sans Thai: nothing was written");
  assertEquals(asked, ["/@expo-google-fonts/noto-sans-thai/-/noto-sans-thai-0.4.2.tgz"]);
});

Deno.test("fonts add says how to name a registry", async () => {
  await using folder = await TempFolder.make();
  const { code, err } = await loom(["fonts", "add", "thai"], { env: { LOOM_FONTS_DIR: folder.path } });
  assertEquals(code, 2);
  assertStringIncludes(err, "npm config get registry");
});

Deno.test("fonts list tells which fonts were added", async () => {
  await using folder = await TempFolder.make();
  for (const cut of ["Regular", "SemiBold"]) await folder.write(`NotoSansThai-${cut}.ttf`, {});
  const { out } = await loom(["fonts", "list", "--json"], { env: { LOOM_FONTS_DIR: folder.path } });
  const { fonts } = JSON.parse(out) as { fonts: { font: string; added: boolean }[] };
  assertEquals(fonts.filter(({ added }) => added).map(({ font }) => font), ["thai"]);
});
