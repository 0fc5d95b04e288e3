import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";

/** What was written. */
export interface WrittenText {
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** How many bytes it has. */
  readonly bytes: number;
}

/**
 * Writes a text that is made from a document: a drawing, another format, a snapshot.
 *
 * @param options `overwrite`: whether a file that is there is replaced.
 * @throws {DocumentError} `exists`, or why the file cannot be written.
 */
export async function writeText(
  path: string,
  text: string,
  { overwrite }: { readonly overwrite: boolean },
): Promise<WrittenText> {
  const { realPath, exists } = await resolveDocumentPath(path);
  if (exists && !overwrite) {
    throw new DocumentError("exists", `"${path}" exists: choose another name, or give --overwrite.`, path);
  }
  const bytes = new TextEncoder().encode(text);
  try {
    await Deno.writeFile(realPath, bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(/ \(os error|: /)[0] : String(cause);
    throw new DocumentError(
      "not_writable",
      `"${path}" cannot be written (${reason}): name another file.`,
      path,
      {
        cause,
      },
    );
  }
  return { realPath, bytes: bytes.length };
}
