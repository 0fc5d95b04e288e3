import { DocumentError } from "@loom/bridge/document";

/**
 * Makes a folder, and those above it, where there is none.
 *
 * @throws {DocumentError} `not_writable`.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (cause) {
    throw new DocumentError(
      "not_writable",
      `The folder "${path}" cannot be made: check its path and the permissions there.`,
      path,
      { cause },
    );
  }
}
