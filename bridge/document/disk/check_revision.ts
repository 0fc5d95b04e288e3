import { DocumentError } from "./document_error.ts";

/**
 * Refuses a change that is based on another revision than the file has.
 *
 * @param actual The file's revision; `undefined` when there is no file.
 */
export function checkRevision(path: string, actual: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === actual) return;
  const now = actual === undefined ? "and is gone now" : `and is at ${actual} now`;
  throw new DocumentError(
    "stale_revision",
    `"${path}" was at revision ${expected} when this change was made ${now}: read it again and repeat the change.`,
    path,
    { expectedRevision: expected, ...(actual === undefined ? {} : { actualRevision: actual }) },
  );
}
