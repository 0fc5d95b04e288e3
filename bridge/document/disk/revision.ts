import { DocumentError } from "./document_error.ts";

const REVISION_LENGTH = 16;

/**
 * The revision of a document: a short hash of the file's bytes, the same wherever it is computed.
 *
 * @returns The first 16 hexadecimal digits of the bytes' SHA-256.
 *
 * @example
 * ```ts
 * import { revisionOf } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await revisionOf(new TextEncoder().encode("{}\n")), "ca3d163bab055381");
 * ```
 */
export async function revisionOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.subarray(0, REVISION_LENGTH / 2).toHex();
}

/** A function that gives the revision of a file at once; `undefined` when there is none, or it cannot be read. */
export async function revisionReader(): Promise<(path: string) => string | undefined> {
  // Lazy import: most commands only read, and start sooner without it.
  const { createHash } = await import("node:crypto");
  return (path) => {
    try {
      return createHash("sha256").update(Deno.readFileSync(path)).digest("hex").slice(0, REVISION_LENGTH);
    } catch {
      return undefined;
    }
  };
}

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
