/**
 * The packages that programs carry, with their versions: `tests/deno.lock` has those of tests and benchmarks too, and
 * `deno.lock`, all of whose packages `deno task` fetches, is the part of it that programs need.
 *
 * @module
 */

import { sourcesBelow } from "../tests/dependency_rule/imports.ts";
import { isTest } from "../tests/dependency_rule/rule.ts";
import { packageFolders, ROOT, TEST_LOCK } from "./repository.ts";

/** The parts of a lock file that are used here. */
export interface Lock {
  readonly version: string;
  /** Versions by what is asked for, as in `"npm:saxes@6": "6.0.0"`. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** The packages by name and version. */
  readonly npm: Readonly<Record<string, { readonly integrity?: string }>>;
}

/** The parts of `deno info --json` that are used here. */
export interface ModuleInfo {
  readonly modules: readonly { readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, NpmPackage>>;
}

/** A package of npm. */
export interface NpmPackage {
  readonly dependencies: readonly string[];
  readonly name?: string;
  readonly version?: string;
  /** Its folder in Deno's cache. */
  readonly localPath?: string;
}

/** The modules and packages that an entry leads to. */
export async function moduleInfo(entry: string): Promise<ModuleInfo> {
  const args = ["info", "--json", TEST_LOCK, entry];
  const command = new Deno.Command(Deno.execPath(), { args, cwd: ROOT });
  const { success, stdout, stderr } = await command.output();
  if (!success) {
    throw new Error(`Deno cannot list the imports of ${entry}:\n${new TextDecoder().decode(stderr)}`);
  }
  return JSON.parse(new TextDecoder().decode(stdout));
}

/**
 * Leaves in a lock file what the modules of a program need.
 *
 * @param lock the lock file of the repository
 * @param info what `deno info --json` says about the program's entry
 */
export function lockForProgram(lock: Lock, info: ModuleInfo): Lock {
  const needed = new Set<string>();
  const add = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    info.npmPackages[name]?.dependencies.forEach(add);
  };
  for (const { npmPackage } of info.modules) if (npmPackage !== undefined) add(npmPackage);
  const isNeeded = ([specifier, version]: [string, string]) =>
    needed.has(`${specifier.slice("npm:".length, specifier.lastIndexOf("@"))}@${version}`);
  return {
    version: lock.version,
    specifiers: Object.fromEntries(Object.entries(lock.specifiers).filter(isNeeded)),
    npm: Object.fromEntries(Object.entries(lock.npm).filter(([name]) => needed.has(name))),
  };
}

/** The scripts that programs are started with from their sources. */
const STARTING = ["scripts/dev.ts", "scripts/build.ts"];

/**
 * The text of `deno.lock`: what the packages of the workspace import, and the scripts that start them, with the versions
 * that tests have.
 */
export async function programLock(): Promise<string> {
  const all: Lock = JSON.parse(await Deno.readTextFile(new URL("tests/deno.lock", ROOT)));
  const folder = await Deno.makeTempDir({ dir: new URL("scripts", ROOT).pathname, prefix: ".lock-" });
  try {
    const sources = packageFolders().flatMap((name) => [...sourcesBelow(ROOT, name)]);
    const files = [...sources.filter((file) => !isTest(file)), ...STARTING];
    const entry = `${folder}/entry.ts`;
    await Deno.writeTextFile(entry, files.map((file) => `import "${new URL(file, ROOT)}";\n`).join(""));
    return JSON.stringify({ ...all, ...lockForProgram(all, await moduleInfo(entry)) }, null, 2) + "\n";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
