import { type SlowCheck, slowCheck } from "@loom/protocol";
import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same; how long that takes tells nothing about them. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * A check of a hub's token that is slow for who guesses.
 *
 * @param now the time in milliseconds
 */
export function tokenCheck(token: string, now: () => number): SlowCheck {
  const digestText = (given: string) => createHash("sha256").update(given).digest("base64");
  return slowCheck((given) => sameSecret(given, token), now, digestText);
}

/** Of one length whatever the secret's is, which the comparison needs. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
