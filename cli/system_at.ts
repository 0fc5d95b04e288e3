import { DocumentError } from "@loom/bridge/document";
import { type LoadedSystem, systemOf } from "@loom/bridge/system";
import { relative, resolve } from "@std/path";
import { RefusedError, UsageError } from "./usage_error.ts";

/**
 * Reads the system that a document is or belongs to.
 *
 * @throws {LoomError} When there is no such document or no system lists it.
 */
export async function systemAt(path: string): Promise<LoadedSystem> {
  if (path === "-") throw new UsageError("Standard input has no folder of members: name a document.");
  await Deno.stat(path).catch(() => {
    const message = `There is no document "${path}": name a system, or one of its members.`;
    throw new DocumentError("not_found", message, path);
  });
  const system = await systemOf(resolve(path));
  if (system !== undefined) return system;
  const message =
    `No system in the folder of "${path}", or above it up to the working folder, lists it: name the ` +
    `system, or add the document to one, as in "loom --doc all.sysdf.json add-member ${path}".`;
  throw new RefusedError({ code: "no_system", message }, message);
}

/** A path from the working folder, where it is below it. */
export function shortPath(path: string): string {
  const short = relative(Deno.cwd(), path);
  return short === "" || short.startsWith("..") ? path : short;
}
