import { formatJson, repeatedKeys } from "@loom/protocol";
import { DocumentError } from "../disk/document_error.ts";
import type { DocumentText } from "../disk/read_text.ts";
import { readDocument } from "../document.ts";
import { withTarget } from "../lock/with_target.ts";
import { writeLayout, type WriteOptions, type WriteResult } from "./write_definition.ts";

/**
 * Lays a document out as a new one is written, under its lock. What it says does not change; a file that is laid out so
 * already is not written.
 *
 * @throws {DocumentError} As `editDocument` does, and `repeated_key`.
 *
 * @example
 * ```ts
 * import { formatDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const path = await Deno.makeTempFile({ suffix: ".smdf.json" });
 * await Deno.writeTextFile(path, '{"state": {"name": "Root"}, "events": []}');
 * const { changed, text } = await formatDocument(path);
 * assertEquals([changed, text.split("\n")[1]], [true, '  "state": {']);
 * await Deno.remove(path);
 * ```
 */
export async function formatDocument(path: string, options: WriteOptions = {}): Promise<WriteResult> {
  return await withTarget(path, options, async () => {
    const document = await readDocument(path, options);
    return await writeLayout(document, formattedText(document), options);
  });
}

/**
 * The text of a JSON document as a new one is written.
 *
 * @throws {DocumentError} `repeated_key`, because programs that write the document keep one of the values only.
 */
export function formattedText({ path, text }: Pick<DocumentText, "path" | "text">): string {
  const [repeated] = repeatedKeys(text);
  if (repeated === undefined) return formatJson(text);
  const { key, first, last } = repeated;
  throw new DocumentError(
    "repeated_key",
    `"${path}" has the key ${
      JSON.stringify(key)
    } twice in one object, at ${first.line}:${first.column} and ` +
      `${last.line}:${last.column}: remove one of them first.`,
    path,
  );
}
