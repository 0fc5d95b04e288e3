import { DocumentError } from "../disk/document_error.ts";
import { withTarget } from "./edit_document.ts";
import { replaceFile } from "../disk/replace_file.ts";
import type { ResolvePathOptions } from "../disk/resolve_path.ts";

/** Options for {@linkcode writeExport}. */
export interface ExportOptions extends ResolvePathOptions {
  /** Replaces a file that is there. Default: `false`. */
  overwrite?: boolean;
  /** Longest wait for other writers, in milliseconds. Default: 5000. */
  lockTimeout?: number;
}

/** The result of a write. */
export interface ExportResult {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** Number of bytes the file has. */
  readonly bytes: number;
}

/**
 * Writes what was made from a document, a drawing or another format, with the care that documents get: no reader
 * ever sees half of it, and no link leads it out of the root.
 *
 * @throws {DocumentError} `exists`, `outside_root`, `locked`, `not_writable`, `write_failed`.
 *
 * @example
 * ```ts
 * import { writeExport } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const { bytes } = await writeExport(`${folder}/door.mmd`, "stateDiagram-v2\n");
 * assertEquals(bytes, 16);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeExport(
  path: string,
  content: string | Uint8Array,
  options: ExportOptions = {},
): Promise<ExportResult> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return await withTarget(path, options, async (realPath, exists) => {
    if (exists && !options.overwrite) {
      throw new DocumentError(
        "exists",
        `"${path}" exists: choose another name, or overwrite it on purpose.`,
        path,
      );
    }
    await replaceFile(realPath, bytes, path);
    return { path, realPath, bytes: bytes.length };
  });
}
