/**
 * Makes the npm packages: `deno task npm [folder]`, as tarballs in `dist/npm/` without a folder. It takes what
 * `deno pack` makes of a package, leaves out what only Deno runs, and writes the dependencies that `deno pack` does not
 * list. The programs come as a bundle, which Deno's own npm package runs.
 *
 * @module
 */
import { dirname, join, resolve } from "@std/path";
import { bundlePrograms } from "./bundle.ts";
import { writeChecksums } from "./checksums.ts";
import { EXECUTABLES, permissionFlags } from "./compile.ts";
import { ROOT } from "./repository.ts";

interface Library {
  readonly folder: string;
  /** The exports that need Deno, which npm does not get. */
  readonly denoOnly?: readonly string[];
  /** Packages that the program that uses it has; it need not have them. */
  readonly peers?: Readonly<Record<string, string>>;
}

/** The packages of modules, one row each. */
const LIBRARIES: readonly Library[] = [
  { folder: "protocol" },
  { folder: "engine" },
  {
    folder: "bridge",
    denoOnly: [
      ".",
      "./document",
      "./drawing",
      "./exchange",
      "./narrative",
      "./picture",
      "./rispec",
      "./system",
    ],
  },
  { folder: "hub" },
  { folder: "designer", denoOnly: ["./server"], peers: { react: ">=19" } },
];

/** The runtime of the programs, as an npm package. */
const RUNTIME = { deno: "^2.9.6" };

/** The oldest release of Node that is supported: the modules use what it has. */
const ENGINES = { node: ">=22" };

/** The programs run on Deno; Node only starts them. */
const STARTER_ENGINES = { node: ">=20" };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly main?: string;
  readonly types?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Makes the packages; gives the paths of the tarballs. */
export async function makeNpmPackages(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const work = await Deno.makeTempDir();
  try {
    for (const library of LIBRARIES) await packLibrary(library, work, folder);
    await packPrograms(work, folder);
    await packServer(work, folder);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  await writeChecksums(folder);
}

async function packLibrary(library: Library, work: string, folder: string): Promise<void> {
  const unpacked = join(work, library.folder);
  await Deno.mkdir(unpacked);
  const tarball = join(work, `${library.folder}.tgz`);
  const cwd = new URL(`${library.folder}/`, ROOT);
  await run(
    Deno.execPath(),
    ["pack", "--quiet", "--allow-dirty", "--no-source-maps", "--output", tarball],
    cwd,
  );
  await run("tar", ["xzf", tarball, "-C", unpacked]);
  const root = join(unpacked, "package");
  const manifest: Manifest = JSON.parse(await Deno.readTextFile(join(root, "package.json")));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).filter(([name]) => !(library.denoOnly ?? []).includes(name)),
  );
  const { files, packages } = await reached(root, exports);
  await removeOthers(root, files);
  for (const file of files) await inlineVersion(file, manifest.version);
  const { main, types, ...rest } = manifest;
  const dependencies = await dependenciesOf(packages, manifest, library.peers ?? {});
  await writeManifest(root, {
    ...rest,
    ...("." in exports ? { main, types } : {}),
    exports,
    engines: ENGINES,
    sideEffects: false,
    ...(Object.keys(dependencies).length > 0 ? { dependencies } : {}),
    ...(library.peers === undefined ? {} : {
      peerDependencies: library.peers,
      peerDependenciesMeta: mapValues(library.peers, () => ({ optional: true })),
    }),
  });
  await run("npm", ["pack", "--silent", "--pack-destination", folder], root);
}

/** The dependencies of a manifest: packages of the workspace in this version, others as `deno pack` found them. */
async function dependenciesOf(
  packages: ReadonlySet<string>,
  { version, dependencies = {} }: Manifest,
  peers: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const lists = JSON.parse(await Deno.readTextFile(new URL("scripts/import_map.json", ROOT)))
    .imports as Record<
      string,
      string
    >;
  for (const name of [...packages].sort()) {
    if (name in peers) continue;
    const range = name.startsWith("@loom/") ? version : dependencies[name] ?? rangeOf(lists[name]);
    if (range === undefined) {
      throw new Error(`No version of "${name}" is known: it cannot be a dependency on npm.`);
    }
    found[name] = range;
  }
  return found;
}

function rangeOf(specifier: string | undefined): string | undefined {
  return /^npm:\/?(?:@[^/]+\/)?[^@/]+@([^/]+)/.exec(specifier ?? "")?.[1];
}

/** A module's imports, as `deno pack` writes them. */
const IMPORT =
  /^(?: \*\/ )?(?:(?:import|export)\b[^"';=()]*\bfrom|import)\s*"([^"\s]+)"|\bimport\("([^"\s]+)"\)/gm;

/** The files that exports lead to, and the packages that these import. */
async function reached(root: string, exports: Readonly<Record<string, unknown>>) {
  const files = new Set(entriesOf(exports).map((path) => join(root, path)));
  const packages = new Set<string>();
  for (const file of files) {
    const text = await Deno.readTextFile(file).catch(() => "");
    for (const [, fixed, lazy] of text.matchAll(IMPORT)) {
      const specifier = fixed ?? lazy ?? "";
      if (specifier.startsWith(".")) {
        const path = join(dirname(file), specifier);
        files.add(path);
        files.add(path.replace(/\.js$/, ".d.ts"));
      } else if (!specifier.startsWith("node:")) {
        packages.add(specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/"));
      }
    }
  }
  return { files, packages };
}

/** Writes the version into modules that read it from `deno.json`, which is no part of a package on npm. */
async function inlineVersion(file: string, version: string): Promise<void> {
  const text = await Deno.readTextFile(file).catch(() => "");
  const inlined = text.replace(
    /^import (\w+) from "[./]*\/deno\.json" with [^;]*;$/m,
    (_, name: string) => `const ${name} = ${JSON.stringify({ version })};`,
  );
  if (inlined !== text) await Deno.writeTextFile(file, inlined);
}

/** The paths in a tree of exports. */
function entriesOf(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  return exports instanceof Object ? Object.values(exports).flatMap(entriesOf) : [];
}

/** Removes modules that no export leads to. */
async function removeOthers(folder: string, files: ReadonlySet<string>): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await removeOthers(path, files);
    else if (/\.(?:js|d\.ts)$/.test(name) && !files.has(path)) await Deno.remove(path);
  }
}

/** The package of the programs: their bundle, and a starter for each. */
async function packPrograms(work: string, folder: string): Promise<void> {
  const root = join(work, "cli");
  await bundlePrograms(join(root, "program"));
  await Deno.mkdir(join(root, "bin"));
  // `loom serve` is the hub: a second command would keep `npx @loom/cli` from choosing one.
  for (const executable of EXECUTABLES.filter(({ name }) => name !== "loom-hub")) {
    const { name, entry } = executable;
    const flags = Object.fromEntries(
      (["linux", "darwin", "windows"] as const).map((os) => [os, permissionFlags(executable, os)]),
    );
    await Deno.writeTextFile(join(root, "bin", `${name}.js`), starter(entry.replace(/\.ts$/, ".js"), flags));
  }
  await writeManifest(root, {
    ...await about("cli"),
    bin: { loom: "bin/loom.js" },
    exports: { "./loom-mcp": "./bin/loom-mcp.js" },
    engines: STARTER_ENGINES,
    dependencies: RUNTIME,
  });
  for (const page of ["cli/README.md", "cli/COMMANDS.md", "LICENSE", "THIRD_PARTY_LICENSES.md"]) {
    await Deno.copyFile(new URL(page, ROOT), join(root, page.replace("cli/", "")));
  }
  await run("npm", ["pack", "--silent", "--pack-destination", folder], root);
}

/** The package of the agent tools, by the name that the registry of servers has. */
async function packServer(work: string, folder: string): Promise<void> {
  const root = join(work, "mcp");
  await Deno.mkdir(root);
  const { name: mcpName } = JSON.parse(await Deno.readTextFile(new URL("plugin/server.json", ROOT)));
  const manifest = await about("mcp");
  await Deno.writeTextFile(join(root, "loom-mcp.js"), `#!/usr/bin/env node\nimport "@loom/cli/loom-mcp";\n`);
  await writeManifest(root, {
    ...manifest,
    mcpName,
    bin: { "loom-mcp": "loom-mcp.js" },
    engines: STARTER_ENGINES,
    dependencies: { "@loom/cli": manifest.version },
  });
  for (const page of ["mcp/README.md", "mcp/TOOLS.md", "LICENSE"]) {
    await Deno.copyFile(new URL(page, ROOT), join(root, page.replace("mcp/", "")));
  }
  await run("npm", ["pack", "--silent", "--pack-destination", folder], root);
}

async function about(folder: string) {
  const { name, version, license } = JSON.parse(
    await Deno.readTextFile(new URL(`${folder}/deno.json`, ROOT)),
  ) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  return { name, version, license, type: "module" };
}

/** The script that starts a program with Deno and the program's own permissions. */
function starter(module: string, flags: Readonly<Record<string, readonly string[]>>): string {
  return `#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FLAGS = ${JSON.stringify(flags)};

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("deno/package.json"));
const isWindows = process.platform === "win32";
const beside = join(folder, isWindows ? "deno.exe" : "deno");
// Where install scripts are switched off, the runtime is in the package of the system.
const deno = existsSync(beside) ? beside : require("deno/install_api.cjs").runInstall();
const flags = FLAGS[isWindows ? "windows" : process.platform] ?? FLAGS.linux;
const module = fileURLToPath(new URL("../program/${module}", import.meta.url));
const args = ["run", "--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--no-prompt", ...flags, module];
const child = spawn(deno, [...args, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(\`The runtime cannot be started: \${error.message}\`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exitCode = code ?? 1;
  else process.kill(process.pid, signal);
});
`;
}

async function writeManifest(root: string, manifest: object): Promise<void> {
  await Deno.writeTextFile(join(root, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
}

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, map: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

async function run(command: string, args: readonly string[], cwd: string | URL = ROOT): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed:\n${new TextDecoder().decode(stderr)}`);
}

if (import.meta.main) await makeNpmPackages(resolve(Deno.args[0] ?? "dist/npm"));
