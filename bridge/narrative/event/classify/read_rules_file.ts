import { LoomError } from "@loom/protocol";
import { NarrativeError } from "../../narrative_error.ts";
import { readRules } from "./read_rules.ts";
import type { Rules } from "./rules.ts";

/**
 * Reads a file of rules and lays it over the built-in ones, as {@linkcode readRules} does.
 *
 * @throws {NarrativeError} `invalid_rules` when it cannot be read, or says what no rules say
 */
export async function readRulesFile(path: string): Promise<Rules> {
  try {
    return readRules(await Deno.readTextFile(path));
  } catch (cause) {
    const message = `The rules in "${path}" cannot be used: ${why(cause)}`;
    throw new NarrativeError("invalid_rules", message, undefined, { cause });
  }
}

function why(error: unknown): string {
  if (error instanceof LoomError) return error.message;
  if (error instanceof Deno.errors.NotFound) return "there is no such file; name another one.";
  return error instanceof Error ? error.message : String(error);
}
