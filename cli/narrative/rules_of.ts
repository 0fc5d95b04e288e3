import { BUILT_IN_RULES, readRulesFile, type Rules } from "@loom/bridge/narrative";
import { envAlias } from "@loom/protocol";
import type { Context } from "../context.ts";

/** The rules that the command line or the environment names, else the built-in ones. */
export async function rulesOf(
  { io }: Context,
  { rules }: { readonly rules: string | undefined },
): Promise<Rules> {
  const path = rules ?? envAlias("NARRATIVE_RULES", io.env);
  return path === undefined ? BUILT_IN_RULES : await readRulesFile(path);
}
