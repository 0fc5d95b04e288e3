import { envAlias } from "@loom/protocol";
import { resolve } from "@std/path";
import type { Context } from "../context.ts";

/** The folder of the story's documents: the one that is named, else that of the environment, else `.loom/narrative`. */
export function storyFolder({ io }: Context, named?: string): string {
  return resolve(named ?? envAlias("NARRATIVE_DOCUMENTS", io.env) ?? ".loom/narrative");
}
