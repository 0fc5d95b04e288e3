import { timingSafeEqual } from "node:crypto";

const FORM = /^sha256=([0-9a-f]{64})$/;

/** Checks the signature of a body. */
export type SignatureCheck = (bytes: Uint8Array<ArrayBuffer>, signature: string | null) => Promise<boolean>;

/**
 * A check of GitHub's header `X-Hub-Signature-256`: `sha256=` and the HMAC of the bytes as they were received.
 *
 * @param secrets one, or two while it is being changed
 *
 * @example
 * ```ts
 * import { signatureCheck } from "@loom/bridge/narrative";
 * import { assert } from "@std/assert";
 *
 * const check = signatureCheck(["It's a Secret to Everybody"]);
 * const body = new TextEncoder().encode("Hello, World!");
 * const mac = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
 * assert(await check(body, `sha256=${mac}`));
 * ```
 */
export function signatureCheck(secrets: readonly string[]): SignatureCheck {
  const keys = secrets.map(hmacKey);
  return async (bytes, signature) => {
    const given = FORM.exec(signature ?? "")?.[1];
    if (given === undefined) return false;
    const mac = Uint8Array.fromHex(given);
    // All keys are tried, so that the time does not tell which one fits.
    const fits = await Promise.all(
      keys.map(async (key) => timingSafeEqual(await hmac(await key, bytes), mac)),
    );
    return fits.includes(true);
  };
}

/** A key for HMAC with SHA-256. */
export function hmacKey(secret: string | Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** The HMAC of some bytes. */
export async function hmac(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
}
