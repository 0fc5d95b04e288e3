import { ForgeClient } from "@loom/bridge/narrative";
import type { Context } from "../context.ts";
import { UsageError } from "../usage_error.ts";

/** Forge options of the command line. */
export interface ForgeValues {
  readonly repo: string | undefined;
  readonly api: string | undefined;
}

/**
 * The forge, and the repository that is asked for.
 *
 * @throws {UsageError} When the repository is not named, or the address is none.
 */
export function forgeOf(
  { io }: Context,
  { repo, api }: ForgeValues,
  command: string,
): { forge: ForgeClient; repository: string } {
  if (repo === undefined) throw new UsageError(`${command} needs --repo, as owner/name.`);
  const url = api ?? (io.env.GITHUB_API_URL || undefined);
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    throw new UsageError(`${JSON.stringify(url)} is no address of a forge: write it as https://host/api/v3.`);
  }
  const token = io.env.GITHUB_TOKEN || undefined;
  const stop = io.interrupted();
  return { forge: new ForgeClient({ token, stop, ...(url === undefined ? {} : { url }) }), repository: repo };
}
