import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same; how long that takes tells nothing about them, their length included. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

/** Of one length whatever the secret's is, which the comparison needs. */
function digest(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}
