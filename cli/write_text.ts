import {
  DocumentError,
  type MadeFile,
  type MadeOptions,
  type MadeStatus,
  writeMade,
} from "@loom/bridge/document";

/** Spelling of the option that replaces a file on purpose. */
export const OVERWRITE_FLAG = "--overwrite";

/** A file that was written. */
export type WrittenFile = Pick<MadeFile, "realPath" | "bytes">;

/**
 * Writes what is made from a document, and makes the folders of its path; a device or a pipe takes it as well.
 *
 * @throws {DocumentError} What {@linkcode writeMade} throws.
 */
export async function writeText(
  path: string,
  content: string | Uint8Array,
  options: MadeOptions,
): Promise<WrittenFile> {
  if (await isOpenEnded(path)) return await passOn(path, content);
  return await writeMade(path, content, { ...options, makeFolders: true });
}

/** The real paths of documents, which are never written to; standard input has none. */
export async function sourcesOf(docs: readonly string[]): Promise<readonly string[]> {
  // A document that is not there is reported when it is read.
  const paths = await Promise.all(docs.map((doc) => Deno.realPath(doc).catch(() => undefined)));
  return paths.filter((path) => path !== undefined);
}

/** The line of `--check` about a file. */
export function statusLine(path: string, status: MadeStatus): string {
  return `${path}: ${status}`;
}

/** The error of a file that is there, with the option that replaces it. */
export function existsHere(error: unknown): unknown {
  if (!(error instanceof DocumentError) || error.code !== "exists") return error;
  return new DocumentError(
    "exists",
    `"${error.path}" exists: choose another name, or give --overwrite.`,
    error.path,
    { cause: error },
  );
}

/** True when the path is a device or a pipe, such as `/dev/null`: it takes what comes, and nothing can replace it. */
export async function isOpenEnded(path: string): Promise<boolean> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return !isFile && !isDirectory;
  } catch {
    // The writer tells what is wrong with the path.
    return false;
  }
}

async function passOn(
  path: string,
  content: string | Uint8Array,
): Promise<WrittenFile> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  try {
    using file = await Deno.open(path, { write: true });
    for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  } catch (cause) {
    throw new DocumentError(
      "not_writable",
      `"${path}" takes no text: name a file, or - for standard output.`,
      path,
      { cause },
    );
  }
  return { realPath: path, bytes: bytes.length };
}
