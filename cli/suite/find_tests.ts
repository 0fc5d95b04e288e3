import { DocumentError } from "@loom/bridge/document";
import { join } from "@std/path";

/** The ending of test files. */
export const TEST_ENDING = ".test.json";

/** The most files that a folder may hold; more is not a folder of tests. */
const MOST_FILES = 10_000;

/**
 * Finds the test files that words name: files as they stand, and folders with all test files below them.
 *
 * @throws {DocumentError} `not_found` for a path that is not there.
 */
export async function findTests(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const { isDirectory } = await statOf(path);
    if (!isDirectory) found.add(path);
    else for (const file of await below(path)) found.add(file);
  }
  return [...found];
}

async function statOf(path: string): Promise<Deno.FileInfo> {
  try {
    return await Deno.stat(path);
  } catch (cause) {
    const message = `There is no "${path}": name test files, scenarios, or folders of them.`;
    throw new DocumentError("not_found", message, path, { cause });
  }
}

/** The test files below a folder, in order; hidden folders and installed packages are passed over. */
async function below(folder: string): Promise<string[]> {
  const files: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && files.length < MOST_FILES; next = waiting.pop()) {
    for (const { name, isDirectory, isFile } of await entriesOf(next)) {
      const path = next === "." ? name : join(next, name);
      if (isDirectory && !name.startsWith(".") && name !== "node_modules") waiting.push(path);
      else if (isFile && name.toLowerCase().endsWith(TEST_ENDING)) files.push(path);
    }
  }
  return files.sort();
}

/** The entries of a folder; none of one that may not be read. */
async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
