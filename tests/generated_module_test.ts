/**
 * Generated TypeScript as its users run it: bundled for a page, and under Node without a build.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { enrich, parseJson } from "@loom/engine";
import { generateTypeScript } from "@loom/engine/codegen";

const ROOT = new URL("../", import.meta.url);
const DECODER = new TextDecoder();

/** The most that the runtime library of a generated module takes on a page, minified and compressed. */
const MAX_GZIP_BYTES = 12.3 * 1024;

/** Writes the module of the door example into a new folder. */
async function doorFolder(runtime?: string): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "loom-generated-" }));
  const definition = parseJson(await Deno.readTextFile(new URL("examples/door.smdf.json", ROOT)));
  const options = runtime === undefined ? {} : { runtime };
  await Deno.writeTextFile(`${path}/door_fsm.ts`, generateTypeScript(enrich(definition), options));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

async function run(command: string, args: readonly string[], cwd: string | URL = ROOT): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  assert(success, `${command} ${args.join(" ")}: ${DECODER.decode(stderr)}`);
  return DECODER.decode(stdout);
}

/** The files of the packages that a module loads, as paths in the repository. */
async function loadedFiles(module: string): Promise<string[]> {
  const config = new URL("deno.json", ROOT).pathname;
  const { modules } = JSON.parse(
    await run(Deno.execPath(), ["info", "--json", "--config", config, module]),
  ) as {
    modules: { specifier: string }[];
  };
  return modules.map(({ specifier }) => specifier).filter((one) => one.startsWith(ROOT.href))
    .map((one) => one.slice(ROOT.href.length));
}

async function gzipSize(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

const RUNTIME = import.meta.resolve("@loom/engine/runtime");

Deno.test("a generated module loads the runtime library and no parser, validator or drawing", async () => {
  await using folder = await doorFolder(RUNTIME);
  const files = await loadedFiles(`${folder.path}/door_fsm.ts`);
  assert(files.includes("engine/runtime/context.ts"));
  const others = files.filter((file) => !/^engine\/(?:runtime|expression)\//.test(file));
  assertEquals(others.sort(), ["protocol/error.ts", "protocol/json/value.ts"]);
  assertEquals(files.filter((file) => /parse|print|token|compile/.test(file)), []);
});

/** The values that a generated module imports from the runtime library. */
async function importsOf(example: string): Promise<string> {
  const definition = parseJson(await Deno.readTextFile(new URL(`examples/${example}`, ROOT)));
  const [, names = ""] = /^import \{([^}]*)\}/m.exec(generateTypeScript(enrich(definition))) ?? [];
  return names.replace(/\btype \w+,/g, "");
}

for (const example of ["door.smdf.json", "traffic_crossing.smdf.json"]) {
  Deno.test(`the runtime library that ${example} loads is small on a page`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "loom-generated-" });
    try {
      const module = `${folder}/runtime.ts`;
      await Deno.writeTextFile(module, `export { ${await importsOf(example)} } from "${RUNTIME}";`);
      const script = `${folder}/runtime.js`;
      const config = new URL("deno.json", ROOT).pathname;
      const options = [
        "--quiet",
        "--platform",
        "browser",
        "--minify",
        "--config",
        config,
        "--output",
        script,
      ];
      await run(Deno.execPath(), ["bundle", ...options, module]);
      const size = await gzipSize(await Deno.readFile(script));
      assert(size <= MAX_GZIP_BYTES, `${size} bytes`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

/** True when the installed Node strips types. */
async function stripsTypes(): Promise<boolean> {
  try {
    const [major = 0, minor = 0] = (await run("node", ["--version"])).slice(1).split(".").map(Number);
    return major > 22 || (major === 22 && minor >= 6);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const STRIPS_TYPES = await stripsTypes();
if (!STRIPS_TYPES) console.log("Node 22.6 or newer is not installed: its type stripping is not tested.");

const PROGRAM = `
import { DoorContext } from "./door_fsm.ts";
const door = new DoorContext();
door.enterInitialState();
console.log(door.state);
`;

Deno.test({
  name: "a generated module and the sources of the runtime library run under Node's type stripping",
  ignore: !STRIPS_TYPES,
  fn: async () => {
    await using folder = await doorFolder();
    const { path } = folder;
    // Packages linked as a workspace of npm links them: Node strips no types in `node_modules` itself.
    for (const file of await loadedFiles(RUNTIME)) {
      await Deno.mkdir(`${path}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(new URL(file, ROOT), `${path}/${file}`);
    }
    await Deno.mkdir(`${path}/node_modules/@loom`, { recursive: true });
    for (const name of ["engine", "protocol"]) {
      const { exports } = JSON.parse(await Deno.readTextFile(new URL(`${name}/deno.json`, ROOT)));
      const manifest = { name: `@loom/${name}`, type: "module", exports };
      await Deno.writeTextFile(`${path}/${name}/package.json`, JSON.stringify(manifest));
      await Deno.symlink(`${path}/${name}`, `${path}/node_modules/@loom/${name}`);
    }
    await Deno.writeTextFile(`${path}/package.json`, '{ "type": "module" }');
    await Deno.writeTextFile(`${path}/main.ts`, PROGRAM);
    assertEquals((await run("node", ["--experimental-strip-types", "main.ts"], path)).trim(), "Closed");
  },
});

Deno.test({
  name: "a generated module runs under Node on a bundled runtime library",
  ignore: !STRIPS_TYPES,
  fn: async () => {
    await using folder = await doorFolder("./loom_runtime.js");
    const { path } = folder;
    await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      "-o",
      `${path}/loom_runtime.js`,
      "engine/runtime/mod.ts",
    ]);
    await Deno.writeTextFile(`${path}/package.json`, '{ "type": "module" }');
    await Deno.writeTextFile(`${path}/main.ts`, PROGRAM);
    assertEquals((await run("node", ["--experimental-strip-types", "main.ts"], path)).trim(), "Closed");
  },
});
