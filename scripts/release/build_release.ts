/**
 * Builds the files of a release from the commit that is checked out.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { bundlePrograms } from "../bundle.ts";
import { sha256, writeChecksums } from "../checksums.ts";
import { isObject } from "../../protocol/mod.ts";
import { TARGETS } from "../compile.ts";
import { makeNpmPackages } from "../npm.ts";
import { packBundle } from "../pack_mcpb.ts";
import { type Lock, moduleInfo } from "../program_lock.ts";
import { ROOT } from "../repository.ts";
import { writeJsrRegistry } from "./jsr_registry.ts";
import { provenance } from "./provenance.ts";
import { billOfMaterials } from "./sbom.ts";
import { releaseNotes, VERSION_FILES, versionIn } from "./versions.ts";

/** The parts to build. */
export interface BuildOptions {
  readonly skipped: readonly string[];
  /** The systems of the executables; all without one. */
  readonly targets: readonly string[];
}

interface Job extends BuildOptions {
  readonly folder: string;
  /** A folder for what is on the way, which is removed. */
  readonly work: string;
  readonly version: string;
}

interface Part {
  readonly name: string;
  /** Makes the part's files; gives a line for each that could not be made. */
  readonly make: (job: Job) => Promise<readonly string[]>;
}

/** The parts of a release, one row each. */
export const PARTS: readonly Part[] = [
  { name: "executables", make: makeExecutables },
  { name: "npm", make: makeNpm },
  { name: "jsr", make: makeJsr },
  { name: "python", make: makePython },
];

/** The modules that lead to everything a release carries. */
const ENTRIES = [
  "cli/main.ts",
  "designer/islands/live_page_entry.tsx",
  "designer/islands/edit_page_entry.tsx",
  "scripts/build.ts",
];

/**
 * Builds a release.
 *
 * @param folder Where its files go; what is in it is replaced.
 * @returns a line for each file that could not be made here
 */
export async function buildRelease(folder: string, options: BuildOptions): Promise<string[]> {
  const changed = await output("git", ["status", "--porcelain"]);
  if (changed !== "") {
    throw new Error("There are changes that are not committed: a release is built from a commit.");
  }
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const work = await Deno.makeTempDir();
  const version = presentVersion();
  try {
    const missing: string[] = [];
    for (const { name, make } of PARTS) {
      if (options.skipped.includes(name)) continue;
      console.log(`== ${name}`);
      missing.push(...await make({ ...options, folder, work, version }));
    }
    await describe(folder, version);
    return missing;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

function presentVersion(): string {
  const [file] = VERSION_FILES;
  if (file === undefined) throw new Error("No file states the version.");
  return versionIn(Deno.readTextFileSync(new URL(file.path, ROOT)), file);
}

/** Notes, bill of materials, provenance and checksums. */
async function describe(folder: string, version: string): Promise<void> {
  const [time = "", commit = ""] = (await output("git", ["log", "-1", "--format=%cI %H"])).split(" ");
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", ROOT));
  await Deno.writeTextFile(
    join(folder, "NOTES.md"),
    `${releaseNotes(changelog, version) ?? "Not released."}\n`,
  );
  const lockText = await Deno.readTextFile(new URL("deno.lock", ROOT));
  const lock: Lock = JSON.parse(lockText);
  const infos = await Promise.all(ENTRIES.map(moduleInfo));
  const info = { modules: infos.flatMap(({ modules }) => modules), npmPackages: infos[0]?.npmPackages ?? {} };
  await writeJson(join(folder, "sbom.cdx.json"), billOfMaterials({ version, time }, lock, info, licenseIn));
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  const subjects = await Promise.all(
    names.map(async (name) => ({ name, sha256: await sha256(join(folder, name)) })),
  );
  const base = Deno.env.get("DENORT_BIN");
  await writeJson(
    join(folder, "provenance.intoto.json"),
    provenance(subjects, {
      version,
      time,
      commit,
      repository: publicAddress(await output("git", ["remote", "get-url", "origin"]).catch(() => "")),
      deno: Deno.version.deno,
      lock: await sha256(fromFileUrl(new URL("deno.lock", ROOT))),
      base: base === undefined ? undefined : await sha256(base),
    }),
  );
  await writeChecksums(folder);
}

/** The address of a repository that others can reach; `unknown` for a folder of this machine. */
function publicAddress(origin: string): string {
  return /^(?:https|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(origin) ? origin : "unknown";
}

/** The licence that a package's manifest states; older ones have a list of them, and some only the text of the licence. */
function licenseIn(folder: string): string | undefined {
  const { license, licenses } = JSON.parse(Deno.readTextFileSync(join(folder, "package.json"))) as {
    license?: unknown;
    licenses?: unknown;
  };
  const [first]: readonly unknown[] = Array.isArray(licenses) ? licenses : [];
  const stated = license ?? (isObject(first) ? first.type : undefined);
  if (typeof stated === "string") return stated;
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  const file = names.find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  return file !== undefined && /^(?:The )?MIT License\b/.test(Deno.readTextFileSync(join(folder, file)))
    ? "MIT"
    : undefined;
}

/** An archive of the executables for each system, and a bundle for desktop clients. */
async function makeExecutables({ folder, work, version, targets }: Job): Promise<string[]> {
  if (Deno.env.get("DENORT_BIN") !== undefined && targets.length !== 1) {
    return [
      "The executables were not made: DENORT_BIN names the base runtime of one system, so give one --target.",
    ];
  }
  const bundle = join(work, "bundle");
  await bundlePrograms(bundle);
  const missing: string[] = [];
  for (const target of targets.length > 0 ? targets : TARGETS) {
    const into = join(work, target);
    const args = [
      "run",
      "-A",
      "scripts/compile.ts",
      "--bundle",
      bundle,
      "--folder",
      into,
      "--target",
      target,
    ];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
    if (!success) {
      missing.push(new TextDecoder().decode(stderr).trim());
      continue;
    }
    const made = target === Deno.build.target ? into : join(into, target);
    if (target === Deno.build.target && !await starts(join(made, "loom"))) {
      missing.push(
        `The executables for ${target} do not start: the base runtime is not of this Deno's version, ${Deno.version.deno}. ` +
          "Let DENORT_BIN name one that is, or unset it to have it fetched.",
      );
      continue;
    }
    const name = `loom-${version}-${target}`;
    await archive(made, join(folder, `${name}.tar.gz`));
    if (!target.includes("windows")) await packBundle(join(made, "loom-mcp"), join(folder, `${name}.mcpb`));
  }
  return missing;
}

/** Checks whether a program starts, in an empty folder and without an environment. */
async function starts(program: string): Promise<boolean> {
  const cwd = await Deno.makeTempDir();
  const command = new Deno.Command(program, { args: ["--version"], cwd, clearEnv: true, stdin: "null" });
  const { success } = await command.output();
  await Deno.remove(cwd, { recursive: true });
  return success;
}

async function makeNpm({ folder, work }: Job): Promise<string[]> {
  const made = join(work, "npm");
  await makeNpmPackages(made);
  for (const { name } of Deno.readDirSync(made)) {
    if (name.endsWith(".tgz")) await Deno.copyFile(join(made, name), join(folder, `npm-${name}`));
  }
  return [];
}

async function makeJsr({ folder, work, version }: Job): Promise<string[]> {
  const made = join(work, "jsr");
  await writeJsrRegistry(made);
  await archive(made, join(folder, `loom-${version}-jsr.tar.gz`));
  return [];
}

async function makePython({ folder }: Job): Promise<string[]> {
  const code = "import sys; sys.path.insert(0, 'build_backend'); import loom_build; " +
    "loom_build.build_wheel(sys.argv[1]); loom_build.build_sdist(sys.argv[1])";
  const cwd = new URL("engine/python/", ROOT);
  return await output("python3", ["-B", "-c", code, folder], cwd).then(
    () => [],
    (error: Error) => [`The Python package was not made: ${error.message}`],
  );
}

/** Packs a folder so that the same content gives the same bytes. */
async function archive(folder: string, target: string): Promise<void> {
  const plain = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  await output("tar", [...plain, "--use-compress-program=gzip -n", "-cf", target, "-C", folder, "."]);
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n");
}

async function output(command: string, args: readonly string[], cwd: string | URL = ROOT): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}
