import { createHash, createHmac, timingSafeEqual } from "node:crypto";

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

/**
 * A secret that is made from another one, which nobody finds from it.
 *
 * @param purpose For each another one is made.
 * @returns Letters, digits, hyphens and underscores.
 *
 * @example
 * ```ts
 * import { derivedSecret } from "@loom/bridge/secret";
 * import { assertMatch } from "@std/assert";
 *
 * assertMatch(derivedSecret("s3cret", "pages"), /^[\w-]{43}$/);
 * ```
 */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** Of one length whatever the secret's is, which the comparison needs. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
