/**
 * Makes the single-file executables: `deno task compile [name...] [--target <triple>] [--folder <path>]`, all of them
 * without a name, for this machine without a target, in `dist/` without a folder. `DENORT_BIN` names a base runtime to
 * build on where Deno cannot fetch its own.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { dirname, join } from "@std/path";
import { viewerOf } from "../bridge/drawing/viewer.ts";
import { buildPageScripts, PAGE_SCRIPTS } from "./build.ts";
import { type Lock, lockForProgram } from "./compile_lock.ts";
import { ROOT, runDeno } from "./repository.ts";

interface Executable {
  readonly name: string;
  /** Other names that start it, which people's settings may have from earlier. */
  readonly aliases?: readonly string[];
  readonly entry: string;
  /** Deno's permission flags for a system; the executable can do nothing beyond them. */
  readonly permissions: (os: typeof Deno.build.os) => readonly string[];
  /** Files that it reads or starts as threads, which no import leads to. */
  readonly includes?: readonly string[];
}

/** The permission to start what shows a picture to a person, and nothing else. */
function viewers(os: typeof Deno.build.os): string {
  return `--allow-run=${viewerOf("", os).programs.join(",")}`;
}

/** The executables, one row each. */
const EXECUTABLES: readonly Executable[] = [
  {
    name: "loom",
    entry: "cli/main.ts",
    permissions: (os) => [
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-net",
      viewers(os),
    ],
    includes: PAGE_SCRIPTS,
  },
  {
    name: "loom-hub",
    entry: "cli/hub_main.ts",
    // It never writes a file.
    permissions: () => ["--allow-read", "--allow-net", "--allow-env"],
  },
  {
    name: "loom-mcp",
    aliases: ["smcraft-mcp"],
    entry: "mcp/main.ts",
    permissions: (os) => ["--allow-read", "--allow-write", "--allow-env", "--allow-net", viewers(os)],
    includes: ["bridge/drawing/draw_worker.ts"],
  },
];

/** The licences of what the executables carry, which stands beside them. */
const LICENSES = "THIRD_PARTY_LICENSES.md";

async function compile(executable: Executable, folder: string, target: string | undefined): Promise<boolean> {
  const { name, aliases = [], entry, includes = [] } = executable;
  const permissions = executable.permissions(systemOf(target));
  const forTarget = target === undefined ? [] : ["--target", target];
  const output = `${folder}/${name}`;
  const lock = await Deno.makeTempFile({ suffix: ".lock" });
  try {
    await Deno.writeTextFile(lock, JSON.stringify(await lockOf(entry)));
    const args = [
      "compile",
      "--quiet",
      "--no-prompt",
      "--lock",
      lock,
      ...permissions,
      ...forTarget,
      ...includes.flatMap((path) => ["--include", path]),
    ];
    if (await runDeno([...args, "--output", output, entry]) !== 0) return false;
  } finally {
    await Deno.remove(lock);
  }
  console.log(output);
  for (const alias of aliases) await link(name, `${folder}/${alias}`, systemOf(target));
  return true;
}

/** Makes another name for an executable in the same folder; Windows asks for rights before it makes symbolic links. */
async function link(name: string, alias: string, os: typeof Deno.build.os): Promise<void> {
  const suffix = os === "windows" ? ".exe" : "";
  await Deno.remove(alias + suffix).catch(() => {});
  if (os === "windows") await Deno.link(join(dirname(alias), name + suffix), alias + suffix);
  else await Deno.symlink(name, alias);
  console.log(alias);
}

/** The system of a target such as `x86_64-pc-windows-msvc`; this one without a target. */
function systemOf(target: string | undefined): typeof Deno.build.os {
  if (target === undefined) return Deno.build.os;
  return (["windows", "darwin"] as const).find((os) => target.includes(os)) ?? "linux";
}

async function lockOf(entry: string): Promise<Lock> {
  const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", entry], cwd: ROOT })
    .output();
  if (!info.success) throw new Error(`Cannot compile ${entry}: ${new TextDecoder().decode(info.stderr)}`);
  const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  return lockForProgram(lock, JSON.parse(new TextDecoder().decode(info.stdout)));
}

async function main(args: readonly string[]): Promise<number> {
  const { _: names, ...flags } = parseArgs([...args], { string: ["target", "folder"] });
  const target: string | undefined = flags["target"];
  const folder: string = flags["folder"] ?? "dist";
  const unknown = names.filter((name) => !EXECUTABLES.some((executable) => executable.name === name));
  if (unknown.length > 0) {
    const known = EXECUTABLES.map((executable) => executable.name).join(", ");
    console.error(`Cannot compile ${unknown.join(", ")}: the executables are ${known}.`);
    return 2;
  }
  await buildPageScripts();
  const wanted = EXECUTABLES.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const executable of wanted) {
    if (!await compile(executable, folder, target)) return 1;
  }
  await Deno.copyFile(new URL(LICENSES, ROOT), `${folder}/${LICENSES}`);
  return 0;
}

Deno.exit(await main(Deno.args));
