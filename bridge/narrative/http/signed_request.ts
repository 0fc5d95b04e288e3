import { timingSafeEqual } from "node:crypto";
import { hmac, hmacKey } from "./webhook/signature.ts";

/** The most that the time of a signed request may differ from now, in seconds. */
const WINDOW = 300;

const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/;
const SECONDS = /^\d{1,12}$/;

/** Checks requests that are signed with the token instead of showing it. */
export interface SignedRequestCheck {
  /** True when a request has a signature and a recent time. */
  isClaimed(headers: Headers): boolean;
  /** True when the signature matches these bytes. */
  isSigned(headers: Headers, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

/**
 * A check of `X-Narrative-Signature-256`: the HMAC, with the token for a key, of `X-Narrative-Timestamp`, a dot, and the body.
 *
 * @param now the time, in milliseconds
 */
export function signedRequestCheck(token: string, now: () => number): SignedRequestCheck {
  const key = hmacKey(token);
  return {
    isClaimed(headers) {
      const { seconds, signature } = claimOf(headers);
      return seconds !== undefined && signature !== undefined &&
        Math.abs(now() / 1_000 - Number(seconds)) <= WINDOW;
    },
    async isSigned(headers, bytes) {
      const { seconds, signature } = claimOf(headers);
      if (seconds === undefined || signature === undefined) return false;
      const head = new TextEncoder().encode(`${seconds}.`);
      const signed = new Uint8Array(head.length + bytes.length);
      signed.set(head);
      signed.set(bytes, head.length);
      return timingSafeEqual(await hmac(await key, signed), Uint8Array.fromHex(signature));
    },
  };
}

function claimOf(headers: Headers): { seconds: string | undefined; signature: string | undefined } {
  return {
    seconds: SECONDS.exec(headers.get("x-narrative-timestamp") ?? "")?.[0],
    signature: SIGNATURE.exec(headers.get("x-narrative-signature-256") ?? "")?.[1],
  };
}
