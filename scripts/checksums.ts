/**
 * Checksums of released files, in the form that `sha256sum --check` reads.
 *
 * @module
 */
import { join } from "@std/path";

/** The file of the checksums. */
const CHECKSUMS = "SHA256SUMS";

/** Writes the checksums of the files of a folder beside them; its folders are left out. */
export async function writeChecksums(folder: string): Promise<void> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const names = entries.filter(({ isFile, name }) => isFile && name !== CHECKSUMS).map(({ name }) => name);
  const lines = await Promise.all(
    names.sort().map(async (name) => {
      return `${await sha256(join(folder, name))}  ${name}\n`;
    }),
  );
  await Deno.writeTextFile(join(folder, CHECKSUMS), lines.join(""));
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return new Uint8Array(digest).toHex();
}
