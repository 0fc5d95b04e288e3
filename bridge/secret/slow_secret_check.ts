import { type SlowCheck, slowCheck } from "@loom/protocol";
import { createHash } from "node:crypto";
import { secretCheck } from "./secret_check.ts";

/**
 * A check of guesses, as {@linkcode secretCheck} is one, that is slow for who guesses.
 *
 * @param secret its digest is made once
 * @param now the time in milliseconds
 *
 * @example
 * ```ts
 * import { slowSecretCheck } from "@loom/bridge/secret";
 * import { assertEquals } from "@std/assert";
 *
 * const look = slowSecretCheck("s3cret", () => 0);
 * assertEquals(look("guess", "10.0.0.7"), { kind: "wrong" });
 * assertEquals(look("s3cret", "10.0.0.7"), { kind: "right" });
 * ```
 */
export function slowSecretCheck(secret: string, now: () => number): SlowCheck {
  return slowCheckOf(secretCheck(secret), now);
}

/** As {@linkcode slowSecretCheck}, of texts that are told to be right in another way. */
export function slowCheckOf(isRight: (given: string) => boolean, now: () => number): SlowCheck {
  return slowCheck(isRight, now, (given) => createHash("sha256").update(given).digest("base64"));
}
