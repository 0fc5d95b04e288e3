/** What the tests of this folder share. */
import { join } from "@std/path";
import { assertEquals, assertRejects } from "@std/assert";
import { DocumentError, type DocumentErrorCode } from "./disk/document_error.ts";

/** A small machine document. */
export const DOOR = { settings: { name: "Door" }, events: [], state: { name: "Root" } };

/** Gives a test a folder of its own and takes it away afterwards. */
export async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Writes a file of a test and gives its path. */
export async function written(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await Deno.writeTextFile(path, text);
  return path;
}

/** Asserts that something is refused with that code, in one sentence that names the path. */
export async function assertRefused(
  code: DocumentErrorCode,
  work: () => Promise<unknown>,
): Promise<DocumentError> {
  const error = await assertRejects(work, DocumentError);
  assertEquals(error.code, code, error.message);
  assertEquals(/^[^\n]+\.$/.test(error.message), true, error.message);
  return error;
}

/** The names in a folder, in order. */
export async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) names.push(entry.name);
  return names.sort();
}
