import { type JsonValue, parseJsonText } from "@loom/protocol";
import { readDocumentText } from "../disk/read_text.ts";
import { replaceFile } from "../disk/replace_file.ts";
import { editJsonText } from "../json_text/edit_json_text.ts";
import { withTarget } from "../lock/with_target.ts";
import type { WriteOptions } from "./write_definition.ts";

/**
 * Changes a file of JSON that is no document, such as a file of tests, as documents are changed: under its lock, atomically, and with
 * the text of what stays the same untouched.
 *
 * @param edit Gives the new value from the present one; `undefined` stands for no file.
 * @throws {LoomError} When the file cannot be read, parsed or written, and what `edit` throws.
 */
export async function editJsonFile(
  path: string,
  edit: (value: unknown) => JsonValue & object,
  options: Pick<WriteOptions, "root" | "lockTimeout"> = {},
): Promise<void> {
  await withTarget(path, options, async (realPath, exists) => {
    const present = exists ? (await readDocumentText(path, options)).text : undefined;
    const before = present === undefined ? undefined : parseJsonText(present) as JsonValue;
    const after = edit(structuredClone(before));
    const text = present === undefined || before === undefined
      ? `${JSON.stringify(after, null, 2)}\n`
      : editJsonText(present, before, after);
    await replaceFile(realPath, new TextEncoder().encode(text), path);
  });
}
