import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isLoopback } from "./source_policy.ts";

/** Characters of a token that other machines cannot guess. */
const MIN_TOKEN = 16;

/**
 * The sentence against a token that is too short for an address which other machines reach.
 *
 * @param setting The name of the setting that holds the token.
 * @returns `undefined` for a token that will do.
 */
export function weakToken(host: string, token: string, setting: string): string | undefined {
  if (isLoopback(host) || token.length >= MIN_TOKEN) return undefined;
  return `Other machines can reach ${host}, and ${setting} has fewer than ${MIN_TOKEN} characters: set it to a token of "loom token", or listen on 127.0.0.1.`;
}

/**
 * Makes a comparison with a secret in constant time: its duration reveals neither the secret nor its length.
 *
 * @example
 * ```ts
 * import { secretCheck } from "@loom/bridge/server";
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
 * Derives a secret for one purpose (HMAC-SHA-256); the original cannot be computed from it.
 *
 * @returns Letters, digits, hyphens and underscores.
 *
 * @example
 * ```ts
 * import { derivedSecret } from "@loom/bridge/server";
 * import { assertMatch } from "@std/assert";
 *
 * assertMatch(derivedSecret("s3cret", "pages"), /^[\w-]{43}$/);
 * ```
 */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("base64url");
}

/** Digest of fixed length, as `timingSafeEqual` needs it. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
