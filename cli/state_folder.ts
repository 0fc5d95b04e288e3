import { envAlias } from "@loom/protocol";
import { join } from "@std/path";

/**
 * The folder for what the program keeps between runs: `LOOM_STATE_DIR`, else `loom` in the system's folder for such.
 *
 * @returns `undefined` where the environment names none.
 */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const own = envAlias("STATE_DIR", env);
  if (own !== undefined) return own;
  const { XDG_STATE_HOME, LOCALAPPDATA, HOME } = env;
  const home = HOME ? join(HOME, ".local", "state") : undefined;
  const base = XDG_STATE_HOME || LOCALAPPDATA || home;
  return base === undefined ? undefined : join(base, "loom");
}
