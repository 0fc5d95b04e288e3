import { createHash } from "node:crypto";

/**
 * The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits.
 *
 * Node's hash answers at once, where Web Crypto's makes each event wait for another thread.
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

const DIGITS = 32;

/**
 * The identity of an event that names none: the same bytes have the same one, so that a retry is known again.
 *
 * @param body the bytes as they were received
 */
export function bodyIdentity(body: Uint8Array): string {
  return `sha256:${sha256(body).slice(0, DIGITS)}`;
}
