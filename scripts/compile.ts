/**
 * Makes the single-file executables: `deno task compile [name...] [--target <triple>] [--folder <path>]`, all of them
 * without a name, for this machine without a target, in `dist/` without a folder. `DENORT_BIN` names a base runtime to
 * build on where Deno cannot fetch its own.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { runDeno } from "./repository.ts";

interface Executable {
  readonly name: string;
  readonly entry: string;
  /** Deno's permission flags; the executable can do nothing beyond them. */
  readonly permissions: readonly string[];
}

/** The executables, one row each. */
const EXECUTABLES: readonly Executable[] = [
  { name: "loom", entry: "cli/main.ts", permissions: ["--allow-read", "--allow-write", "--allow-env"] },
];

async function compile(executable: Executable, folder: string, target: readonly string[]): Promise<boolean> {
  const { name, entry, permissions } = executable;
  const output = `${folder}/${name}`;
  const args = ["compile", "--quiet", "--no-prompt", ...permissions, ...target, "--output", output, entry];
  if (await runDeno(args) !== 0) return false;
  console.log(output);
  return true;
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
  const wanted = EXECUTABLES.filter(({ name }) => names.length === 0 || names.includes(name));
  const forTarget = target === undefined ? [] : ["--target", target];
  for (const executable of wanted) {
    if (!await compile(executable, folder, forTarget)) return 1;
  }
  return 0;
}

Deno.exit(await main(Deno.args));
