import { basename, dirname, join } from "@std/path";

/** The longest file name, in bytes, that common file systems take. */
const MAX_NAME_BYTES = 255;

/** The purpose of a file beside a document. */
export type SidecarUse = "lock" | "tmp" | "saved";

/**
 * The path of a hidden file that the loom keeps beside a document: `.door.smdf.json.lock-loom` for the lock and
 * `.door.smdf.json.tmp-loom` for the new text, both while it writes; `.door.smdf.json.saved-loom` for what was saved of live changes.
 *
 * @param realPath The document, symbolic links resolved, so that every name of it leads to the same sidecar.
 */
export function sidecarPath(realPath: string, use: SidecarUse): string {
  const end = `.${use}-loom`;
  return join(dirname(realPath), fitting(`.${basename(realPath)}`, end) + end);
}

/** A name near the limit gives way to a number made from it, which leaves room for the ending. */
function fitting(name: string, end: string): string {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length + end.length <= MAX_NAME_BYTES) return name;
  let hash = 0xcbf29ce484222325n;
  // FNV-1a with 64 bits (Fowler, Noll, Vo).
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `.${hash.toString(16).padStart(16, "0")}`;
}

/** The path of the hidden file that lists, with their checksums, the files in a folder that the loom made. */
export function madeNotesPath(realPath: string): string {
  return join(dirname(realPath), ".made-loom");
}
