/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The prefixes of the loom's environment variables: the current one, then the older spellings. */
export const ENV_PREFIXES: readonly string[] = ["LOOM_", "STATELOOM_", "SMCRAFT_"];

/**
 * Looks up a setting in the environment under the current prefix, then under the older ones. An empty value
 * counts as not set.
 *
 * @param suffix The name without its prefix, such as `BRIDGE_PORT`.
 * @param env The variables. Default: those of the process; none in a browser.
 * @returns The first value that is set.
 *
 * @example
 * ```ts
 * import { envAlias } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(envAlias("BRIDGE_PORT", { LOOM_BRIDGE_PORT: "", SMCRAFT_BRIDGE_PORT: "4600" }), "4600");
 * ```
 */
export function envAlias(suffix: string, env: Environment = processEnvironment()): string | undefined {
  for (const prefix of ENV_PREFIXES) {
    const value = env[prefix + suffix];
    if (value) return value;
  }
  return undefined;
}

/** Asks the runtime, without naming one: browsers have no `process`. */
function processEnvironment(): Environment {
  const runtime = globalThis as { process?: { env?: Environment } };
  return runtime.process?.env ?? {};
}
