import type { FileContent } from "../room/change_file.ts";
import type { FileState } from "../room/room.ts";

/**
 * Whether a change whose sender tells the time of the file is in the file, for clients that tell no revision.
 *
 * @param known what was known of the file before it was read
 * @param content what was read
 * @param mtime the time that the sender tells, whole milliseconds
 */
export function isInFile(known: FileState, content: FileContent, mtime: number): boolean {
  if (mtime === content.mtime) return true;
  // A file that is as it was holds what was written since the content before; of the first one that is read, nothing is known.
  const since = known.revision === content.revision ? known.before : known.mtime;
  return since > 0 && mtime > since && mtime < content.mtime;
}
