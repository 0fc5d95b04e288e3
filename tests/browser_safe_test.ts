import { assertEquals, assertStringIncludes } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

/** Type-checks modules where only the names of a browser exist; gives back what the compiler says. */
async function checkForBrowser(modules: readonly string[]): Promise<{ success: boolean; said: string }> {
  const folder = await Deno.makeTempDir();
  try {
    const config = `${folder}/deno.json`;
    const { imports } = JSON.parse(await Deno.readTextFile(new URL("scripts/import_map.json", ROOT)));
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        compilerOptions: { lib: ["esnext", "dom", "dom.iterable"] },
        imports: { ...imports, "@loom/protocol": new URL("protocol/mod.ts", ROOT).href },
      }),
    );
    const command = new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--no-lock", "--config", config, ...modules],
      env: { NO_COLOR: "1" },
    });
    const { success, stderr } = await command.output();
    return { success, said: new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("protocol and engine use nothing that a browser does not have", async () => {
  const modules = ["protocol", "engine"].map((name) => new URL(`${name}/mod.ts`, ROOT).href);
  const { success, said } = await checkForBrowser(modules);
  assertEquals(success ? "" : said, "");
});

Deno.test("checkForBrowser() finds the names of Deno and Node", async () => {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(
      file,
      "export const a: unknown = Deno.args;\nexport const b: unknown = process.env;\n",
    );
    const { success, said } = await checkForBrowser([file]);
    assertEquals(success, false);
    assertStringIncludes(said, "Cannot find name 'Deno'");
    assertStringIncludes(said, "Cannot find name 'process'");
  } finally {
    await Deno.remove(file);
  }
});
