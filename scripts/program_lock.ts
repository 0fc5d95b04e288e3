/**
 * The packages that a program carries, with their versions: the repository's lock file has those for tests and
 * benchmarks too.
 *
 * @module
 */

/** The parts of a lock file that are used here. */
export interface Lock {
  readonly version: string;
  /** Versions by what is asked for, as in `"npm:saxes@6": "6.0.0"`. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** The packages by name and version. */
  readonly npm: Readonly<Record<string, unknown>>;
}

/** The parts of `deno info --json` that are used here. */
export interface ModuleInfo {
  readonly modules: readonly { readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, { readonly dependencies: readonly string[] }>>;
}

/**
 * Leaves in a lock file what the modules of a program need.
 *
 * @param lock the lock file of the repository
 * @param info what `deno info --json` tells of the program's entry
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
