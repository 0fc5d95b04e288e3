import { sha256 } from "../sha256.ts";

const DIGITS = 32;

/**
 * The identity of an event that names none: the same bytes have the same one, so that a retry is known again.
 *
 * @param body the bytes as they were received
 */
export function bodyIdentity(body: Uint8Array): string {
  return `sha256:${sha256(body).slice(0, DIGITS)}`;
}
