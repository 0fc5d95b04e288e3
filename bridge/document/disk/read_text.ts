import { DocumentError } from "./document_error.ts";
import { fileError } from "./file_error.ts";
import { resolveDocumentPath, type ResolvePathOptions } from "./resolve_path.ts";
import { revisionOf } from "./revision.ts";

/** The largest file that is read, in bytes, unless options say otherwise. */
export const MAX_BYTES = 32 * 1024 * 1024;

/** A file's text and what tells its version. */
export interface DocumentText {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** The text, a byte order mark included. */
  readonly text: string;
  /** The hash of the bytes, see `revisionOf`. */
  readonly revision: string;
  /** When the file was last changed, in milliseconds since 1970; 0 where the system does not say. */
  readonly mtime: number;
}

/** Options for {@linkcode readDocumentText}. */
export interface ReadTextOptions extends ResolvePathOptions {
  /** The largest file to read, in bytes. Default: 32 Mi. */
  maxBytes?: number;
}

/**
 * Reads a document's text, whatever its format: JSON, XML or `.fsm`.
 *
 * @throws {DocumentError} `not_found`, `not_a_file`, `too_large`, `not_utf8`, `unreadable`, `outside_root`, ...
 *
 * @example
 * ```ts
 * import { readDocumentText } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const path = await Deno.makeTempFile({ suffix: ".smdf.xml" });
 * await Deno.writeTextFile(path, "<door/>");
 * assertEquals((await readDocumentText(path)).text, "<door/>");
 * await Deno.remove(path);
 * ```
 */
export async function readDocumentText(path: string, options: ReadTextOptions = {}): Promise<DocumentText> {
  const { realPath } = await resolveDocumentPath(path, options);
  try {
    const { bytes, mtime } = await readBytes(realPath, path, options.maxBytes ?? MAX_BYTES);
    return { path, realPath, text: decode(bytes, path), revision: await revisionOf(bytes), mtime };
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

async function readBytes(
  realPath: string,
  path: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; mtime: number }> {
  // Looked at before it is opened: opening a pipe would wait for its writer.
  const named = await Deno.lstat(realPath);
  checkPlain(named, path);
  using file = await Deno.open(realPath, { read: true });
  const info = await file.stat();
  checkPlain(info, path);
  checkSize(info.size, path, maxBytes);
  const bytes = await readUpTo(file, info.size, path, maxBytes);
  return { bytes, mtime: info.mtime?.getTime() ?? 0 };
}

function checkPlain(info: Deno.FileInfo, path: string): void {
  if (info.isFile) return;
  const what = info.isDirectory ? "a folder" : "not a plain file";
  throw new DocumentError("not_a_file", `"${path}" is ${what}: name a document.`, path);
}

function checkSize(size: number, path: string, maxBytes: number): void {
  if (size <= maxBytes) return;
  throw new DocumentError(
    "too_large",
    `"${path}" has ${megabytes(size)} and at most ${megabytes(maxBytes)} are read: split the document.`,
    path,
  );
}

function megabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024 / 1024 * 10) / 10} MiB`;
}

/** Reads to the end, which may lie behind the size that was told when the file grows meanwhile. */
async function readUpTo(
  file: Deno.FsFile,
  size: number,
  path: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  while (true) {
    const count = await file.read(buffer.subarray(length));
    if (count === null) return buffer.subarray(0, length);
    length += count;
    checkSize(length, path, maxBytes);
    if (length < buffer.length) continue;
    const larger = new Uint8Array(buffer.length * 2);
    larger.set(buffer);
    buffer = larger;
  }
}

function decode(bytes: Uint8Array<ArrayBuffer>, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError("not_utf8", `"${path}" is not UTF-8 text: save it as UTF-8 first.`, path, {
      cause,
    });
  }
}
