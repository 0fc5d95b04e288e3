import { DocumentError, type ExportResult, resolveDocumentPath, writeExport } from "@loom/bridge/document";
import { kindOfPath } from "@loom/protocol";
import { UsageError } from "./usage_error.ts";

/**
 * Writes what is made from a document: a drawing, another format, a snapshot.
 *
 * @param options `overwrite`: whether a file that is there is replaced.
 * @throws {DocumentError} `exists`, or why the file cannot be written.
 */
export async function writeText(
  path: string,
  content: string | Uint8Array,
  options: { readonly overwrite: boolean },
): Promise<Pick<ExportResult, "realPath" | "bytes">> {
  if (await isOpenEnded(path)) return await passOn(path, content);
  try {
    return await writeExport(path, content, options);
  } catch (error) {
    throw existsHere(error);
  }
}

/**
 * Writes a text that is made anew each time, such as code: over one that is there, but never over what is named as a
 * document.
 *
 * @throws {UsageError} When a document has that name.
 * @throws {DocumentError} Why the file cannot be written.
 */
export async function writeAnew(
  path: string,
  text: string,
): Promise<Pick<ExportResult, "realPath" | "bytes">> {
  await refuseDocumentName(path);
  return await writeText(path, text, { overwrite: true });
}

/**
 * Finds where a path leads, unless a document has that name.
 *
 * @returns The path without any symbolic link.
 * @throws {UsageError} When a document has that name.
 * @throws {DocumentError} Why no file can be there.
 */
export async function refuseDocumentName(path: string): Promise<string> {
  const { realPath } = await resolveDocumentPath(path);
  if (kindOfPath(path) === undefined && kindOfPath(realPath) === undefined) return realPath;
  throw new UsageError(`"${path}" is the name of a document, which would be lost: name another file.`);
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
async function isOpenEnded(path: string): Promise<boolean> {
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
): Promise<Pick<ExportResult, "realPath" | "bytes">> {
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
