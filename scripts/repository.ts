/**
 * The repository's folder, and calls of Deno in it.
 *
 * @module
 */

/** The folder that holds the root `deno.json`, with a final slash. */
export const ROOT: URL = new URL("../", import.meta.url);

/**
 * Lets Deno fetch what a program imports, and not all that the lock file lists. Not for programs that lead to the SDK of
 * MCP: of a package that two versions of another one need, Deno 2.9 then makes one copy only.
 */
export const LAZY_PACKAGES = "--unstable-npm-lazy-caching";

/** True on a build server, which sets `CI=true`. */
export function underCi(): boolean {
  return Deno.env.get("CI") === "true";
}

/**
 * Runs Deno, the one that runs this, with its output going where ours goes.
 *
 * @param args the arguments, as after `deno` on a command line
 * @param cwd where to run it; the repository when not given
 * @returns the exit code
 */
export async function runDeno(args: readonly string[], cwd: string | URL = ROOT): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args: [...args], cwd }).spawn();
  return (await child.status).code;
}

/**
 * The files of a folder whose name ends in `suffix` and contains one of the words, or all of them without words.
 *
 * @param folder a path in the repository, with a final slash
 * @returns their names, sorted
 */
export function filesNamed(folder: string, suffix: string, words: readonly string[]): string[] {
  return Array.from(Deno.readDirSync(new URL(folder, ROOT)), ({ name }) => name)
    .filter((name) =>
      name.endsWith(suffix) && (words.length === 0 || words.some((word) => name.includes(word)))
    )
    .sort();
}

/**
 * The modules that the packages export, as paths in the repository.
 *
 * @returns one path for every entry of `exports`, package by package
 */
export function publicModules(): string[] {
  const { workspace } = readConfig("deno.json") as { workspace: readonly string[] };
  return workspace.flatMap((folder) => {
    const { exports } = readConfig(`${folder}/deno.json`) as { exports: Readonly<Record<string, string>> };
    return Object.values(exports).map((path) => `${folder}/${path.replace(/^\.\//, "")}`);
  });
}

function readConfig(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, ROOT)));
}
