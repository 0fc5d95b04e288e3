import { createHash, timingSafeEqual } from "node:crypto";

/**
 * A check whether a text is the secret; how long that takes tells nothing about it, its length included.
 *
 * @param secret its digest is made once
 */
export function secretCheck(secret: string): (given: string) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}

/** Of one length whatever the secret's is, which the comparison needs. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
