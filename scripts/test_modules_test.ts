import { assertEquals } from "@std/assert";
import { examplesOf, writeTestModules } from "./test_modules.ts";

const FENCE = "```";

Deno.test("examplesOf() makes a module of each example, with its imports first", () => {
  const text = `/**
 * @example
 * ${FENCE}ts
 * import { a } from "./a.ts";
 * export const b = a;
 *
 * b();
 * ${FENCE}
 *
 * ${FENCE}ts ignore
 * never();
 * ${FENCE}
 */
`;
  const code = `import { a } from "${new URL("../engine/a.ts", import.meta.url)}";
Deno.test("example of engine/b.ts:4", async () => {

const b = a;

b();
});
`;
  assertEquals(examplesOf("engine/b.ts", text), [{ line: 4, extension: "ts", code }]);
});

Deno.test("examplesOf() reads pages", () => {
  const [example] = examplesOf("README.md", `# Page\n\n${FENCE}tsx\nf();\n${FENCE}\n`);
  assertEquals(
    [example?.extension, example?.code],
    ["tsx", '\nDeno.test("example of README.md:4", async () => {\nf();\n});\n'],
  );
});

Deno.test("writeTestModules() puts the tests and examples of a package into one module", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const paths = ["protocol/suggest.ts", "protocol/suggest_test.ts", "scripts/test_modules_test.ts"];
    assertEquals(writeTestModules(paths, folder), [`${folder}/protocol.ts`, `${folder}/others_0.ts`]);
    const imported = (await Deno.readTextFile(`${folder}/protocol.ts`)).match(/[^/]+(?=";)/g);
    assertEquals(imported, ["suggest_test.ts", "protocol_suggest_ts_12.ts", "protocol_suggest_ts_43.ts"]);
    assertEquals(
      await Deno.readTextFile(`${folder}/others_0.ts`),
      `import "${import.meta.url}";\n`,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
