const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A short fingerprint of a document: 32 bits in the manner of FNV-1a (Fowler, Noll, Vo) over the UTF-16 units
 * of its JSON text. The order of keys counts. It distinguishes changes; it does not protect against forgery.
 *
 * @returns Eight lower-case hexadecimal digits.
 *
 * @example
 * ```ts
 * import { hashDef } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(hashDef({}), "5465b825");
 * ```
 */
export function hashDef(def: unknown): string {
  const text = JSON.stringify(def) ?? "";
  let hash = OFFSET_BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The sequence number after `seq`. */
export function nextSeq(seq: number): number {
  return seq + 1;
}
