import { drawingEndings } from "@loom/bridge/drawing";
import { checkMade, type MadeOptions } from "@loom/bridge/document";
import { UsageError } from "../usage_error.ts";
import { isOpenEnded, OVERWRITE_FLAG } from "../write_text.ts";
import type { RenderJob } from "./job.ts";

/** The rules about files of a job. */
export function rulesOf({ context, as, sources, overwrite }: RenderJob): MadeOptions {
  return {
    endings: drawingEndings(as),
    kinds: context.kinds,
    sources,
    overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  };
}

/**
 * Takes a path for the drawing of a document.
 *
 * @returns The path without any symbolic link.
 * @throws {UsageError} When another document of the job took the path.
 * @throws {DocumentError} When a document is or could be there, the ending does not fit, or no file can be there.
 */
export async function claimPath(job: RenderJob, doc: string, path: string): Promise<string> {
  const realPath = await isOpenEnded(path) ? path : await checkMade(path, undefined, rulesOf(job));
  const other = job.claimed.get(realPath) ?? doc;
  if (other !== doc) {
    throw new UsageError(`"${doc}" and "${other}" would both be drawn into "${path}": draw them apart.`);
  }
  job.claimed.set(realPath, doc);
  return realPath;
}
