/**
 * Makes the single-file executables: `deno task compile [name...]`, all of them without a name.
 *
 * - `--target <triple>`, again for each, or `all`: the systems; this machine's without it.
 * - `--folder <path>`: where they go; `dist/` without it. Each system but this one has a folder of its own in it.
 * - `--bundle <path>`: a folder that `scripts/bundle.ts` filled; without it one is made.
 *
 * `DENORT_BIN` names a base runtime to build on where Deno cannot fetch its own. A target whose base runtime is not to
 * be had is named in one line, and the others are made.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { dirname, join, resolve } from "@std/path";
import { viewerOf } from "../bridge/drawing/viewer.ts";
import { dockerPrograms } from "../cli/docker/docker.ts";
import { BUILD_FILE, BUNDLED_FILES, bundledModule, bundlePrograms } from "./bundle.ts";
import { writeChecksums } from "./checksums.ts";
import { ROOT } from "./repository.ts";

type System = typeof Deno.build.os;

/** A program, and what it is made of. */
export interface Executable {
  readonly name: string;
  /** Other names that start it, which people's settings may have from earlier. */
  readonly aliases?: readonly string[];
  readonly entry: string;
  /** The files of the bundle that it reads. */
  readonly files: readonly string[];
  /** Flags of the JavaScript engine. */
  readonly engine?: readonly string[];
  /** Deno's permissions, each with its reason; the executable can do nothing beyond them. */
  readonly permissions: readonly Permission[];
}

interface Permission {
  readonly flag: (os: System) => string;
  readonly reason: string;
}

const READ: Permission = {
  flag: () => "--allow-read",
  reason: "documents are wherever you name them, and their systems and fonts beside",
};
const WRITE: Permission = {
  flag: () => "--allow-write",
  reason: "documents, drawings and code go wherever you name them",
};
const ENV: Permission = {
  flag: () => "--allow-env",
  reason: "settings are variables with three prefixes, and libraries ask for some of their own",
};
const NET: Permission = {
  flag: () => "--allow-net",
  reason: "hub, pages and tools listen on the address you give, and reach hubs and Redis at theirs",
};
const VIEWER: Permission = {
  flag: (os) => `--allow-run=${viewerOf("", os).programs.join(",")}`,
  reason: "shows a picture in your viewer; no other program can be started",
};
const PROGRAMS: Permission = {
  flag: (os) => `--allow-run=${[...viewerOf("", os).programs, ...dockerPrograms(os)].join(",")}`,
  reason: "shows a picture in your viewer, and calls Docker; no other program can be started",
};
const USER: Permission = {
  flag: () => "--allow-sys=uid,gid",
  reason: "a container gets your user and group, so that its documents stay yours",
};

/** Threads that draw, which no import leads to. */
const THREAD = bundledModule("bridge/drawing/draw_worker.ts");

/** The executables, one row each. */
export const EXECUTABLES: readonly Executable[] = [
  {
    name: "loom",
    entry: "cli/main.ts",
    files: [...BUNDLED_FILES, THREAD],
    // Halves the time and the memory of the first picture; the optimizing compiler pays off from the third one on.
    engine: ["--liftoff-only"],
    permissions: [READ, WRITE, ENV, NET, PROGRAMS, USER],
  },
  // It never writes a file.
  { name: "loom-hub", entry: "cli/hub_main.ts", files: [BUILD_FILE], permissions: [READ, ENV, NET] },
  {
    name: "loom-mcp",
    aliases: ["smcraft-mcp"],
    entry: "mcp/main.ts",
    files: [...BUNDLED_FILES, THREAD],
    permissions: [READ, WRITE, ENV, NET, VIEWER],
  },
];

/** The systems that executables are made for. */
export const TARGETS: readonly string[] = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

/** The flags with which Deno runs a program, or compiles it. */
export function permissionFlags({ engine = [], permissions }: Executable, os: System): string[] {
  const flags = permissions.map(({ flag }) => flag(os));
  return engine.length > 0 ? [...flags, `--v8-flags=${engine.join(",")}`] : flags;
}

/** The licences of what the executables carry, which stands beside them. */
const LICENSES = "THIRD_PARTY_LICENSES.md";

interface Job {
  readonly bundle: string;
  readonly folder: string;
  readonly target: string;
}

/** Makes an executable; gives the reason when it cannot be made. */
async function compile(executable: Executable, { bundle, folder, target }: Job): Promise<string | undefined> {
  const { name, aliases = [], entry, files } = executable;
  const os = systemOf(target);
  const output = join(folder, name);
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      ...["--quiet", "--no-check", "--no-config", "--no-prompt", "--no-code-cache", "--target", target],
      ...permissionFlags(executable, os),
      ...files.flatMap((path) => ["--include", path]),
      ...["--output", output, bundledModule(entry)],
    ],
    cwd: bundle,
  });
  const { success, stderr } = await command.output();
  if (!success) return reasonOf(new TextDecoder().decode(stderr));
  console.log(output);
  for (const alias of aliases) await link(name, join(folder, alias), os);
  return undefined;
}

/** The reason that Deno gives: its innermost cause, else its first line about an error. */
function reasonOf(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const begin = lines.indexOf("Caused by:");
  const causes = begin === -1
    ? []
    : lines.slice(begin + 1).filter((line) => !/^Stack backtrace|^\d+: </.test(line));
  const first = lines.find((line) => /error|download/i.test(line)) ?? lines[0];
  return causes.at(-1)?.replace(/^\d+: /, "") ?? first ?? "Deno gives no reason";
}

/** Makes another name for an executable in the same folder; Windows asks for rights before it makes symbolic links. */
async function link(name: string, alias: string, os: System): Promise<void> {
  const suffix = os === "windows" ? ".exe" : "";
  await Deno.remove(alias + suffix).catch(() => {});
  if (os === "windows") await Deno.link(join(dirname(alias), name + suffix), alias + suffix);
  else await Deno.symlink(name, alias);
  console.log(alias);
}

/** The system of a target such as `x86_64-pc-windows-msvc`. */
function systemOf(target: string): System {
  return (["windows", "darwin"] as const).find((os) => target.includes(os)) ?? "linux";
}

/** Makes executables for a system, and their checksums; gives the reasons for those that cannot be made. */
async function compileAll(executables: readonly Executable[], job: Job): Promise<string[]> {
  await Deno.mkdir(job.folder, { recursive: true });
  const reasons: string[] = [];
  for (const executable of executables) {
    const reason = await compile(executable, job);
    if (reason === undefined) continue;
    reasons.push(`${executable.name} for ${job.target} was not made: ${reason}`);
    // The base runtime is missing for the next one too.
    break;
  }
  if (reasons.length > 0) return reasons;
  await Deno.copyFile(new URL(LICENSES, ROOT), join(job.folder, LICENSES));
  await writeChecksums(job.folder);
  return [];
}

async function main(args: readonly string[]): Promise<number> {
  const flags = parseArgs([...args], { string: ["target", "folder", "bundle"], collect: ["target"] });
  const names = flags._.map(String);
  const known = EXECUTABLES.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Cannot compile ${unknown.join(", ")}: the executables are ${known.join(", ")}.`);
    return 2;
  }
  const wanted = EXECUTABLES.filter(({ name }) => names.length === 0 || names.includes(name));
  const given: string[] = flags["target"] ?? [];
  const targets = given.includes("all") ? TARGETS : given.length > 0 ? given : [Deno.build.target];
  const folder = resolve(flags["folder"] ?? "dist");
  const bundle = flags["bundle"] === undefined ? await Deno.makeTempDir() : resolve(flags["bundle"]);
  try {
    if (flags["bundle"] === undefined) await bundlePrograms(bundle);
    const reasons: string[] = [];
    for (const target of targets) {
      const own = target === Deno.build.target ? folder : join(folder, target);
      reasons.push(...await compileAll(wanted, { bundle, folder: own, target }));
    }
    for (const reason of reasons) console.error(reason);
    return reasons.length > 0 ? 1 : 0;
  } finally {
    if (flags["bundle"] === undefined) await Deno.remove(bundle, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
