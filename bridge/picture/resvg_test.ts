import { assertEquals, assertStrictEquals } from "@std/assert";
import { loadResvg, RESVG_PACKAGE } from "./resvg.ts";

Deno.test("RESVG_PACKAGE is the version that is imported", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assertEquals(RESVG_PACKAGE, imports["@resvg/resvg-wasm"]);
});

Deno.test("loadResvg() loads the renderer once, for all who wait for it", async () => {
  const [first, second] = await Promise.all([loadResvg(), loadResvg()]);
  assertStrictEquals(first, second);
  assertStrictEquals(await loadResvg(), first);
});
