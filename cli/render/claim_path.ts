import { resolve } from "@std/path";
import { makeFolder } from "../make_folder.ts";
import { UsageError } from "../usage_error.ts";
import { refuseDocumentName } from "../write_text.ts";
import type { RenderJob } from "./job.ts";

/**
 * Takes a path for the drawing of a document, so that nothing but an older drawing is replaced there. Makes the folder
 * of the job, but not in a dry run.
 *
 * @returns The path without any symbolic link.
 * @throws {UsageError} When a document stands there, or has such a name, or another document of the job took the path.
 * @throws {DocumentError} Why no file can be there.
 */
export async function claimPath(job: RenderJob, doc: string, path: string): Promise<string> {
  const realPath = await targetOf(job, path);
  if (job.sources.has(realPath)) {
    throw new UsageError(
      `"${path}" is a document to draw, which would be lost: name another file with --out.`,
    );
  }
  // Machines may be named like any JSON.
  if (/\.json$/i.test(realPath)) {
    throw new UsageError(`"${path}" is named like a document, which could be lost: choose another ending.`);
  }
  const other = job.claimed.get(realPath) ?? doc;
  if (other !== doc) {
    throw new UsageError(`"${doc}" and "${other}" would both be drawn into "${path}": draw them apart.`);
  }
  job.claimed.set(realPath, doc);
  return realPath;
}

async function targetOf({ destination, dryRun }: RenderJob, path: string): Promise<string> {
  if (destination.kind !== "folder") return await refuseDocumentName(path);
  if (!dryRun) await makeFolder(destination.path);
  else if (!await isThere(destination.path)) return resolve(path);
  return await refuseDocumentName(path);
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
