import { createHash, timingSafeEqual } from "node:crypto";

/**
 * A check whether a text is the secret; how long that takes tells nothing about it, its length included.
 *
 * @param secret its digest is made once
 *
 * @example
 * ```ts
 * import { secretCheck } from "@loom/bridge/secret";
 * import { assertEquals } from "@std/assert";
 *
 * const isToken = secretCheck("s3cret");
 * assertEquals([isToken("s3cret"), isToken("s3cre")], [true, false]);
 * ```
 */
export function secretCheck(secret: string): (given: string) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(given), expected);
}

/** Of one length whatever the secret's is, which the comparison needs. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
