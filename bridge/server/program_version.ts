/** A program's version, with what made it and what runs it. */
export interface ProgramVersion {
  /** The version of its package. */
  readonly version: string;
  /** The commit that it was built from; absent when it runs from sources. */
  readonly commit?: string;
  /** The runtime and its platform, as in `Deno 2.9.6, x86_64-unknown-linux-gnu`. */
  readonly runtime: string;
}

/**
 * Adds the commit and the runtime to a version.
 *
 * @example
 * ```ts
 * import { programVersion } from "@loom/bridge/server";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await programVersion("1.2.3")).version, "1.2.3");
 * ```
 */
export async function programVersion(version: string): Promise<ProgramVersion> {
  // Only a bundle has the file.
  const text = await Deno.readTextFile(new URL("./build.json", import.meta.url)).catch(() => undefined);
  const runtime = `Deno ${Deno.version.deno}, ${Deno.build.target}`;
  if (text === undefined) return { version, runtime };
  const { commit } = JSON.parse(text) as { readonly commit: string };
  return { version, commit, runtime };
}

/**
 * A program's version as a line.
 *
 * @example
 * ```ts
 * import { versionLine } from "@loom/bridge/server";
 * import { assertMatch } from "@std/assert";
 * assertMatch(await versionLine("loom", "1.2.3"), /^loom 1\.2\.3 \(.*Deno/);
 * ```
 */
export async function versionLine(program: string, version: string): Promise<string> {
  const { commit, runtime } = await programVersion(version);
  return `${program} ${version} (${commit === undefined ? "" : `commit ${commit}; `}${runtime})`;
}
