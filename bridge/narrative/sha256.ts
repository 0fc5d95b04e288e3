import { createHash } from "node:crypto";

/**
 * The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits.
 *
 * Node's hash answers at once, where Web Crypto's makes each event wait for another thread.
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
