/**
 * The repository's folder, and calls of Deno in it.
 *
 * @module
 */

/** The folder that holds the root `deno.json`, with a final slash. */
export const ROOT: URL = new URL("../", import.meta.url);

/**
 * Programs of others that run in processes of their own. They have a lock file of their own too: `deno task` fetches all
 * packages of the one beside the root `deno.json`.
 */
export const PEERS: URL = new URL("tests/peers/", ROOT);

/**
 * The arguments of Deno that run a program of a package of npm among {@linkcode PEERS}.
 *
 * @param name the name of the package, as `tests/peers/deno.json` has it
 */
export function peerProgram(name: string): string[] {
  const { imports } = readConfig("tests/peers/deno.json") as { imports: Readonly<Record<string, string>> };
  const specifier = imports[name];
  if (specifier === undefined) throw new Error(`tests/peers/deno.json does not list ${name}: add it there.`);
  return ["run", "-A", "-q", "--frozen", "--config", new URL("deno.json", PEERS).pathname, specifier];
}

/**
 * The flag of Deno that takes the lock file of tests, benchmarks and scripts of maintainers: it has the packages of all of
 * them. `deno.lock` has what programs need, and is made from it.
 */
export const TEST_LOCK = `--lock=${new URL("tests/deno.lock", ROOT).pathname}`;

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

/** The folders of the packages. */
export function packageFolders(): string[] {
  const { workspace } = readConfig("deno.json") as { workspace: readonly string[] };
  return workspace.map((folder) => folder.replace("./", ""));
}

/**
 * The modules that the packages export, as paths in the repository.
 *
 * @returns one path for every entry of `exports`, package by package
 */
export function publicModules(): string[] {
  return packageFolders().flatMap((folder) => {
    const { exports } = readConfig(`${folder}/deno.json`) as { exports: Readonly<Record<string, string>> };
    return Object.values(exports).map((path) => `${folder}/${path.replace(/^\.\//, "")}`);
  });
}

function readConfig(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(new URL(path, ROOT)));
}
